import { workbookNumberOf } from "~/shared/calendar";
import { formatDecimal } from "~/shared/decimal";
import { type Cell, writable } from "./cell";

/** Parts of a spreadsheet file (ECMA-376) as text: sheets, their header row frozen, filtered and repeated on paper. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Spreadsheet programs calculate with fifteen digits; what has more would silently change. */
const EXACT_DIGITS = 15;
const MOST_SCALE = 10;
const MOST_PERCENT_SCALE = 6;
const LONGEST_TEXT = 32_767;
/** From here on programs agree about the numbers of days; before, they disagree about a leap day. */
const FIRST_DAY = "1900-03-01";
const FIRST_FORMAT = 164;

const STYLE = { head: 1, text: 2, longNumber: 3, day: 4, instant: 5, number: 6, percent: 6 + MOST_SCALE + 1 } as const;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

/** Most texts hold none of these and pass as they are. */
const NEEDS_CARE = /[&<>"_\r\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** A text of a cell. `_x0041_` means a character to spreadsheet programs, so its first sign is written that way itself. */
function cellText(text: string): string {
  if (!NEEDS_CARE.test(text) && text.length <= LONGEST_TEXT) return text;
  return escapeXml(
    writable(text)
      .slice(0, LONGEST_TEXT)
      .replace(/\p{Cs}$/u, "")
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"),
  );
}

/** Letters of a column: 1 is A, 27 is AA. */
export function columnName(position: number): string {
  const rest = Math.floor((position - 1) / 26);
  return (rest > 0 ? columnName(rest) : "") + String.fromCharCode(65 + ((position - 1) % 26));
}

/** A name that spreadsheet programs take: at most 31 characters and none of theirs. */
export function sheetName(label: string): string {
  const name = writable(label)
    .replace(/[\n\t[\]:*?/\\]/g, " ")
    .replace(/^[' ]+/, "")
    .slice(0, 31)
    .replace(/[' \ud800-\udbff]+$/, "");
  return name === "" ? "Sheet1" : name;
}

function scaleOf(decimal: string): number {
  return /\.(\d*?)0*$/.exec(decimal)?.[1]?.length ?? 0;
}

function isExact(decimal: string): boolean {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  return `${whole}${fraction}`.replace(/^0+|0+$/g, "").length <= EXACT_DIGITS;
}

/** The hundredth part, by moving the point: 13.5 is 0.135. */
function hundredth(decimal: string): string {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  const digits = whole.padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}

function numberXml(at: string, cell: { as: "number" | "percent"; decimal: string; minScale: number }): string {
  const scale = Math.max(scaleOf(cell.decimal), cell.minScale);
  const isPercent = cell.as === "percent";
  if (!isExact(cell.decimal) || scale > (isPercent ? MOST_PERCENT_SCALE : MOST_SCALE))
    return textXml(at, formatDecimal(cell.decimal, cell.minScale) + (isPercent ? "%" : ""), STYLE.longNumber);
  const value = isPercent ? hundredth(cell.decimal) : cell.decimal;
  return `<c r="${at}" s="${STYLE[cell.as] + scale}"><v>${value}</v></c>`;
}

function textXml(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
}

function dayXml(at: string, day: string, time: string): string {
  if (day < FIRST_DAY) return textXml(at, `${day} ${time}`.trim(), STYLE.text);
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const part = ((hours * 60 + minutes) * 60 + seconds) / 86_400;
  // With every digit it has: a rounded one is shown as the second before.
  const serial = workbookNumberOf(day) + part;
  return `<c r="${at}" s="${time === "" ? STYLE.day : STYLE.instant}"><v>${serial}</v></c>`;
}

function cellXml(at: string, cell: Cell): string {
  switch (cell?.as) {
    case "number":
    case "percent":
      return numberXml(at, cell);
    case "day":
      return dayXml(at, cell.day, "");
    case "instant":
      return dayXml(at, cell.time.slice(0, 10), cell.time.slice(11));
    case "text":
      return textXml(at, cell.text, STYLE.text);
    default:
      return "";
  }
}

/** A row; `names` are the letters of the columns, `number` counts from 1. */
export function rowXml(cells: readonly Cell[], names: readonly string[], number: number): string {
  return `<row r="${number}">${cells.map((cell, index) => cellXml(`${names[index]}${number}`, cell)).join("")}</row>`;
}

export function headXml(labels: readonly string[], names: readonly string[]): string {
  return `<row r="1" ht="20" customHeight="1">${labels.map((label, index) => textXml(`${names[index]}1`, label, STYLE.head)).join("")}</row>`;
}

/** Everything before the rows. `widths` in characters. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="16"/><cols>${columns.join("")}</cols><sheetData>`
  );
}

/** Everything after the rows; `rows` counts the header too. */
export function sheetEnd(columns: number, rows: number): string {
  return (
    `</sheetData><autoFilter ref="A1:${columnName(columns)}${rows}"/>` +
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.2" footer="0.2"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddFooter>&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>'
  );
}

/** How wide a text stands, in characters; Chinese ones take two. */
export function widthOf(cell: Cell): number {
  switch (cell?.as) {
    case "number":
    case "percent":
      return formatDecimal(cell.decimal, cell.minScale).length + 1;
    case "day":
      return 10;
    case "instant":
      return 16;
    case "text":
      return [...cell.text].reduce((width, sign) => width + (sign.charCodeAt(0) > 255 ? 2 : 1), 0);
    default:
      return 0;
  }
}

/** Names that differ from each other, as spreadsheet programs demand. */
export function sheetNames(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    let name = sheetName(label);
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${sheetName(label).slice(0, 27)} ${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** The parts of the file besides the sheets, by name. @param names of the sheets, in order */
export function bookParts(names: readonly string[]): Readonly<Record<string, string>> {
  const each = (part: (name: string, number: number) => string) => names.map((name, at) => part(name, at + 1)).join("");
  const quoted = (name: string) => escapeXml(`'${name.replaceAll("'", "''")}'`);
  const sheetTypes = each(
    (_name, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  const sheetRelations = each(
    (_name, number) =>
      `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const sheets = each((name, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`);
  const titles = each(
    (name, number) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${number - 1}">${quoted(name)}!$1:$1</definedName>`,
  );
  return {
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${sheetTypes}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheetRelations}<Relationship Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets><definedNames>${titles}</definedNames></workbook>`,
    "xl/styles.xml": stylesXml(),
  };
}

/** Formats by number of decimals: `#,##0.###` would leave a point behind whole numbers. */
function stylesXml(): string {
  const decimals = (count: number) => (count > 0 ? `.${"0".repeat(count)}` : "");
  const formats = [
    "yyyy\\-mm\\-dd",
    "yyyy\\-mm\\-dd\\ hh:mm",
    ...Array.from({ length: MOST_SCALE + 1 }, (_none, scale) => `#,##0${decimals(scale)}`),
    ...Array.from({ length: MOST_PERCENT_SCALE + 1 }, (_none, scale) => `0${decimals(scale)}%`),
  ];
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
  const head =
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center"/></xf>';
  // Text format keeps a code such as 0012, or a text such as =1, a text when somebody edits the cell.
  const text = '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>';
  const longNumber =
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf>';
  const styles = [plain, head, text, longNumber].concat(
    formats.map(
      (_format, index) =>
        `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    ),
  );
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}">` +
    `<numFmts count="${formats.length}">${formats.map((format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${format}"/>`).join("")}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDF1F6"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${styles.length}">${styles.join("")}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
