// Tiles placed on a board of 15 × 15 squares, and the play that they form.

export const SIZE = 15;

export interface PlacedTile {
  letter: string;
  blank: boolean;
  /** Index in the rack. */
  from: number;
}

export interface Play {
  /** `H8` across, `8H` down. */
  square: string;
  /** The whole word, with `?` before the letter of each placed blank. */
  word: string;
}

export const rowName = (row: number) => String.fromCharCode(65 + row);

/** The play that the placed tiles form with those on the board; null unless they are in one line without gaps. */
export function play(board: string[], laid: Map<number, PlacedTile>): Play | null {
  const at = (row: number, col: number): string | null => {
    if (row < 0 || col < 0 || row >= SIZE || col >= SIZE) return null;
    const tile = laid.get(row * SIZE + col);
    if (tile) return `${tile.blank ? "?" : ""}${tile.letter}`;
    const there = [...(board[row] ?? "")][col];
    return there && there !== "." ? there : null;
  };
  const squares = [...laid.keys()].map((index) => [Math.floor(index / SIZE), index % SIZE] as const);
  const first = squares[0];
  if (!first) return null;
  const oneRow = squares.every(([row]) => row === first[0]);
  const oneCol = squares.every(([, col]) => col === first[1]);
  if (!oneRow && !oneCol) return null;
  const run = (across: boolean): Play & { length: number; covers: number } => {
    let [row, col] = first;
    const [dr, dc] = across ? [0, 1] : [1, 0];
    while (at(row - dr, col - dc) !== null) [row, col] = [row - dr, col - dc];
    const square = across ? `${rowName(row)}${col + 1}` : `${col + 1}${rowName(row)}`;
    let [word, length, covers] = ["", 0, 0];
    for (let letter = at(row, col); letter !== null; letter = at(row, col)) {
      word += letter;
      length += 1;
      if (laid.has(row * SIZE + col)) covers += 1;
      [row, col] = [row + dr, col + dc];
    }
    return { square, word, length, covers };
  };
  const runs = [...(oneRow ? [run(true)] : []), ...(oneCol ? [run(false)] : [])];
  const whole = runs.filter(({ covers, length }) => covers === laid.size && length > 1);
  whole.sort((a, b) => b.length - a.length);
  const best = whole[0];
  return best ? { square: best.square, word: best.word } : null;
}
