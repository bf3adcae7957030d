// Tests scenes in Godot: node godot.mjs FOLDER. Each subfolder of FOLDER has a dungeon.json and its exported files. The
// engine reports
// the loaded nodes and where a body was stopped; this script compares that with the file of the dungeon. Then it loads
// scenes that
// are broken on purpose, and requires that each fault is detected.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { TILES, givers, read } from "./dungeon.mjs";
import { played, project } from "./engine.mjs";
import { imported } from "./pack.mjs";

const SIDE = 32;
/** Tiles that never change. */
const GROUND = new Set(["VOID", "FLOOR", "WALL", "DOOR_OPEN", "ELEMENT", "ELEMENT_FLOOR", "STAIR", "PUZZLE", "PIT"]);

/** Steps for a body, and the expected obstacle of each, before and after opening the locks. */
function walks(dungeon) {
  const plain = (floor, [row, col]) => dungeon.isOpen(floor, row, col) && dungeon.tile(floor, row, col) !== dungeon.BLOCK;
  const found = [];
  for (const { floor, a, b, down, right, there, back } of dungeon.crossings()) {
    const [before, after] = [[a[0] - down, a[1] - right], [b[0] + down, b[1] + right]];
    if (![before, a, b, after].every((cell) => plain(floor, cell))) continue;
    const asks = [...(there ?? []), ...(back ?? [])];
    for (const [from, to, needs] of [[before, after, there], [after, before, back]]) {
      const oneWay = there === null || back === null;
      // A lock stops from both sides; a one-way passage stops the way back.
      const stopped = asks.length > 0 ? "needs" : needs === null ? "turned" : "free";
      found.push({ floor, from, to, locked: stopped, opened: oneWay && asks.length === 0 && needs === null ? "turned" : "free", asks });
    }
  }
  const touches = new Set(dungeon.crossings().flatMap(({ floor, a, b }) => [a, b].map((cell) => [floor, ...cell].join(","))));
  const walls = [];
  dungeon.grids.forEach((grid, floor) => grid.forEach((line, row) => line.forEach((_, col) => {
    for (const to of [[row, col + 1], [row + 1, col], [row - 1, col], [row, col - 1]]) {
      // A body in a door is inside its lock.
      const isDoor = TILES[dungeon.tile(floor, row, col)].startsWith("DOOR");
      if (plain(floor, [row, col]) && !isDoor && !touches.has(`${floor},${row},${col}`) && dungeon.tile(floor, ...to) === dungeon.WALL) {
        walls.push({ floor, from: [row, col], to, locked: "wall", opened: "wall", asks: [] });
      }
    }
  })));
  const every = Math.max(1, Math.floor(walls.length / 40));
  return [...found, ...walls.filter((_, at) => at % every === 0)];
}

