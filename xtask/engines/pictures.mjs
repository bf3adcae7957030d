// Draws the pictures of the book's pages about engines: node pictures.mjs FOLDER TO. FOLDER has the exported files of a
// dungeon. A
// reader draws each picture from its file: Godot, Tiled's rasterizer, or for other formats lines over the pictures,
// with the data of
// the file.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browsing, played, project } from "./engine.mjs";
import { imported } from "./pack.mjs";

const [folder, to] = process.argv.slice(2);
const files = readdirSync(folder).toSorted();
const named = (ending) => files.find((name) => name.endsWith(ending) && !name.endsWith(`-rooms${ending}`));
const bytes = (name) => readFileSync(join(folder, name));
const parsed = (name) => JSON.parse(bytes(name));
const address = (name) => `data:image/png;base64,${bytes(name).toString("base64")}`;
const sheet = files.find((name) => /^quandary-tiles.*\.png$/.test(name) && !name.endsWith("-16.png"));
/** Maximum width of a picture, in pixels. */
const WIDE = 960;
const COLOURS = { door: "#2e9e44", lock: "#ff9100", secret: "#2f6fed", one_way: "#12b5c9" };

/** The scene in Godot. */
async function godot() {
  const scene = named(".tscn");
  const asked = { scene: `res://${scene}`, x: 1600, y: 660, zoom: 0.75 };
  const all = [...project("picture.gd"), ["picture.json", JSON.stringify(asked)], [scene, bytes(scene)], ...imported(sheet, bytes(sheet))];
  const errors = [];
  const png = await played(all, [WIDE, 640], (text) => {
    if (/ERROR/.test(text)) errors.push(text);
    return text === "OUT DRAWN";
  }, (tab) => tab.locator("#c").screenshot());
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return png;
}

/** The first floor of the Universal VTT file. */
function tables() {
  const { resolution: { map_size: { x, y } }, line_of_sight, portals, image } = parsed(named("-0.dd2vtt"));
  const line = (points, look) => `<polyline points="${points.map((at) => `${at.x},${at.y}`).join(" ")}" fill="none" ${look}/>`;
  const walls = line_of_sight.map((points) => line(points, `stroke="#e3262b" stroke-width=".14"`));
  const doors = portals.map(({ bounds, quandary }) => line(bounds, `stroke="${COLOURS[quandary.kind]}" stroke-width=".4"`));
  return svg([x, y], `<image href="data:image/png;base64,${image}" width="${x}" height="${y}"/>${walls.join("")}${doors.join("")}`);
}

/** The same floor of the Foundry scene: walls, doors by state, notes, tokens and lights. */
function foundry() {
  const { width, height, grid: { size }, background, walls, notes, tokens, lights } = parsed(named("-0.foundry.json"));
  const wall = ({ c, door, dir, move, sight, flags }) => {
    const [x1, y1, x2, y2] = c.map((at) => at / size);
    const is = door || dir ? [COLOURS[flags.quandary.kind], 0.4] : sight < move ? ["#9aa4b2", 0.1] : ["#b3261e", 0.14];
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${is[0]}" stroke-width="${is[1]}" stroke-linecap="round"/>`;
  };
  const glow = ({ x, y }) => `<circle cx="${x / size}" cy="${y / size}" r="4" fill="#ffd970" fill-opacity=".35"/>`;
  // Labels that would overlap others move below them.
  const taken = [];
  const free = (x, y, wide) => {
    while (taken.some((other) => Math.abs(other.y - y) < 0.9 && Math.abs(other.x - x) < (other.wide + wide) / 2)) y += 0.9;
    taken.push({ x, y, wide });
    return y;
  };
  const words = (text) => text.split("\n")[0].replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const note = ({ x, y, text, texture: { tint }, flags }) => {
    const [cx, cy] = [x / size, y / size];
    const pin = `<circle cx="${cx}" cy="${cy}" r=".42" fill="${tint}" stroke="#111" stroke-width=".08"/>`;
    const isRoom = flags.quandary.kind === "room";
    const label = isRoom ? "" : `<text x="${cx}" y="${free(cx, cy + 1.3, words(text).length * 0.5)}" font-size=".85" font-family="sans-serif" text-anchor="middle" fill="#fff" stroke="#111" stroke-width=".18" paint-order="stroke">${words(text)}</text>`;
    return pin + label;
  };
  const token = ({ x, y, texture: { tint } }) =>
    `<circle cx="${x / size + 0.5}" cy="${y / size + 0.5}" r=".5" fill="${tint}" stroke="#d33" stroke-width=".12"/>`;
  const parts = [lights.map(glow), walls.map(wall), tokens.map(token), notes.map(note)].flat().join("");
  const [x, y] = [width / size, height / size];
  return svg([x, y], `<image href="${address(background.src)}" width="${x}" height="${y}"/>${parts}`);
}

