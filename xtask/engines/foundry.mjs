// Checks Foundry scenes against the types of its API: node foundry.mjs FOLDER. Each scene becomes a literal of the type
// for creating a
// scene, so unknown fields are errors too. Then it checks scenes that are broken on purpose.
import { readFileSync, readdirSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = dirname(fileURLToPath(import.meta.url));
const TYPES = "@league-of-foundry-developers/foundry-vtt-types";

/** Fields with Foundry constants. */
const CONSTANTS = {
  light: "WALL_SENSE_TYPES", sight: "WALL_SENSE_TYPES", sound: "WALL_SENSE_TYPES", move: "WALL_MOVEMENT_TYPES", dir: "WALL_DIRECTIONS",
  door: "WALL_DOOR_TYPES", ds: "WALL_DOOR_STATES", type: "GRID_TYPES", textAnchor: "TEXT_ANCHOR_POINTS",
  displayName: "TOKEN_DISPLAY_MODES", disposition: "TOKEN_DISPOSITIONS",
};

/** Maximum number of walls per list; with many more the compiler reports a union that is too complex. */
const WALLS = 60;

/** Converts a scene to TypeScript. A constant's number is looked up among the values of Foundry. */
function typed(value) {
  const names = new Map();
  const parts = Array.isArray(value.walls)
    ? Array.from({ length: Math.ceil(value.walls.length / WALLS) }, (_, at) => value.walls.slice(at * WALLS, (at + 1) * WALLS))
    : [];
  const printed = (some) => JSON.stringify(some, (key, part) => {
    // Flags may have any fields, but the types know only those of declared packages.
    if (key === "flags") return {};
    if (typeof part !== "number" || !(key in CONSTANTS)) return part;
    names.set(`${CONSTANTS[key]}_${`${part}`.replace("-", "minus")}`, [CONSTANTS[key], part]);
    return `§${CONSTANTS[key]}_${`${part}`.replace("-", "minus")}§`;
  }, 1).replaceAll(/"§(\w+)§"/g, "$1");
  const walls = parts.map((part, at) => `const walls${at}: NonNullable<Scene.CreateData["walls"]> = ${printed(part)};\n`);
  const text = printed({ ...value, walls: undefined }).replace(/\}$/, `, "walls": [${parts.map((_, at) => `...walls${at}`).join(", ")}]}`);
  const constants = [...names].map(([name, [of, number]]) => `declare const ${name}: One<typeof CONST.${of}, ${number}>;\n`);
  return `import "${TYPES}";
type One<T, N> = [Extract<T[keyof T], N>] extends [never] ? "no such constant" : Extract<T[keyof T], N>;
${constants.join("")}${walls.join("")}export const scene: Scene.CreateData = ${text};
`;
}

/** The faults of scenes by name. */
function checked(scenes) {
  const folder = mkdtempSync(join(here, ".check-"));
  try {
    const files = scenes.map(({ name, value }, at) => {
      const file = join(folder, `scene${at}.ts`);
      writeFileSync(file, typed(value));
      return [file, name];
    });
    const program = ts.createProgram(files.map(([file]) => file), {
      strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler, lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      types: [TYPES],
    });
    const found = new Map(scenes.map(({ name }) => [name, []]));
    for (const [file, name] of files) {
      for (const said of ts.getPreEmitDiagnostics(program, program.getSourceFile(file))) {
        found.get(name).push(ts.flattenDiagnosticMessageText(said.messageText, " ").slice(0, 300));
      }
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const folder = process.argv[2];
const scenes = readdirSync(folder).toSorted().flatMap((name) => readdirSync(join(folder, name))
  .filter((file) => file.endsWith(".foundry.json"))
  .map((file) => ({ name: `${name}/${file}`, value: JSON.parse(readFileSync(join(folder, name, file))) })));
let failed = 0;
const begin = performance.now();
const PART = 60;
for (let at = 0; at < scenes.length; at += PART) {
  for (const [name, wrong] of checked(scenes.slice(at, at + PART))) {
    if (wrong.length > 0) {
      failed += 1;
      console.error(`${name}:\n  ${wrong.slice(0, 4).join("\n  ")}`);
    }
  }
}
const seconds = (performance.now() - begin) / 1000;
const broken = [
  ["a wall of three numbers", (scene) => scene.walls[0].c.pop()],
  ["a door that is none", (scene) => { scene.walls[0].door = 7; }],
  ["a door in words", (scene) => { scene.walls.at(-1).ds = "locked"; }],
  ["a note without a place", (scene) => { scene.notes[0].x = "left"; }],
  ["a field that nobody knows", (scene) => { scene.wals = []; }],
  ["a token that is as wide as a word", (scene) => { scene.tokens[0].width = "wide"; }],
].map(([name, change]) => {
  const value = structuredClone((scenes.find(({ value }) => value.tokens.length > 0) ?? scenes[0]).value);
  change(value);
  return { name, value };
});
let found = 0;
for (const [name, wrong] of checked(broken)) {
  if (wrong.length > 0) found += 1;
  else { failed += 1; console.error(`${name} was not found`); }
}
console.log(`Foundry 13: ${scenes.length} scenes, ${failed} faults, ${seconds.toFixed(0)} s; ${found} of ${broken.length} that were broken on purpose were found`);
process.exit(failed > 0 ? 1 : 0);
