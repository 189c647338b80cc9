export const HOME = "/qiaqia/home";

/**
 * Where to go after the sign-in: only an address of this application, below the base path, and not the sign-in itself.
 * @param isKnown whether a path, without query, leads to a page; without it every path of ours will do
 */
export function safeTarget(wanted: string | null, isKnown: (path: string) => boolean = () => true): string {
  if (!wanted?.startsWith("/") || isForeign(wanted) || isForeign(decoded(wanted))) return HOME;
  const path = wanted.replace(/^\/web(?=\/)/, "");
  if (!URL.canParse(path, "http://portal.invalid")) return HOME;
  const { host, pathname, search } = new URL(path, "http://portal.invalid");
  if (
    host !== "portal.invalid" ||
    pathname === "/" ||
    pathname.startsWith("//") ||
    /^\/(user|403|404|500)(\/|$)/.test(pathname) ||
    !isKnown(pathname)
  )
    return HOME;
  return pathname + search;
}

/** Browsers read a backslash as a slash and drop line ends and tabs: what looks like a path may name another host. */
function isForeign(address: string): boolean {
  return /^\/[/\\]/.test(address) || /[\\\p{Cc}]/u.test(address.split("?")[0] ?? "") || /\p{Cc}/u.test(address);
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.split("?")[0] ?? "");
  } catch {
    return "//";
  }
}
