import type { Rest, Row } from "./rest";

/** What most journeys write to. */
const ENTITIES: readonly string[] = ["purchase-orders/purchase-order", "master-data/supplier-class"];

/** Rows that are there, with the version each is at. */
export type Stock = ReadonlyMap<string, number>;

/** @param entities what is written to, where it is something else than usual */
export async function takeStock(rest: Rest, entities = ENTITIES): Promise<Stock> {
  const stock = new Map<string, number>();
  for (const key of entities) for (const { id, version } of await rest.all(key)) stock.set(`${key} ${id}`, version);
  return stock;
}

/**
 * What was done since: every new and every changed row in full, and how many are gone, without what differs from run to run
 * (ids, numbers, moments, the journey's own mark).
 */
export async function changesSince(rest: Rest, before: Stock, mark: string, entities = ENTITIES): Promise<unknown> {
  const rows: { key: string; row: Row }[] = [];
  let kept = 0;
  for (const key of entities) {
    for (const { id, version } of await rest.all(key)) {
      const known = before.get(`${key} ${id}`);
      if (known !== undefined) kept += 1;
      if (known !== version) rows.push({ key, row: await rest.get(key, id) });
    }
  }
  const added = rows.filter(({ key, row }) => !before.has(`${key} ${row.id}`)).flatMap(({ row }) => idsIn(row));
  return {
    gone: before.size - kept,
    // Ids rise with time.
    rows: rows
      .sort((one, other) => (one.row.id < other.row.id ? -1 : 1))
      .map(({ key, row }) => ({ key, row: comparable(row, added, mark) })),
  };
}

/** Ids of a row and of everything in it. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "id" && typeof inner === "string" ? [inner] : idsIn(inner),
  );
}

/** Numbers of documents, of a day or of a year, wherever they are said. */
const NUMBER = /\b[A-Z]{2,3}\d{4}(\d{4})?-\d{4}\b/g;
/** By how much a year's commitment is exceeded grows with each order there is. */
const EXCEEDED = /(超出财年约定供货量)[\d,.]+/g;
const DIFFERENT = /^(id|line|demand_line|schedule|number|queue_no|confirm_deadline|deadline|seal_id|.*_at)$/;

function comparable(value: unknown, added: readonly string[], mark: string): unknown {
  if (typeof value === "string") {
    const known = added.includes(value) ? "<new>" : value;
    return known.replaceAll(mark, "<mark>").replaceAll(NUMBER, "<number>").replaceAll(EXCEEDED, "$1<more>");
  }
  if (Array.isArray(value)) return value.map((one: unknown) => comparable(one, added, mark));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !DIFFERENT.test(name))
      .map(([name, inner]) => [name, comparable(inner, added, mark)]),
  );
}
