// The messages between the page and its workers. A worker refuses a page of another version.

export const VERSION = 1;

/** A WebAssembly module: dungeons and verifier, or words. */
export type Kind = "levels" | "words";

export type ToWorker =
  | { type: "start"; version: number; kind: Kind; module: WebAssembly.Module }
  | { type: "ask"; id: number; request: string }
  | { type: "lexicon"; id: number; file: Uint8Array };

export type FromWorker =
  | { type: "ready"; version: number }
  | { type: "answer"; id: number; answer: string }
  | { type: "refusal"; id: number; refusal: Refusal }
  | { type: "progress"; id: number; attempts: number; accepted: number }
  | { type: "broken"; id: number | null; error: string };

export interface Refusal {
  kind: "request" | "input" | "nothing";
  error: string;
}

/** [row, column], or [floor, row, column] in a level with several floors; or a node of the graph. */
export type Place = [number, number] | [number, number, number] | { node: number | string };

export interface LevelJson {
  format: string;
  name?: string;
  floors: { grid: number[][] }[];
  start?: { floor: number; row: number; col: number };
  goals?: { floor: number; row: number; col: number }[];
  rooms?: Room[];
  marks?: Mark[];
  locks?: TileLock[];
  plates?: { name: string; cells: [number, number, number][]; gives?: string }[];
  graph?: { nodes: Node[]; edges: Edge[]; start?: number | string; goals?: (number | string)[] };
  rules?: Record<string, unknown>;
  provenance?: { request?: { category?: string }; guessed?: unknown; [key: string]: unknown };
  [key: string]: unknown;
}

export interface Room {
  node: number | string;
  floor: number;
  row: number;
  col: number;
  rows: number;
  cols: number;
}

export interface Node {
  id: number | string;
  contents: string[];
}

export interface Edge {
  from: number | string;
  to: number | string;
  requires: string | string[];
}

export interface Mark {
  floor: number;
  row: number;
  col: number;
  gives: string;
}

export interface TileLock {
  cells: [number, number, number][];
  needs: string[];
}

export interface Thing {
  kind: string;
  cell?: Place;
  at?: Place;
  cells?: Place[];
  tile?: string;
  content?: string;
  requires?: string[];
  needed?: boolean;
  name?: string;
  [key: string]: unknown;
}

export interface WhyNotJson {
  core: Thing[];
  repair: Thing[] | null;
  smallest: boolean;
  also: Thing[];
  tried: "together" | "singly" | "some" | "cut_short";
}

export interface CheckJson {
  verdict: "solvable" | "unsolvable" | "no goal" | "unknown";
  winnable: boolean | null;
  unlosable: boolean | null;
  cost: number | null;
  states: number | null;
  dead_states: number | null;
  witness: { path: Place[]; plan: { action: string; opened: string[]; collected: string[] }[]; cost: number } | null;
  needed: Thing[];
  spheres: Thing[][];
  /** Of a level without a goal: the things that never come into reach, by the locks before them, and those that can be lost. */
  reach?: { never: { things: Thing[]; behind: Thing[] }[]; losable: Thing[] };
  why_not: WhyNotJson | null;
  lint: { code: string; message: string }[];
  repair?: { outcome: string; changes?: Thing[] };
  limit?: string;
}

export interface Checked {
  check: CheckJson;
  words: string | null;
  mended: string | null;
  told: string | null;
}

/** A name in a file of another program. */
export interface ForeignName {
  name: string;
  /** What it names, such as "layer". */
  kind: string;
  times: number;
  /** The first use. */
  first: string;
  meaning: string;
  basis: "own" | "given" | "guessed" | "unknown";
  /** The reason of a guess. */
  why: string;
}

/** A file that was read. */
export interface ReadJson {
  form: string;
  /** The levels as JSON. */
  levels: string[];
  /** Why there is no level, where other meanings of names may help. */
  fault: string | null;
  notes: string[];
  /** The guesses on which the levels rest, in words. */
  guessed: string[];
  /** Those among them that are not about names. */
  others: string[];
  names: ForeignName[];
  /** The names with their meanings, as TOML. */
  table: string | null;
}

export interface BoardJson {
  width: number;
  height: number;
  corners: [number, number][];
  svg: string;
}

export interface Inventory {
  keys: number;
  bombs: number;
  boss_key: boolean;
  key_item: boolean;
  symbols: string[];
  toggles: number[];
  plates?: string[];
}

export interface PlayJson {
  position: Place;
  steps: number;
  at: string;
  held: Inventory;
  won: boolean;
  refused: string | null;
  winnable: boolean | null;
  deeds: string[];
  floors: string[][] | null;
  marks: Place[];
}

export interface HintJson {
  rung: number;
  standing: { state: string; back?: number };
  where?: { room?: number | string; floor?: number; part?: string; here: boolean };
  what?: {
    do: "take" | "open" | "flip" | "press" | "push" | "win";
    thing: string | number | null;
    at: Place;
    for: { kind: "lock" | "win" | "way"; at?: Place; asks?: string[] };
  };
  words: string[];
  moves?: string[];
  cheapest?: boolean;
}

export interface About {
  version: string;
  algorithm: string;
  categories: { name: string; family: string }[];
  tiles: { id: number; name: string; letter: string }[];
}

/** The verifier's result for a claim, before or after the change. */
export interface ClaimVerdict {
  verdict: string;
  moves: number | null;
  unlosable?: boolean;
}

export interface Claim {
  claim: string;
  about: string[];
  /** The options of both queries. */
  given: string[];
  /** The extra options of the second query. */
  change: string[];
  before: ClaimVerdict;
  after: ClaimVerdict;
  holds: boolean;
}

export interface DungeonJson {
  seed: number;
  attempt: number;
  name: string;
  goal: string;
  rooms: { id: number; purpose: string; name: string; text: string; holds: string[]; load: number; enemies: { kind: string; cell: [number, number, number] }[] }[];
  passages: { a: number; b: number; kind: string; needs: { a_to_b: string[]; b_to_a: string[] } }[];
  cycles: { pattern: string; entry: number; goal: number; arc_a: number[]; arc_b: number[]; claims: number[] }[];
  claims: Claim[];
  level: LevelJson;
  proof: { winnable: boolean; unlosable: boolean; places: number; cost: number; cheapest: boolean };
  walkthrough: string[];
  route: string[];
  things: { thing: string; name: string; text: string }[];
  rank: { value: number };
  provenance: { algorithm: string };
}
