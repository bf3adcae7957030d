// User actions for tests: keys, dropping files, solving a riddle.
import assert from "node:assert/strict";

export const PAGES = ["make?category=temple&rooms=8&seed=7&attempts=3", "play", "check", "riddle", "operator", "about"];
/** The keys of steps; `e` does everything else. */
export const KEYS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };

/** Waits until the page has finished its initial work. */
export async function settled(page, name) {
  const of = name.split("?")[0];
  const ready = { make: ".facts dl", play: ".page:has(.pad) .view canvas", check: "[data-verdict]", riddle: '[data-rack="6"]', operator: "form", about: "article" }[of];
  await page.locator(ready).first().waitFor({ timeout: 40_000 });
}

/** Moves the focus to an element with the Tab key only. */
export async function tab(page, locator, { back = false } = {}) {
  await locator.waitFor();
  for (let n = 0; n < 250; n++) {
    if (await locator.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`Tab never comes to ${locator}`);
}

/** Moves the focus to a button with Tab, and presses it. */
export async function press(page, name, key = "Enter") {
  await tab(page, typeof name === "string" ? page.getByRole("button", { name, exact: true }) : name);
  await page.keyboard.press(key);
}

/** Selects a value of a closed list by typing its first letters. */
export async function choose(page, locator, letters) {
  await tab(page, locator);
  await page.keyboard.type(letters);
}

/** Moves the cursor of the focused map on the page Check; `at` is its position, which is updated. */
export async function walk(page, at, [row, col]) {
  for (; at[0] < row; at[0]++) await page.keyboard.press("ArrowDown");
  for (; at[0] > row; at[0]--) await page.keyboard.press("ArrowUp");
  for (; at[1] < col; at[1]++) await page.keyboard.press("ArrowRight");
  for (; at[1] > col; at[1]--) await page.keyboard.press("ArrowLeft");
}

/** Draws a level on the page Check with keys only. */
export async function draw(page, rows) {
  const number = async (name, value) => {
    await tab(page, page.getByRole("spinbutton", { name }));
    await page.keyboard.press("Control+a");
    await page.keyboard.type(String(value));
  };
  await tab(page, page.locator("summary", { hasText: "New level and size" }));
  await page.keyboard.press("Enter");
  await number("Rows", rows.length);
  await number("Columns", rows[0].length);
  await press(page, "New level");
  const names = { "#": "Wall", "@": "Start", "*": "Goal", k: "Small key", "+": "Locked", "|": "One way" };
  const map = page.getByRole("application");
  await tab(page, map);
  for (let n = 0; n < 20; n++) for (const key of ["ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  const at = [0, 0];
  for (const [letter, name] of Object.entries(names)) {
    const inner = (r, c) => r % (rows.length - 1) !== 0 && c % (rows[0].length - 1) !== 0;
    const cells = rows.flatMap((row, r) => [...row].flatMap((one, c) => (one === letter && (letter !== "#" || inner(r, c)) ? [[r, c]] : [])));
    if (cells.length === 0) continue;
    await press(page, name);
    await tab(page, map);
    for (const cell of cells) {
      await walk(page, at, cell);
      await page.keyboard.press("Space");
    }
  }
}

/** Creates a blank level on the page Check with the mouse. */
export async function blank(page, rows, cols) {
  await page.locator("details", { hasText: "New level and size" }).evaluate((one) => (one.open = true));
  await page.getByRole("spinbutton", { name: "Rows" }).fill(String(rows));
  await page.getByRole("spinbutton", { name: "Columns" }).fill(String(cols));
  await page.getByRole("button", { name: "New level" }).click();
}

/** The screen position of the middle of a cell on the page Check; `cols` is the number of columns of the map. */
export async function spot(page, cols, [row, col]) {
  const box = await page.locator(".map canvas").boundingBox();
  return [box.x + ((col + 0.5) * box.width) / cols, box.y + ((row + 0.5) * box.width) / cols];
}

/** A map of Tiled whose tiles say nothing, of layers with rows of cells, and of objects with columns and rows. */
export function untagged(layers, objects) {
  const size = `width="${layers[0][1][0].split(",").length}" height="${layers[0][1].length}"`;
  const layer = ([name, rows], at) => ` <layer id="${at + 1}" name="${name}" ${size}><data encoding="csv">\n${rows.join(",\n")}\n</data></layer>\n`;
  const object = ([name, col, row], at) => `<object id="${at + 1}" name="${name}" x="${col * 16 + 8}" y="${row * 16 + 8}"><point/></object>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" ${size} tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="cave" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="cave.png" width="64" height="32"/></tileset>
${layers.map(layer).join("")} <objectgroup id="99" name="things">${objects.map(object).join("")}</objectgroup>
</map>
`;
}

/** A map with names that are guessed and unknown, and without a goal. */
export const UNTAGGED = untagged(
  [
    ["Layer 1", ["0,0,0,0,0,0,0,0,0", "0,1,1,1,1,1,1,1,0", "0,1,5,1,4,1,1,1,0", "0,1,1,1,1,1,6,1,0", "0,0,0,0,0,0,0,0,0"]],
    ["Walls", ["2,2,2,2,2,2,2,2,2", "2,0,0,0,2,0,2,0,2", "2,0,0,0,0,0,2,2,2", "2,0,0,0,2,0,0,0,2", "2,2,2,2,2,2,2,2,2"]],
  ],
  [["player", 1, 1], ["treasure_chest", 3, 3], ["key1", 2, 3], ["Blob", 7, 1]],
);

/** Waits until two cells of the map look equal, or different. */
export const alike = (page, cols, one, other, wanted = true) =>
  page.waitForFunction(
    ([cols, cells, wanted]) => {
      const canvas = document.querySelector(".map canvas");
      const side = Math.round(canvas.width / cols);
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const look = ([row, col]) => copy.getImageData(col * side + 3, row * side + 3, side - 6, side - 6).data.join();
      return (look(cells[0]) === look(cells[1])) === wanted;
    },
    [cols, [one, other], wanted],
  );

/** Drops files onto the page. */
export const drop = (page, files) =>
  page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    document.querySelector(".page").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);

/** The position of the riddle on the page, as a query to the engine. */
export async function position(page) {
  const { board, blanks, rack } = await page.evaluate(() => {
    const squares = [...document.querySelectorAll("[data-square]")];
    const letter = (one) => (one.classList.contains("tile") ? one.textContent.trim().toLowerCase() : ".");
    const rows = Array.from({ length: 15 }, (_, row) => squares.slice(row * 15, row * 15 + 15).map(letter).join(""));
    const blanks = squares.flatMap((one, at) => (one.classList.contains("blank") ? [`${String.fromCharCode(65 + Math.floor(at / 15))}${(at % 15) + 1}`] : []));
    const tiles = [...document.querySelectorAll("[data-rack]")].map((one) => one.dataset.tile);
    return { board: rows, blanks, rack: tiles };
  });
  return { board, blanks, rack: rack.join(""), tiles: rack };
}

/** The squares and letters that a play places. */
export function laid({ board }, { co, w }) {
  const down = /^\d/.test(co);
  let row = co.match(/[A-O]/)[0].charCodeAt(0) - 65;
  let col = Number(co.match(/\d+/)[0]) - 1;
  const found = [];
  for (const one of w.matchAll(/(\?)?(.)/gu)) {
    if (board[row][col] === ".") found.push({ square: row * 15 + col, letter: one[2], blank: Boolean(one[1]) });
    if (down) row += 1;
    else col += 1;
  }
  return { down, tiles: found };
}

/** Moves the cursor of the focused board to a square. */
export async function stepTo(page, square) {
  const now = () => page.evaluate(() => Number(document.activeElement.dataset.square));
  for (let n = 0; n < 60; n++) {
    const here = await now();
    if (here === square) return;
    const [rows, cols] = [Math.floor(square / 15) - Math.floor(here / 15), (square % 15) - (here % 15)];
    await page.keyboard.press(rows > 0 ? "ArrowDown" : rows < 0 ? "ArrowUp" : cols > 0 ? "ArrowRight" : "ArrowLeft");
  }
  assert.fail(`the cursor never comes to square ${square}`);
}

/** Places a play by keys or by dragging, selecting blanks in the rack; submits it, and expects it to be the best. */
export async function guessed(page, at, play, way = "keys") {
  const left = [...at.tiles];
  for (const { square, letter, blank } of laid(at, play).tiles) {
    const from = left.indexOf(blank ? "?" : letter);
    assert.ok(from >= 0, `${letter} is in the rack ${at.rack}`);
    left[from] = null;
    const tile = page.locator(`[data-rack="${from}"]`);
    const stands = page.getByRole("dialog").getByRole("button", { name: letter.toUpperCase(), exact: true });
    if (way === "keys") {
      await press(page, tile);
      await tab(page, page.locator(".square.at"), { back: true });
      await stepTo(page, square);
      await page.keyboard.press("Enter");
      if (blank) await press(page, stands);
    } else {
      await tile.hover();
      await page.mouse.down();
      const box = await page.locator(`[data-square="${square}"]`).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
      await page.mouse.up();
      if (blank) await stands.click();
    }
    await page.locator(`.laid[data-square="${square}"]`).waitFor();
  }
  const button = page.getByRole("button", { name: "Play it", exact: true });
  if (way === "keys") await press(page, button);
  else await button.click();
  const answer = page.locator("[data-answer]");
  await answer.waitFor();
  assert.equal(await answer.getAttribute("data-answer"), "good", `${play.co} ${play.w}: ${await answer.innerText()}`);
}

/** The serious violations that axe finds on the page. */
export async function serious(page, axe) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return found.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary?.slice(0, 200)}`)]);
}
