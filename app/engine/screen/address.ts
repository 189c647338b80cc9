import type { Screen } from "../entity/registry";

/** Address of a screen's list, below the base path. */
export function listPath(screen: Pick<Screen, "area" | "key">): string {
  return `/${screen.area}/${screen.key}`;
}

export function recordPath(screen: Pick<Screen, "area" | "key">, id: string): string {
  return `${listPath(screen)}/${id}`;
}

/** Address of a list as the person left it, so that a record leads back to the same page and filters. */
export function query(pairs: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return search === "" ? "" : `?${search}`;
}
