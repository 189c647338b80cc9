import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { csvRows } from "~/engine/input/csv-rows";
import { tableFile } from "~/engine/input/table-file.server";
import { sheetFile } from "~/engine/output/sheet.server";

const LIMITS = { rows: 20, columns: 10 };

async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, part] of Object.entries(parts)) file.addBuffer(Buffer.from(part), path);
  file.end();
  const pieces: Buffer[] = [];
  for await (const piece of file.outputStream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const BOOK = {
  "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
};
const book = (sheet: string, more: Record<string, string | Buffer> = {}) =>
  zip({ ...BOOK, "xl/worksheets/sheet1.xml": sheet, ...more });

test("自己导出的文件读得回来", async () => {
  async function* rows() {
    yield [[{ as: "text" as const, text: 'A<&>"1' }, null, { as: "number" as const, decimal: "12.50", minScale: 2 }]];
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetFile("表", ["一", "二", "三"], rows(), new Date(0))) pieces.push(piece);
  expect(await tableFile(Buffer.concat(pieces), LIMITS)).toEqual([
    ["一", "二", "三"],
    ['A<&>"1', "", "12.50"],
  ]);
});

test("共享字符串、富文本、跳过的单元格和空行、按数字存的手机号", async () => {
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
    '<row r="2"/><row r="3"><c r="B3"><v>1.3800012345E10</v></c></row></sheetData></worksheet>';
  const strings = "<sst><si><t>工号</t></si><si><r><t>姓</t></r><r><t>名</t></r><rPh><t>xing</t></rPh></si></sst>";
  expect(await tableFile(await book(sheet, { "xl/sharedStrings.xml": strings }), LIMITS)).toEqual([
    ["工号", "", "姓名"],
    [],
    ["", "13800012345"],
  ]);
});

const row = (n: number) => `<row r="${n}"><c r="A${n}"><v>1</v></c></row>`;
const many = (count: number) => Array.from({ length: count }, (_none, index) => row(index + 1)).join("");

test.each<[string, () => Promise<Buffer>, string]>([
  ["行太多", () => book(`<worksheet><sheetData>${many(30)}</sheetData></worksheet>`), "超过20行"],
  ["行号离谱", () => book(`<worksheet><sheetData>${row(1_000_000)}</sheetData></worksheet>`), "超过20行"],
  [
    "列太多",
    () => book('<worksheet><sheetData><row r="1"><c r="ZZ1"><v>1</v></c></row></sheetData></worksheet>'),
    "列数超过10列",
  ],
  [
    "压缩炸弹",
    () => book("<worksheet><sheetData>", { "xl/sharedStrings.xml": Buffer.alloc(40 * 1024 * 1024, 32) }),
    "解压后过大",
  ],
  ["自带实体", () => book('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'), "无法读取"],
  ["坏的XML", () => book("<worksheet><row></worksheet>"), "无法读取"],
  ["不是工作簿的压缩包", () => zip({ "a.txt": "a" }), "无法读取"],
  ["只有开头像压缩包", async () => Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3, 4, 5, 6, 7, 8]), "无法读取"],
  ["旧版xls", async () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), "另存为 .xlsx"],
  ["空文件", async () => Buffer.alloc(0), "请选择"],
  ["图片", async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), "无法读取"],
])("%s：不读，说明原因", async (_what, file, said) => {
  await expect(tableFile(await file(), LIMITS)).rejects.toMatchObject({
    error: "invalid",
    message: expect.stringContaining(said),
  });
});

test("目录谎报大小的压缩包，按真正解开的算", async () => {
  const sheet = "<worksheet><sheetData>";
  const bomb = await book(sheet, { "xl/sharedStrings.xml": Buffer.alloc(40 * 1024 * 1024, 32) });
  const packed = deflateRawSync(Buffer.alloc(10));
  expect(packed.length).toBeGreaterThan(0);
  // Both places that tell the unpacked size say that it is small.
  const [real, small] = [Buffer.alloc(4), Buffer.alloc(4)];
  real.writeUInt32LE(40 * 1024 * 1024);
  small.writeUInt32LE(100);
  for (let at = bomb.indexOf(real); at >= 0; at = bomb.indexOf(real, at)) small.copy(bomb, at);
  await expect(tableFile(bomb, LIMITS)).rejects.toMatchObject({ error: "invalid" });
});

test("CSV：引号、逗号、换行、BOM、国标编码、分号", async () => {
  expect(csvRows('\ufeffa,"b ""c"", d","e\nf"\r\n1,,3')).toEqual([
    ["a", 'b "c", d', "e\nf"],
    ["1", "", "3"],
  ]);
  expect(csvRows("工号;姓名\n1;a,b")).toEqual([
    ["工号", "姓名"],
    ["1", "a,b"],
  ]);
  expect(csvRows('a,"b')).toBeNull();
  // 工号 in the national encoding.
  expect(await tableFile(Buffer.from([0xb9, 0xa4, 0xba, 0xc5, 0x0a, 0x41]), LIMITS)).toEqual([["工号"], ["A"]]);
});
