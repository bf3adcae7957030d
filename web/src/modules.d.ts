// The bindings that wasm-bindgen writes into .build, for a check of types where they were not built. Where they are, theirs count.
declare module "*/.build/levels/levels.js" {
  export default function init(input: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  export function begin(listener: (attempts: number, accepted: number) => void): void;
  export function levels(request: string): string;
}
declare module "*/.build/words/words.js" {
  export default function init(input: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  export function begin(listener: (attempts: number, accepted: number) => void): void;
  export function words(request: string): string;
  export function lexicon(file: Uint8Array): string;
}
