import type { Registry } from "../entity/registry";

/** Pages for everybody that no definition describes. */
const FIXED_PAGES = [
  "/qiaqia/home",
  "/account/account-center",
  "/account/settings",
  "/account/inbox",
  "/account/keys",
  "/api-docs",
];

/** True for the address of a page this program has: of a screen, a page below it, or one of the fixed ones. */
export function isKnownPage(registry: Pick<Registry, "screen" | "modules">, address: string): boolean {
  const path = (address.split(/[?#]/)[0] ?? "").replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  if (FIXED_PAGES.some((page) => path === page || path.startsWith(`${page}/`))) return true;
  const [, area = "", key] = path.split("/");
  // The address of a module leads to its first page.
  return key === undefined
    ? registry.modules.some((module) => module.key === area)
    : Boolean(registry.screen(`${area}/${key}`));
}
