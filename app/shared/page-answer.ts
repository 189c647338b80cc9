/** A page of rows, whoever answered it and however it was spelled. */
export interface PageAnswer {
  /** Rows with their place on the page, from 1. */
  data: (Record<string, unknown> & { key: number })[];
  pageNo: number;
  pageSize: number;
  totalCount: number;
  totalPage: number;
}

/**
 * Reads a page as the calls of both dialects spell it: `rows` or `records`, `pageNow` or `current`, `pageSize` or `size`, `total` or
 * `rowCount`, `pageCount` or `pages`, under `result` or at the root. What is missing is worked out; null for what is no page.
 */
export function readPageAnswer(answer: unknown): PageAnswer | null {
  const root = recordOf(answer);
  const page = [recordOf(root?.result), root].find((one) => one !== null && listOf(one) !== null) ?? null;
  const rows = page && listOf(page);
  if (!page || !rows) return null;
  const pageSize = countOf(page.pageSize ?? page.size) ?? rows.length;
  const totalCount = countOf(page.total ?? page.rowCount) ?? rows.length;
  return {
    data: rows.map((row, index) => ({ ...recordOf(row), key: index + 1 })),
    pageNo: countOf(page.pageNow ?? page.current) ?? 1,
    pageSize,
    totalCount,
    totalPage: countOf(page.pageCount ?? page.pages) ?? (pageSize > 0 ? Math.ceil(totalCount / pageSize) : 0),
  };
}

function listOf(page: Readonly<Record<string, unknown>>): unknown[] | null {
  const list = page.rows ?? page.records;
  return Array.isArray(list) ? list : null;
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Counts arrive as numbers or as their text. */
function countOf(value: unknown): number | null {
  const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof count === "number" && Number.isInteger(count) && count >= 0 ? count : null;
}
