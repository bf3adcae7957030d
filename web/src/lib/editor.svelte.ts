// The level in the editor: its JSON, with an undo history.
import { between, type Cell } from "./board";
import type { LevelJson, Room } from "./protocol";

/** Tile ids in the file of a level. */
export const TILE = {
  void: 0, floor: 1, wall: 2, block: 3, doorOpen: 10, doorLocked: 11, doorBomb: 12, doorPuzzle: 13, doorBoss: 14, doorSoft: 15,
  enemy: 20, start: 21, goal: 22, boss: 23, key: 30, bossKey: 31, keyItem: 32, bombs: 33, water: 40, bridge: 41, stair: 42,
  puzzle: 43, pit: 44,
} as const;

/** Letters of the tiles in a drawing, in the order of `TILE`. */
const LETTERS = "-.#o/+%=X|e@*bkKIi~,>?x";

/** Converts a row of a drawing to tile ids. */
export function row(letters: string): number[] {
  const numbers = Object.values(TILE);
  return [...letters].map((letter) => numbers[LETTERS.indexOf(letter)] ?? TILE.void);
}

export type Tool =
  | { kind: "tile"; tile: number }
  | { kind: "mark"; gives: string }
  | { kind: "lock"; needs: string }
  | { kind: "plate"; name: string }
  | { kind: "room" }
  | { kind: "erase" };

const MOST_STEPS = 300;

/** A blank level: floor surrounded by walls. */
export function blank(rows: number, cols: number): LevelJson {
  const edge = (row: number, col: number) => row === 0 || col === 0 || row === rows - 1 || col === cols - 1;
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => (edge(row, col) ? TILE.wall : TILE.floor)),
  );
  return { format: "quandary/level/1", floors: [{ grid }] };
}

export class Editor {
  /** The level as JSON. All other state derives from it. */
  text = $state("");
  #past: string[] = $state([]);
  #next: string[] = $state([]);
  #stroke: string | null = null;
  level: LevelJson = $derived(JSON.parse(this.text || '{"format":"","floors":[]}') as LevelJson);