/** The first level of the LDtk project, drawn with its tiles, with an arrow from each lock to its keys on that level. */
function ldtk() {
  const level = parsed(named(".ldtk")).levels[0];
  const layer = (name) => level.layerInstances.find((one) => one.__identifier === name);
  const side = layer("Picture").__gridSize;
  const tile = ({ px: [x, y], src: [u, v] }) => `<svg x="${x / side}" y="${y / side}" width="1" height="1" viewBox="${u} ${v} ${side} ${side}"><use href="#sheet"/></svg>`;
  const things = layer("Things").entityInstances;
  const middle = ({ __grid: [x, y], width, height }) => [x + width / side / 2, y + height / side / 2];
  const arrow = (one) => {
    const keys = one.fieldInstances.find((field) => field.__identifier === "keys")?.__value ?? [];
    const there = keys.map(({ entityIid }) => things.find((other) => other.iid === entityIid)).filter(Boolean);
    return there.map((key) => {
      const [[x1, y1], [x2, y2]] = [middle(one), middle(key)];
      return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ff9100" stroke-width=".16" stroke-dasharray=".5 .3"/><circle cx="${x2}" cy="${y2}" r=".3" fill="#ff9100"/>`;
    }).join("");
  };
  const frame = (one) => {
    const [[x, y], [wide, high]] = [one.__grid, [one.width / side, one.height / side]];
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${one.__smartColor}" fill-opacity=".3" stroke="${one.__smartColor}" stroke-width=".1"/>`;
  };
  const defs = `<defs><image id="sheet" href="${address(sheet)}"/></defs>`;
  const size = [level.pxWid / side, level.pxHei / side];
  return svg(size, defs + layer("Picture").gridTiles.map(tile).join("") + things.map(frame).join("") + things.map(arrow).join(""));
}

/** The map in Tiled; none if Tiled is missing. */
function tiled() {
  const out = join(to, "engine_tiled.png");
  const environment = { ...process.env, QT_QPA_PLATFORM: "offscreen", XDG_RUNTIME_DIR: folder, HOME: folder };
  try {
    execFileSync("tmxrasterizer", ["--tilesize", "8", join(folder, named(".tmj")), out], { env: environment, stdio: "pipe" });
    return true;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return false;
  }
}

function svg([x, y], inside) {
  const high = Math.round((WIDE * y) / x);
  return [`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" viewBox="0 0 ${x} ${y}" style="display: block; background: #1e1e24">${inside}</svg>`, high];
}

const browser = await browsing();
try {
  for (const [name, drawn] of [["walls", tables()], ["foundry", foundry()], ["floor", ldtk()]]) {
    const tab = await browser.newPage({ viewport: { width: WIDE, height: drawn[1] } });
    await tab.setContent(`<!DOCTYPE html><style>body { margin: 0 }</style>${drawn[0]}`, { waitUntil: "load" });
    writeFileSync(join(to, `engine_${name}.png`), await tab.screenshot());
    await tab.close();
  }
} finally {
  await browser.close();
}
writeFileSync(join(to, "engine_godot.png"), await godot());
console.log(tiled() ? "5 pictures drawn" : "4 pictures drawn; Tiled is not installed, so that its own was not");
