// Types of the bindings that wasm-bindgen writes into .build, for a type check without a build. Built bindings take
// precedence.
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
