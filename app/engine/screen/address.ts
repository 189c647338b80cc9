import type { Screen } from "../entity/registry";

/** Address of a screen's list, below the base path. */
export function listPath(screen: Pick<Screen, "area" | "key">): string {
  return `/${screen.area}/${screen.key}`;
}

export function recordPath(screen: Pick<Screen, "area" | "key">, id: string): string {
  return `${listPath(screen)}/${id}`;
}

/** Address of the page that asks before a transition; transition names use hyphens in addresses. */
export function transitionPath(screen: Pick<Screen, "area" | "key">, id: string, transition: string): string {
  return `${recordPath(screen, id)}/${transition.replace(/_/g, "-")}`;
}

/** Address of the page that asks before a transition on several records. */
export function batchPath(screen: Pick<Screen, "area" | "key">, transition: string): string {
  return `${listPath(screen)}/batch/${transition.replace(/_/g, "-")}`;
}

/** Address of the page that makes documents from open lines of others. */
export function conversionPath(screen: Pick<Screen, "area" | "key">, conversion: string): string {
  return `${listPath(screen)}/convert/${conversion.replace(/_/g, "-")}`;
}

/** Address of the chosen rows of a list on paper, one after another. */
export function printRowsPath(screen: Pick<Screen, "area" | "key">): string {
  return `${listPath(screen)}/print-rows`;
}

/** Address of a named paper of the chosen rows of a list. */
export function rowPaperPath(screen: Pick<Screen, "area" | "key">, paper: string): string {
  return `${printRowsPath(screen)}/${paper.replace(/_/g, "-")}`;
}

/** Address of the form of a new record. */
export function newPath(screen: Pick<Screen, "area" | "key">): string {
  return `${listPath(screen)}/new`;
}

export function editPath(screen: Pick<Screen, "area" | "key">, id: string): string {
  return `${recordPath(screen, id)}/edit`;
}

/** Address of the form that has a list exported beside the page. */
export function exportLaterPath(
  screen: Pick<Screen, "area" | "key">,
  pairs: readonly (readonly [string, string])[],
): string {
  return `${listPath(screen)}/export-later${query(pairs)}`;
}

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** Which record an address lets one edit: null for a new one, undefined when it is no form of this screen. */
export function formAt(screen: Pick<Screen, "area" | "key">, address: string | null): string | null | undefined {
  if (address === newPath(screen)) return null;
  const id = new RegExp(`/(${ID})/edit$`).exec(address ?? "")?.[1];
  return id !== undefined && address === editPath(screen, id) ? id : undefined;
}

/** Address of a list as the person left it, so that a record leads back to the same page and filters. */
export function query(pairs: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return search === "" ? "" : `?${search}`;
}

/** The form as it was left. */
export function draftPath({ id, address }: { id: string; address: string }): string {
  return `${address}?draft=${id}`;
}

/**
 * What a link from a list to a record carries, so that the record knows the way back and what comes next.
 * @param pairs parameters of the list as the person left it, without its page
 */
export function originParams(pairs: readonly (readonly [string, string])[], page: number): string {
  return query([["from", query([...pairs, ["page", String(page)]]).slice(1)]]);
}