  constructor(text: string) {
    this.text = text;
  }

  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#next.length > 0;
  }
  get floors() {
    return this.level.floors ?? [];
  }

  rows(floor: number): number {
    return this.floors[floor]?.grid.length ?? 0;
  }
  cols(floor: number): number {
    return this.floors[floor]?.grid[0]?.length ?? 0;
  }
  tile({ floor, row, col }: Cell): number | undefined {
    return this.floors[floor]?.grid[row]?.[col];
  }

  /** The level for its picture. The engine requires a start: if the level has none, an extra last floor contains one. */
  get pictured(): string {
    const hasStart = this.level.start !== undefined || this.floors.some(({ grid }) => grid.some((row) => row.includes(TILE.start)));
    return hasStart || this.floors.length === 0 ? this.text : JSON.stringify({ ...this.level, floors: [...this.floors, { grid: [[TILE.start]] }] });
  }

  /** Replaces the level, as one step of the history. */
  replace(text: string) {
    if (text === this.text) return;
    this.#past = [...this.#past, this.text].slice(-MOST_STEPS);
    this.#next = [];
    this.text = text;
  }

  undo() {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#next = [...this.#next, this.text];
    this.text = before;
  }

  redo() {
    const after = this.#next.at(-1);
    if (after === undefined) return;
    this.#next = this.#next.slice(0, -1);
    this.#past = [...this.#past, this.text];
    this.text = after;
  }

  /** Starts a stroke: all changes until `end` are one step of the history. */
  begin() {
    this.#stroke = this.text;
  }
  end() {
    const before = this.#stroke;
    this.#stroke = null;
    if (before !== null && before !== this.text) {
      this.#past = [...this.#past, before].slice(-MOST_STEPS);
      this.#next = [];
    }
  }

  change(edit: (level: LevelJson) => void) {
    const level = JSON.parse(this.text) as LevelJson;
    edit(level);
    const text = JSON.stringify(level);
    if (this.#stroke === null) this.replace(text);
    else this.text = text;
  }

  /** Uses a tool on all cells of a line that ends at `at`. Returns true if the level changed. */
  use(tool: Tool, at: Cell, from = at): boolean {
    const cells = between(from, at).filter((one) => this.tile(one) !== undefined);
    if (cells.length === 0) return false;
    const before = this.text;
    this.change((level) => cells.forEach((one) => put(level, tool, one)));
    return this.text !== before;
  }

  /** Adds a room: a rectangle with its own node. Returns false if it overlaps another room. */
  room(floor: number, from: Cell, to: Cell): boolean {
    const [row, col] = [Math.min(from.row, to.row), Math.min(from.col, to.col)];
    const [rows, cols] = [Math.abs(from.row - to.row) + 1, Math.abs(from.col - to.col) + 1];
    const apart = (other: Room) =>
      other.floor !== floor || other.row >= row + rows || row >= other.row + other.rows || other.col >= col + cols || col >= other.col + other.cols;
    if (!(this.level.rooms ?? []).every(apart)) return false;
    this.change((level) => {
      const graph = (level.graph ??= { nodes: [], edges: [] });
      const numbers = graph.nodes.map(({ id }) => (typeof id === "number" ? id : -1));
      const node = Math.max(-1, ...numbers) + 1;
      graph.nodes.push({ id: node, contents: [] });
      (level.rooms ??= []).push({ node, floor, row, col, rows, cols });
    });
    return true;
  }

  /** Removes a room with its node and edges; the tiles stay. */
  removeRoom(node: number | string) {
    this.change((level) => forget(level, new Set([node])));
  }

  /** The pairs of rooms that stairs connect, each pair once. */
  get stairs(): [number | string, number | string][] {
    const edges = (this.level.graph?.edges ?? []).filter(({ requires }) => [requires].flat().includes("stair"));
    return edges.flatMap(({ from, to }, at) => {
      const known = edges.slice(0, at).some((one) => (one.from === from && one.to === to) || (one.from === to && one.to === from));
      return known ? [] : [[from, to] as [number | string, number | string]];
    });
  }

  /** Connects two rooms by stairs, in both directions. */
  join(a: number | string, b: number | string) {
    if (a === b || this.stairs.some(([one, other]) => (one === a && other === b) || (one === b && other === a))) return;
    this.change((level) => {
      const graph = (level.graph ??= { nodes: [], edges: [] });
      graph.edges.push({ from: a, to: b, requires: ["stair"] }, { from: b, to: a, requires: ["stair"] });
    });
  }

  /** Removes the stairs between two rooms. */
  part(a: number | string, b: number | string) {
    this.change((level) => {
      const between = ({ from, to }: { from: number | string; to: number | string }) => (from === a && to === b) || (from === b && to === a);
      if (level.graph) level.graph.edges = level.graph.edges.filter((edge) => !between(edge) || ![edge.requires].flat().includes("stair"));
    });
  }

  /** Adds a blank floor of the size of floor `like`. Returns its number. */
  addFloor(like: number): number {
    const [rows, cols] = [this.rows(like) || 9, this.cols(like) || 13];
    this.change((level) => level.floors.push(...blank(rows, cols).floors));
    return this.floors.length - 1;
  }

  /** Removes a floor with everything on it; the floors above move down by one. */
  removeFloor(floor: number) {
    if (this.floors.length < 2) return;
    this.change((level) => {
      level.floors.splice(floor, 1);
      forget(level, new Set((level.rooms ?? []).filter((room) => room.floor === floor).map(({ node }) => node)));
      const lower = (n: number) => (n > floor ? n - 1 : n);
      const cells = (list: [number, number, number][]) =>
        list.filter(([f]) => f !== floor).map(([f, row, col]): [number, number, number] => [lower(f), row, col]);
      const places = <T extends { floor: number }>(list: T[]) => list.filter((one) => one.floor !== floor).map((one) => ({ ...one, floor: lower(one.floor) }));
      if (level.rooms) level.rooms = places(level.rooms);
      if (level.marks) level.marks = places(level.marks);
      if (level.locks) level.locks = level.locks.map((lock) => ({ ...lock, cells: cells(lock.cells) })).filter((lock) => lock.cells.length > 0);
      if (level.plates) level.plates = level.plates.map((plate) => ({ ...plate, cells: cells(plate.cells) }));
      unplated(level);
      if (level.start) {
        const [start] = places([level.start]);
        if (start) level.start = start;
        else delete level.start;
      }
      if (level.goals) level.goals = places(level.goals);
      tidy(level);
    });
  }

  /** The floor with rows and columns added or taken at its lower right. */
  resize(floor: number, rows: number, cols: number) {
    this.change((level) => {
      const old = level.floors[floor]?.grid ?? [];
      const grid = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: cols }, (_, col) => old[row]?.[col] ?? TILE.wall),
      );
      level.floors[floor] = { grid };
      const inside = (place: { floor: number; row: number; col: number }) =>
        place.floor !== floor || (place.row < rows && place.col < cols);
      if (level.start && !inside(level.start)) delete level.start;
      if (level.goals) level.goals = level.goals.filter(inside);
      if (level.marks) level.marks = level.marks.filter(inside);
      if (level.locks)
        level.locks = level.locks.filter(({ cells }) =>
          cells.every(([f, row, col]) => inside({ floor: f, row, col })),
        );
      if (level.plates) level.plates = level.plates.map((plate) => ({ ...plate, cells: plate.cells.filter(([f, row, col]) => inside({ floor: f, row, col })) }));
      unplated(level);
      const gone = (level.rooms ?? []).filter((r) => !inside({ floor: r.floor, row: r.row + r.rows - 1, col: r.col + r.cols - 1 }));
      forget(level, new Set(gone.map(({ node }) => node)));
    });
  }
}

