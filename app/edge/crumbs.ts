import type { Crumb } from "~/ui/model";

const HOME: Crumb = { label: "首页", href: "/qiaqia/home" };

function isCrumb(value: unknown): value is Crumb {
  return typeof value === "object" && value !== null && "label" in value && typeof value.label === "string";
}

/** The trail above a page: home, then what the loaders of the page say under `crumbs`. */
export function crumbsOf(loaded: readonly unknown[]): Crumb[] {
  const own = loaded.flatMap((data): Crumb[] => {
    if (typeof data !== "object" || data === null || !("crumbs" in data) || !Array.isArray(data.crumbs)) return [];
    return data.crumbs.filter(isCrumb);
  });
  return own.length > 0 ? [HOME, ...own] : [HOME];
}