/** The faults in the engine's report of a scene. */
function faults(json, told) {
  const dungeon = read(json);
  const wrong = told.errors.map((line) => `the engine says ${line}`);
  if (!told.ended) return [...wrong, "the scene was not loaded"];
  const floors = Object.fromEntries(told.floors.map((floor) => [floor.name, floor]));
  const things = Object.fromEntries(told.things.map((thing) => [thing.name, thing]));
  // Tiles: all except VOID, and VOID cells that one could step onto. Nodes show things that can be taken, opened,
  // pushed or fought; the
  // layer shows what remains without them.
  dungeon.grids.forEach((grid, number) => {
    const cells = new Map((floors[`Floor${number}`]?.cells ?? []).map(([x, y, ...rest]) => [`${x},${y}`, rest]));
    const pictures = new Map(told.things.filter((thing) => thing.floor === `Floor${number}`)
      .flatMap((thing) => thing.pictures.map(([x, y, ...atlas]) => [`${x},${y}`, atlas])));
    let many = 0;
    grid.forEach((line, row) => line.forEach((id, col) => {
      const beside = [[row + 1, col], [row - 1, col], [row, col + 1], [row, col - 1]];
      if (id === dungeon.VOID && !beside.some(([r, c]) => dungeon.isOpen(number, r, c))) return;
      many += 1;
      const [walls, water] = [[0, 2].includes(id) ? 1 : 0, id === 40 ? 1 : 0];
      const left = GROUND.has(TILES[id]) ? id : TILES[id].startsWith("DOOR") ? 10 : 1;
      const atlas = (id) => [id % 10, Math.floor(id / 10)];
      const expect = JSON.stringify([...atlas(left), TILES[left], walls, water]);
      const is = JSON.stringify(cells.get(`${col},${row}`));
      if (is !== expect) wrong.push(`floor ${number}, row ${row}, column ${col}: ${is} and not ${expect}`);
      const picture = JSON.stringify(pictures.get(`${col},${row}`));
      if (left !== id && picture !== JSON.stringify(atlas(id))) wrong.push(`floor ${number}, row ${row}, column ${col}: the picture ${picture} and not of ${TILES[id]}`);
    }));
    if (cells.size !== many) wrong.push(`floor ${number} has ${cells.size} tiles and not ${many}`);
  });
  // References have a target.
  for (const thing of told.things) {
    if (JSON.stringify(thing.metas).includes("MISSING")) wrong.push(`${thing.name}: ${JSON.stringify(thing.metas)}`);
    for (const group of ["quandary", thing.metas.kind]) {
      if (!thing.groups.includes(group)) wrong.push(`${thing.name} is not in the group ${group}`);
    }
  }
  const kinds = (kind) => told.things.filter((thing) => thing.metas.kind === kind);
  // Rooms.
  const nodes = Object.fromEntries(kinds("room").map((room) => [room.name, room.metas.node]));
  const rooms = kinds("room").map((room) => [room.metas.node, room.floor, room.x - room.size[0] / 2, room.y - room.size[1] / 2, ...room.size]);
  const expected = dungeon.rooms.map((room) => [`${room.node}`, `Floor${room.floor}`, room.col * SIDE, room.row * SIDE, room.cols * SIDE, room.rows * SIDE]);
  same("rooms", rooms, expected, wrong);
  // Passages: each crossing has one with the requirements of its step and the references to its keys.
  const passages = told.things.filter((thing) => ["door", "lock", "secret", "one_way"].includes(thing.metas.kind));
  for (const { rooms: [a, b], there, back } of dungeon.crossings()) {
    const needs = (thing, turned) => [thing.metas[turned ? "needs_back" : "needs"] ?? [], thing.metas[turned ? "needs" : "needs_back"] ?? []];
    const fits = passages.some((thing) => {
      const ends = [nodes[thing.metas.from], nodes[thing.metas.into]];
      const turned = ends[0] === `${b}` && ends[1] === `${a}`;
      if (!turned && !(ends[0] === `${a}` && ends[1] === `${b}`)) return false;
      if ((there === null || back === null) !== (thing.metas.kind === "one_way")) return false;
      if (thing.metas.kind === "one_way" && turned !== (there === null)) return false;
      const [on, off] = needs(thing, turned);
      return JSON.stringify([on, off]) === JSON.stringify([there ?? [], back ?? []]);
    });
    if (!fits) wrong.push(`no passage from ${a} to ${b} asks for ${JSON.stringify([there, back])}`);
  }
  for (const thing of passages) {
    const asked = [...(thing.metas.needs ?? []), ...(thing.metas.needs_back ?? [])].flatMap(givers);
    for (const key of thing.metas.keys ?? []) {
      if (!asked.includes(things[key]?.metas.gives)) wrong.push(`${thing.name} has the key ${key}, which opens something else`);
      if (!things[key]?.metas.opens?.includes(thing.name)) wrong.push(`${key} does not say that it opens ${thing.name}`);
    }
    const there = told.things.filter((other) => asked.includes(other.metas.gives)).map((other) => other.name);
    if (JSON.stringify(there.toSorted()) !== JSON.stringify((thing.metas.keys ?? []).toSorted())) wrong.push(`${thing.name} has the keys ${thing.metas.keys}, and ${there} give what it asks for`);
  }
  // Things to take, plates, and enemies.
  const middle = (thing) => [thing.floor, Math.floor(thing.y / SIDE), Math.floor(thing.x / SIDE)];
  const marks = told.things.filter((thing) => ["key", "item", "puzzle", "switch"].includes(thing.metas.kind) && !thing.metas.tile);
  same("marks", marks.map((thing) => [...middle(thing), thing.metas.gives]), (dungeon.level.marks ?? []).map((mark) => [`Floor${mark.floor}`, mark.row, mark.col, mark.gives]), wrong);
  const plates = (dungeon.level.plates ?? []).flatMap((plate) => plate.cells.map(([floor, row, col]) => [`Floor${floor}`, row, col, plate.name]));
  const pressed = kinds("plate").flatMap((thing) => {
    const [wide, high] = thing.size.map((size) => size / SIDE);
    const [left, top] = [thing.x / SIDE - wide / 2, thing.y / SIDE - high / 2];
    return Array.from({ length: wide * high }, (_, at) => [thing.floor, top + Math.floor(at / wide), left + (at % wide), thing.metas.plate]);
  });
  same("plates", pressed, plates, wrong);
  for (const [kind, ids] of [["enemy", [20]], ["boss", [23]], ["block", [3]], ["start", [21]], ["goal", [22]]]) {
    const cells = dungeon.grids.flatMap((grid, floor) => grid.flatMap((line, row) => line.flatMap((id, col) => (ids.includes(id) ? [[`Floor${floor}`, row, col]] : []))));
    same(kind, kinds(kind).map(middle), cells, wrong);
  }
  const foes = (json.rooms ?? []).flatMap((room) => room.enemies ?? []).filter((foe) => foe.cell);
  for (const foe of foes) {
    const at = JSON.stringify([`Floor${foe.cell[0]}`, foe.cell[1], foe.cell[2]]);
    const found = told.things.find((thing) => JSON.stringify(middle(thing)) === at && thing.metas.title === foe.kind);
    if (!found || found.metas.load !== foe.load) wrong.push(`${foe.kind} is not at ${at} with the load ${foe.load}`);
  }
  // Stairs match the stair edges.
  const stairs = kinds("stair").filter((stair) => stair.metas.leads_to).map((stair) => {
    const to = things[stair.metas.leads_to];
    return [nodes[stair.metas.room], to?.metas.node ?? nodes[to?.metas.room], stair.metas.needs ?? []];
  });
  const led = dungeon.edges.filter((edge) => dungeon.list(edge.requires).includes("stair")).filter((edge) => {
    const room = dungeon.rooms.find((one) => one.node === edge.from);
    return room && dungeon.rooms.some((one) => one.node === edge.to) && hasStair(dungeon, room);
  });
  same("stairs", unique(stairs), unique(led.map((edge) => [`${edge.from}`, `${edge.to}`, dungeon.list(edge.requires).filter((need) => need !== "stair")])), wrong);
  // A body is stopped by walls and locks, passes doors, and reads the requirements of a lock.
  for (const when of ["locked", "opened"]) {
    const results = told[when] ?? [];
    const steps = walks(dungeon);
    if (results.length !== steps.length) wrong.push(`${results.length} steps of ${steps.length} were taken (${when})`);
    steps.forEach((step, at) => {
      const [name, needs] = (results[at] ?? "nothing ").split(/ (.*)/s);
      const thing = things[name];
      const right = {
        free: name === "free",
        wall: name === `Floor${step.floor}`,
        needs: ["lock", "secret", "one_way"].includes(thing?.metas.kind) && step.asks.length > 0 && alike(needs.split(","), step.asks),
        turned: thing?.metas.kind === "one_way",
      }[step[when]];
      if (!right) wrong.push(`from ${step.from} to ${step.to} on floor ${step.floor} (${when}): ${results[at]}, and not ${step[when]}`);
    });
  }
  return wrong;
}

