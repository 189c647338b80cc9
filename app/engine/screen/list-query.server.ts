import { isReadable } from "~/shared/readable";
import { searchPhrase } from "~/shared/search";
import type { Screen } from "../entity/registry";
import { isSearched } from "../entity/search-fields";
import { DEFAULT_SIZE, isSortable, type ListQuery, PAGE_SIZES } from "../operations/list.server";
import { listPath, query } from "./address";

export type Pairs = [name: string, value: string][];

/** A query as an address tells it. */
export interface AddressedQuery extends ListQuery {
  /** The address names the number of rows, so the addresses it leads to do as well: people differ in what they get without. */
  sized?: boolean;
}

/** A query as a page asks for it. */
export interface PageQuery extends AddressedQuery {
  columns: readonly string[];
  /** The person has a view that opens by itself, so every address says that it means something else. */
  all: boolean;
}

/** Reads the address of a list. What does not fit is left out or brought into range: an address never fails. */
export function readListQuery(screen: Screen, params: URLSearchParams): AddressedQuery {
  const names: string[] = [...screen.list.filters];
  if (screen.entity.states && !names.includes("state")) names.push("state");
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const values = params
        .getAll(name)
        // An address may lie within another, where nobody has looked yet.
        .filter(isReadable)
        .slice(0, 20)
        .map((value) => value.slice(0, 200));
      return values.some((value) => value.trim() !== "") ? [[name, values]] : [];
    }),
  );
  const toggles = Object.keys(screen.list.toggles ?? {}).filter((name) => params.get(name) === "1");
  const asked = Number(params.get("size") ?? DEFAULT_SIZE);
  const size = PAGE_SIZES.find((one) => one >= asked) ?? (asked > 0 ? PAGE_SIZES.at(-1) : DEFAULT_SIZE) ?? DEFAULT_SIZE;
  const page = Number(params.get("page") ?? 1);
  const q = searchPhrase(params.get("q") ?? "");
  return {
    ...(q !== "" && isSearched(screen.entity) ? { q } : {}),
    filters,
    toggles,
    sort: params
      .getAll("sort")
      .slice(0, 3)
      .filter((key) => isSortable(screen, key.replace(/^-/, ""))),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
    size,
    ...(params.get("size") === String(size) ? { sized: true } : {}),
  };
}

/** Whether the conditions come out of the form above the list, which sends what was left blank as well; a link names what it means. */
export function isTyped(screen: Screen, params: URLSearchParams): boolean {
  const sent = ["q", ...screen.list.filters].map((name) => params.getAll(name));
  return sent.some((values) => values.length > 0 && values.every((value) => value.trim() === ""));
}

/** The parameters of a query, less those that are replaced. */
export function pairsOf(request: AddressedQuery & { all?: boolean }, leaveOut: readonly string[] = []): Pairs {
  const pairs: Pairs = [
    ...(request.q === undefined ? [] : [["q", request.q] as [string, string]]),
    ...Object.entries(request.filters).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    ),
    ...request.toggles.map((name): [string, string] => [name, "1"]),
    ...request.sort.map((key): [string, string] => ["sort", key]),
    ...(request.size === DEFAULT_SIZE && !request.sized ? [] : [["size", String(request.size)] as [string, string]]),
    ...(request.all ? [["view", "all"] as [string, string]] : []),
  ];
  return pairs.filter(([name]) => !leaveOut.includes(name));
}

/** Address of a list with these parameters. */
export function listHref(screen: Screen, pairs: Pairs): string {
  return listPath(screen) + query(pairs);
}

/** Address of the list that `backPair` named. It is read as a query, so it leads nowhere else. */
export function backHref(screen: Screen, back: string): string {
  const params = new URLSearchParams(back);
  return listHref(screen, pairsOf({ ...readListQuery(screen, params), all: params.get("view") === "all" }));
}

/** What a view of the list keeps: its query without the page, whatever the order of the parameters. */
export function viewQuery(screen: Screen, params: URLSearchParams): string {
  const sorted = new URLSearchParams(pairsOf({ ...readListQuery(screen, params), sized: false }));
  sorted.sort();
  return sorted.toString();
}

/** The list as it stands, for pages that lead back to it. */
export function backPair(listQuery: ListQuery): Pairs {
  const text = query(pairsOf(listQuery)).slice(1);
  return text === "" ? [] : [["back", text]];
}
