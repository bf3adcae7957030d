// The current page of the studio: the part of the address after #.

export type Page = "check" | "make" | "play" | "riddle" | "operator" | "about";
const PAGES: Page[] = ["check", "make", "play", "riddle", "operator", "about"];

function read(): { page: Page; fields: URLSearchParams } {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const page = PAGES.find((page) => page === path) ?? "make";
  return { page, fields: new URLSearchParams(query) };
}

export const route = $state(read());

addEventListener("hashchange", () => Object.assign(route, read()));

/** The address of a page with fields. */
export function link(page: Page, fields: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

/** Replaces the address without a new entry in the browser history. */
export function here(page: Page, fields: Record<string, string | number>) {
  history.replaceState(null, "", link(page, fields));
}

/** A level that one page passes to another. */
export const handed: { level: string | null; from: string } = { level: null, from: "" };
