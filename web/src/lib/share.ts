// Compressed texts in links, downloads, the clipboard, and local storage.

async function through(bytes: BufferSource, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Response(bytes).body;
  if (!body) return new Uint8Array();
  return new Uint8Array(await new Response(body.pipeThrough(stream)).arrayBuffer());
}

export function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text: string): Promise<string> {
  const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

export function save(name: string, data: string | Blob, type = "text/plain") {
  const url = URL.createObjectURL(typeof data === "string" ? new Blob([data], { type }) : data);
  const anchor = Object.assign(document.createElement("a"), { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads local storage; null if there is no value or no storage. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`quandary.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, text: string) {
  try {
    localStorage.setItem(`quandary.${name}`, text);
  } catch {
    // Storage is full or disabled; the page works without it.
  }
}