/** Removes rooms with their nodes and edges. */
function forget(level: LevelJson, nodes: Set<number | string>) {
  level.rooms = (level.rooms ?? []).filter(({ node }) => !nodes.has(node));
  if (level.graph) {
    level.graph.nodes = level.graph.nodes.filter(({ id }) => !nodes.has(id));
    level.graph.edges = level.graph.edges.filter(({ from, to }) => !nodes.has(from) && !nodes.has(to));
    if (level.graph.start !== undefined && nodes.has(level.graph.start)) delete level.graph.start;
    if (level.graph.goals) level.graph.goals = level.graph.goals.filter((goal) => !nodes.has(goal));
  }
  tidy(level);
}

/** Removes empty lists and an empty graph. */
function tidy(level: LevelJson) {
  for (const name of ["rooms", "marks", "locks", "plates", "goals"] as const) if (level[name]?.length === 0) delete level[name];
  if (level.graph && level.graph.nodes.length === 0) delete level.graph;
}

/** Removes everything about a cell except its tile and its plates. */
function bare(level: LevelJson, at: Cell) {
  const apart = (place: Cell) => place.floor !== at.floor || place.row !== at.row || place.col !== at.col;
  if (level.start && !apart(level.start)) delete level.start;
  if (level.goals) level.goals = level.goals.filter(apart);
  const here = ([floor, row, col]: [number, number, number]) => floor === at.floor && row === at.row && col === at.col;
  if (level.marks) level.marks = level.marks.filter(apart);
  if (level.locks) level.locks = level.locks.filter(({ cells }) => !cells.some(here));
  tidy(level);
}

/** Removes a cell from all plates. */
function unplate(level: LevelJson, at: Cell) {
  for (const one of level.plates ?? []) one.cells = one.cells.filter(([floor, row, col]) => floor !== at.floor || row !== at.row || col !== at.col);
  unplated(level);
}

/** Removes plates without cells, and the requirements for them. */
function unplated(level: LevelJson) {
  // A lock may only require existing plates.
  const gone = new Set((level.plates ?? []).filter(({ cells }) => cells.length === 0).map(({ name }) => `plate:${name}`));
  if (gone.size === 0) return;
  if (level.plates) level.plates = level.plates.filter(({ cells }) => cells.length > 0);
  if (level.locks) level.locks = level.locks.map((lock) => ({ ...lock, needs: lock.needs.filter((need) => !gone.has(need)) })).filter(({ needs }) => needs.length > 0);
  tidy(level);
}

function set(level: LevelJson, at: Cell, tile: number) {
  const row = level.floors[at.floor]?.grid[at.row];
  if (row) row[at.col] = tile;
}

/** Uses a tool on a cell. */
function put(level: LevelJson, tool: Tool, at: Cell) {
  if (tool.kind === "tile") placeTile(level, at, tool.tile);
  else if (tool.kind === "erase") {
    placeTile(level, at, TILE.floor);
    unplate(level, at);
  } else if (tool.kind === "mark") mark(level, at, tool.gives);
  else if (tool.kind === "lock") lock(level, at, tool.needs);
  else if (tool.kind === "plate") plate(level, at, tool.name);
}

function placeTile(level: LevelJson, at: Cell, tile: number) {
  const hasGoals = level.goals !== undefined;
  bare(level, at);
  // Only blocks, floor and bridges may lie on plates.
  if (![TILE.block, TILE.floor, TILE.bridge].some((one) => one === tile)) unplate(level, at);
  // If the level lists its goals, a goal tile alone does not count.
  if (tile === TILE.goal && hasGoals) (level.goals ??= []).push({ ...at });
  if (tile === TILE.start) {
    // There is one start, given by its tile.
    delete level.start;
    for (const { grid } of level.floors)
      for (const row of grid) row.forEach((old, col) => old === TILE.start && (row[col] = TILE.floor));
  }
  set(level, at, tile);
}

/** Adds a cell to a plate. A plate is down while a block lies on each of its cells. */
function plate(level: LevelJson, at: Cell, name: string) {
  bare(level, at);
  const tile = level.floors[at.floor]?.grid[at.row]?.[at.col];
  if (tile !== TILE.block && tile !== TILE.bridge) set(level, at, TILE.floor);
  const cell: [number, number, number] = [at.floor, at.row, at.col];
  const known = (level.plates ??= []).find((one) => one.name === name);
  if (!known) level.plates.push({ name, cells: [cell] });
  else if (!known.cells.some((one) => one.join() === cell.join())) known.cells.push(cell);
}

function mark(level: LevelJson, at: Cell, gives: string) {
  bare(level, at);
  unplate(level, at);
  set(level, at, TILE.floor);
  (level.marks ??= []).push({ ...at, gives });
}

function lock(level: LevelJson, at: Cell, needs: string) {
  bare(level, at);
  unplate(level, at);
  set(level, at, TILE.doorOpen);
  (level.locks ??= []).push({ cells: [[at.floor, at.row, at.col]], needs: [needs] });
}