function hasStair(dungeon, room) {
  for (let row = room.row; row < room.row + room.rows; row += 1) {
    for (let col = room.col; col < room.col + room.cols; col += 1) if (dungeon.tile(room.floor, row, col) === 42) return true;
  }
  return false;
}

/** True if two lists have the same set of texts. */
const alike = (a, b) => a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));

const unique = (list) => [...new Set(list.map((one) => JSON.stringify(one)))].map((one) => JSON.parse(one));

function same(what, is, expected, wrong) {
  const [a, b] = [is, expected].map((list) => list.map((one) => JSON.stringify(one)).toSorted());
  if (JSON.stringify(a) !== JSON.stringify(b)) wrong.push(`${what}: ${a.filter((one) => !b.includes(one))} and not ${b.filter((one) => !a.includes(one))}`);
}

/** Runs scenes in the engine. Returns the report of each. */
async function run(scenes) {
  const list = scenes.map(({ name, file, json }) => ({ name, file, walks: walks(read(json)) }));
  const files = [
    ...project("proof.gd"),
    ["proof.json", JSON.stringify(list)],
    ...scenes.flatMap(({ name, file, text, picture, png }) => [[`${name}/${file}`, text], ...imported(`${name}/${picture}`, png)]),
  ];
  const told = new Map(scenes.map(({ name }) => [name, { errors: [], floors: [], things: [], ended: false }]));
  const loose = [];
  let now = null;
  await played(files, [320, 240], (text) => {
    const [word, rest] = text.startsWith("OUT ") ? [text.slice(4).split(" ", 1)[0], text.slice(4).split(" ").slice(1).join(" ")] : ["", ""];
    if (word === "BEGIN") now = told.get(rest);
    else if (word === "END") { now.ended = true; now = null; }
    else if (word === "FLOOR") now.floors.push(JSON.parse(rest));
    else if (word === "THING") now.things.push(JSON.parse(rest));
    else if (word === "LOCKED") now.locked = JSON.parse(rest);
    else if (word === "OPENED") now.opened = JSON.parse(rest);
    else if (word === "STRANGE") now.errors.push(`a node ${rest} that is no layer`);
    else if (/ERROR/.test(text)) (now ? now.errors : loose).push(text.slice(0, 300));
    return word === "DONE";
  });
  return { told, loose };
}

