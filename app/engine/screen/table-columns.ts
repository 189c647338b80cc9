/**
 * Columns of a table that is made for one page.
 * @param numbers those of the labels whose values stand at the right
 */
export function columnsOf(labels: readonly string[], numbers: readonly string[] = []) {
  return labels.map((label, index) => ({
    key: String(index),
    label,
    align: numbers.includes(label) ? ("end" as const) : ("start" as const),
  }));
}
