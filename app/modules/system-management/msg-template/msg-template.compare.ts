/** A line of one of two texts, or of both. */
export interface ComparedLine {
  change: "same" | "added" | "removed";
  line: string;
}

/** Two texts line by line: what stands in both keeps its order, what only the first has stands before what only the second has. */
export function comparedLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  // Length of the longest common rest of both, from each pair of lines on.
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const rows = common[row];
      if (rows)
        rows[column] =
          old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const lines: ComparedLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [left, right] = [old[row], now[column]];
    if (left !== undefined && left === right) {
      lines.push({ change: "same", line: left });
      row += 1;
      column += 1;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ change: "removed", line: left });
      row += 1;
    } else {
      lines.push({ change: "added", line: right ?? "" });
      column += 1;
    }
  }
  return lines;
}