/** Scenes that are broken on purpose, each with one kind of fault. */
function broken(scene) {
  const layer = /(type="TileMapLayer"[\s\S]*?PackedByteArray\(")([^"]*)/;
  const bytes = (change) => scene.text.replace(layer, (_, head, data) => {
    const all = Buffer.from(data, "base64");
    return head + change(all).toString("base64");
  });
  const changed = (name, text) => {
    if (text === scene.text) throw new Error(`nothing was broken: ${name}`);
    return { ...scene, name, text };
  };
  const wall = (all) => {
    for (let at = 2; at < all.length; at += 12) {
      if (all.readUInt16LE(at + 6) === 2 && all.readUInt16LE(at + 8) === 0) return Buffer.concat([all.subarray(0, at), all.subarray(at + 12)]);
    }
    return all;
  };
  const lock = /\[node name="lock_1"[\s\S]*?(?=\n\[node name="(?!Shape|Sprite))/;
  const key = /\[node name="key_1"[\s\S]*?(?=\n\[node name="(?!Shape|Sprite))/;
  return [
    changed("wrong-version-word", bytes((all) => { const copy = Buffer.from(all); copy.writeUInt16LE(7, 0); return copy; })),
    changed("missing-wall", bytes(wall)),
    changed("missing-lock", scene.text.replace(lock, "")),
    changed("lock-without-its-key", scene.text.replace(key, "")),
    changed("lock-that-asks-for-nothing", scene.text.replace(/metadata\/needs = PackedStringArray\(.*\)\n/, "")),
    changed("lock-that-stops-nobody", scene.text.replace(/(name="lock_1" type=)"StaticBody2D"/, '$1"Area2D"')),
    changed("lock-of-another-key", scene.text.replace(/(name="lock_1"[\s\S]*?metadata\/needs(?:_back)? = PackedStringArray\()[^)]*/, '$1"symbol:nobody"')),
    changed("moved-enemy", scene.text.replace(/(name="enemy_1"[^\n]*\nposition = Vector2\()\d+/, "$10")),
  ];
}

const folder = process.argv[2];
const scenes = readdirSync(folder).toSorted().filter((name) => existsSync(join(folder, name, "dungeon.json"))).map((name) => {
  const files = readdirSync(join(folder, name));
  const file = files.find((one) => one.endsWith(".tscn"));
  const picture = files.find((one) => /^quandary-tiles.*\.png$/.test(one) && !one.endsWith("-16.png"));
  const at = (one) => readFileSync(join(folder, name, one));
  return { name, file, picture, text: at(file).toString(), png: at(picture), json: JSON.parse(at("dungeon.json")) };
});
let failed = 0;
const PAGE = 40;
for (let at = 0; at < scenes.length; at += PAGE) {
  const some = scenes.slice(at, at + PAGE);
  const { told, loose } = await run(some);
  for (const line of loose) { failed += 1; console.error(`the engine says ${line}`); }
  for (const scene of some) {
    const wrong = faults(scene.json, told.get(scene.name));
    if (wrong.length > 0) {
      failed += 1;
      console.error(`${scene.name}: ${wrong.length} faults\n  ${wrong.slice(0, 6).join("\n  ")}`);
    }
  }
}
const steps = scenes.reduce((sum, scene) => sum + 2 * walks(read(scene.json)).length, 0);
const subject = scenes.find((scene) => ["lock_1", "key_1", "enemy_1"].every((name) => scene.text.includes(`"${name}"`)) && /name="key_1"(?![\s\S]{0,400}metadata\/tile)/.test(scene.text));
let found = 0;
const spoilt = subject ? broken(subject) : [];
if (spoilt.length > 0) {
  const { told } = await run(spoilt);
  for (const scene of spoilt) {
    const wrong = faults(scene.json, told.get(scene.name));
    if (wrong.length > 0) found += 1;
    else { failed += 1; console.error(`${scene.name} was not found`); }
  }
}
console.log(`Godot 4.6: ${scenes.length} scenes, ${steps} steps of a body, ${failed} faults; ${found} of ${spoilt.length} that were broken on purpose were found`);
process.exit(failed > 0 || scenes.length === 0 || found === 0 ? 1 : 0);
