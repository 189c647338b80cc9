/**
 * Rows of a comma-separated text: quoted cells may hold commas, line breaks and doubled quotes.
 * @returns null for a text whose last quote is never closed
 */
export function csvRows(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const source = text.replace(/^\ufeff/, "");
  const separator = separatorOf(source);
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") {
      rows.push([...row, cell.replace(/\r$/, "")]);
      row = [];
      cell = "";
    } else cell += sign;
  }
  if (quoted) return null;
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** Spreadsheet programs of some settings write semicolons or tabs. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.indexOf("\n") + 1 || undefined);
  return [",", "\t", ";"].find((sign) => head.includes(sign)) ?? ",";
}
