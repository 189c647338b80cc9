import { safeRedirect } from "remix-utils/safe-redirect";

export const HOME = "/qiaqia/home";

/**
 * Where to go after the sign-in: only an address of this application, below the base path, and not the sign-in itself.
 * @param isKnown whether a path, without query, leads to a page; without it every path of ours will do
 */
export function safeTarget(wanted: string | null, isKnown: (path: string) => boolean = () => true): string {
  if (!wanted || !isPlain(wanted) || isForeign(wanted) || isForeign(decoded(wanted))) return HOME;
  const { pathname, search } = new URL(wanted.replace(/^\/web(?=\/)/, ""), "http://portal.invalid");
  if (pathname === "/" || /^\/(user|403|404|500)(\/|$)/.test(pathname) || !isKnown(pathname)) return HOME;
  return pathname + search;
}

/** Longer ones name no page of ours. */
const LONGEST_PATH = 200;

/** The path of a page of ours, below the base path and without what was asked of it; null for everything else. */
export function ownPath(given: string | null): string | null {
  const path = given?.split(/[?#]/)[0];
  if (!path || path.length > LONGEST_PATH) return null;
  const target = safeTarget(path);
  return target === HOME && path !== HOME && path !== `/web${HOME}` ? null : target;
}

/** The first sieve. It lets tabs, line ends and escapes through, so that `isForeign` has the last word. */
function isPlain(address: string): boolean {
  const path = address.split(/[?#]/)[0] ?? "";
  return path !== "" && safeRedirect(path, "") === path;
}

/**
 * Browsers read a backslash as a slash and drop line ends and tabs, and points climb out of a folder: what looks like a path may name
 * another host.
 */
function isForeign(address: string): boolean {
  const path = address.replace(/^\/web(?=\/)/, "");
  if (!URL.canParse(path, "http://portal.invalid")) return true;
  const { host, pathname } = new URL(path, "http://portal.invalid");
  return (
    host !== "portal.invalid" ||
    pathname.startsWith("//") ||
    /^\/[/\\]/.test(address) ||
    /[\\\p{Cc}]/u.test(address.split("?")[0] ?? "") ||
    /\p{Cc}/u.test(address)
  );
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.split("?")[0] ?? "");
  } catch {
    return "//";
  }
}
