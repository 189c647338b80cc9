import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES } from "~/engine/access/roles";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyRecord, Field, Lines, RoleName } from "~/engine/entity";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { type ListQuery, listRecords } from "~/engine/operations/list.server";
import { mayRead } from "~/engine/operations/scope.server";
import { mayTellInRows } from "~/engine/operations/unsent.server";
import { exportableLines, headColumns } from "~/engine/output/columns.server";
import { EXPORT_FORMATS, type ExportRequest, exportRecords } from "~/engine/output/export.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { recordPath } from "~/engine/screen/address";
import type { PrintDocument } from "~/shared/print-document";
import { type AccountName, accountOf } from "../../../support/company";
import {
  allRecords,
  behaving,
  isGranted,
  isSealed,
  make,
  oneOfEachRight,
  personWith,
  rolesGranted,
  rolesWith,
} from "../../../support/conformance";
import { csvCells, readers, sheetCells, titleParts } from "../../../support/exported";
import { refusal, released, submitted } from "../../../support/orders";
import { pdfPages } from "../../../support/pdf-text";
import { signIn } from "../../../support/rest";
import { isUnsent } from "../../../support/sight";
import { openWorld } from "../../../support/world";

const tested = behaving("output");
const world = await openWorld();
afterAll(() => world.close());

const ORIGIN = "http://portal.test";
const ALL: ListQuery = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };
const SUPPLIERS = ["supplierA", "supplierB"] as const;

const tokens = new Map<AccountName, string>();

beforeAll(async () => {
  for (const supplier of SUPPLIERS) {
    await released(world, { supplier_id: world.ids[supplier] });
    await submitted(world, { supplier_id: world.ids[supplier] });
  }
  for (const [, { key }] of tested) await make(world, key);
  for (const account of ["admin", ...SUPPLIERS] as const) tokens.set(account, await signIn(world, account));
});

function asked(more: Partial<ExportRequest> = {}): ExportRequest {
  return { format: "csv", list: ALL, columns: [], lines: null, strict: true, ...more };
}

async function rest(account: AccountName | "", path: string): Promise<Response> {
  const token = account === "" ? "" : (tokens.get(account) ?? "");
  const headers: Record<string, string> = token === "" ? {} : { Authorization: token };
  const request = new Request(`${ORIGIN}${path}`, { headers });
  return world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
}

/** Every label that stands on a paper beside a value or over a column. */
function labelsOn(document: PrintDocument): Set<string> {
  const facts = [document.head, ...document.parties].flatMap((block) => block.facts);
  const parts = document.parts.flatMap((part): readonly { label: string }[] =>
    part.kind === "facts" ? part.facts : part.kind === "table" ? part.columns : [],
  );
  return new Set([...facts, ...parts, ...document.sums].map(({ label }) => label.replace(/（.*）$/, "")));
}

/** Labels of fields no supplier reads, those left out that another field of the entity has too. */
function hiddenLabels(entity: AnyEntity): string[] {
  const own = Object.values<Field>(entity.fields);
  const lines = Object.values<Lines>(entity.lines).flatMap((one) => Object.values<Field>(one.fields));
  const open = [...own, ...lines].filter(({ options }) => !options.hiddenFromSuppliers);
  const shown = new Set(open.map(({ options }) => options.label));
  return own.flatMap(({ options }) =>
    options.hiddenFromSuppliers && !shown.has(options.label) ? [options.label] : [],
  );
}

function rolesWithout(granted: readonly RoleName[]): RoleName[] {
  return ROLES.map(({ code }) => code as RoleName).filter(
    (role) => !granted.includes(role) && !String(role).startsWith("supplier"),
  );
}

describe.each(tested)("%s", (_label, { key, entity, screen }) => {
  const exporting = rolesWith(screen, "export");
  const exporters = oneOfEachRight(entity, exporting);
  const opening = rolesWith(screen, "get");
  const supplierExports = isGranted(screen.grants, "supplier_admin", "export");
  const supplierCalls = world.engine.registry
    .screensOf(key)
    .some(({ grants }) => isGranted(grants, "supplier_admin", "export"));
  const supplierOpens = isGranted(screen.grants, "supplier_admin", "get");
  let records: AnyRecord[] = [];
  beforeAll(async () => {
    records = await allRecords(world, entity);
  });

  const first = () => {
    const record = records.find((row) => !isUnsent(world, entity, row));
    if (!record) throw new Error(`no row of ${key}`);
    return record;
  };

  const file = async (context: Context, more: Partial<ExportRequest> = {}) => {
    const { body, name } = await exportRecords(context, screen, asked(more));
    return { bytes: new Uint8Array(await new Response(body).arrayBuffer()), name };
  };

  /** Rows that the person's list has. */
  const listed = async (context: Context) => {
    const { rows, count } = await listRecords(context, screen, ALL);
    expect(rows).toHaveLength(count);
    return records.filter(({ id }) => rows.some((row) => row.id === id));
  };

  test("至少一种角色可以导出、可以打开", () => {
    const able = isSealed(entity) ? rolesGranted : rolesWith;
    expect(able(screen, "export").length).toBeGreaterThan(0);
    expect(able(screen, "get").length).toBeGreaterThan(0);
  });

  test.each(EXPORT_FORMATS)("导出 %s：表头是列名，行数与列表一致，名字说出是什么", async (format) => {
    for (const role of exporters) {
      const person = await personWith(world, role);
      const { bytes, name } = await file(person, { format });
      const [labels, ...rows] = readers[format](bytes);
      const columns = screen.list.columns.filter((column) => {
        const field: Field | undefined = entity.fields[column.split(".")[0] ?? ""];
        return !field || mayRead(person, entity, column.split(".")[0] ?? "", field);
      });
      expect(labels).toEqual(headColumns(person, screen, columns, false).map(({ label }) => label));
      expect(new Set(labels).size, "表头不重复").toBe(labels?.length);
      // Whoever exports is an account, too, and may have come after the rows that are known here.
      expect(rows).toHaveLength((await listRecords(person, screen, ALL)).count);
      // A spreadsheet keeps no cells for what is empty.
      if (format === "csv") for (const row of rows) expect(row.length, String(row)).toBe(labels?.length);
      expect(name).toBe(`${screen.label}_2025-03-10.${format}`);
    }
  });

  test("两种格式说的是同一件事：表头、行数和顺序相同", async () => {
    const csv = csvCells((await file(world.system())).bytes);
    const sheet = sheetCells((await file(world.system(), { format: "xlsx" })).bytes);
    expect(sheet[0]).toEqual(csv[0]);
    expect(sheet).toHaveLength(csv.length);
    // Rows come in the same order; the first column is text in both.
    expect(sheet.map(([lead]) => lead)).toEqual(csv.map(([lead]) => lead));
  });

  test("含明细：每行明细一行，另有表头各列", async () => {
    for (const { name } of exportableLines(world.system(), screen)) {
      const [labels, ...rows] = csvCells((await file(world.system(), { lines: name })).bytes);
      const count = records.reduce((sum, record) => {
        const own = Object(record)[name];
        return sum + (Array.isArray(own) ? own.length : 0);
      }, 0);
      expect(rows, name).toHaveLength(count);
      for (const row of rows) expect(row.length).toBe(labels?.length);
    }
  });

  test("每一列：读得到的都能导出，读不到的和没有的被拒绝", async () => {
    const people = await Promise.all(exporters.map((role) => personWith(world, role)));
    if (supplierExports) people.push(await world.as("supplierA"));
    for (const person of people) {
      const fields = Object.entries<Field>(entity.fields);
      // What a supplier may not have sent yet stands in no file of ours: other rows have it, and one column is for all.
      const readable = fields.filter(
        ([name, field]) => mayRead(person, entity, name, field) && mayTellInRows(person, entity, name),
      );
      const [labels = []] = csvCells((await file(person, { columns: readable.map(([name]) => name) })).bytes);
      expect(labels).toHaveLength(readable.length);
      for (const [at, [name, field]] of readable.entries()) expect(labels[at], name).toContain(field.options.label);
      for (const [name, field] of fields.filter((one) => !readable.includes(one))) {
        await refusal(exportRecords(person, screen, asked({ columns: [name] })), "malformed");
        const { bytes } = await file(person, { columns: [name, screen.list.columns[0] ?? ""], strict: false });
        expect(csvCells(bytes)[0]).not.toContain(field.options.label);
      }
      for (const column of ["no_such", "constructor", "__proto__", "tenant_id", `${screen.list.columns[0]}.id`]) {
        await refusal(exportRecords(person, screen, asked({ columns: [column] })), "malformed");
      }
      for (const lines of ["no_such", "constructor", "__proto__"]) {
        await refusal(exportRecords(person, screen, asked({ lines })), "malformed");
      }
    }
  });

  test("没有登录、没有导出权限的人得不到文件", async () => {
    await refusal(exportRecords(world.anonymous(), screen, asked()), "signed_out");
    const refused = rolesWithout(exporting).filter((role) => !isGranted(screen.grants, role, "export"));
    const others = await Promise.all(refused.map((role) => personWith(world, role)));
    if (!supplierExports) others.push(await world.as("supplierA"));
    for (const person of others) {
      const { message } = await refusal(exportRecords(person, screen, asked()), "forbidden");
      expect(message).toBe(`无操作权限：${screen.key}.export`);
    }
  });

  test.each(SUPPLIERS)("%s 的导出恰好是自己列表里的行", async (account) => {
    const context = await world.as(account);
    if (!supplierExports) {
      await refusal(exportRecords(context, screen, asked()), "forbidden");
      return;
    }
    const mine = await listed(context);
    const wall = entity.access.suppliers;
    if (wall.kind === "own") {
      const { supplier } = accountOf(account);
      for (const record of mine) expect(record[wall.column]).toBe(supplier && world.ids[supplier]);
    }
    for (const format of EXPORT_FORMATS) {
      const [labels = [], ...rows] = readers[format]((await file(context, { format })).bytes);
      expect(rows).toHaveLength(mine.length);
      for (const hidden of hiddenLabels(entity)) expect(labels).not.toContain(hidden);
    }
  });

  test("接口导出：格式不对、没有登录、没有权限都被拒绝", async () => {
    const wrong = ["format=docx", "format=pdf", "format=", "format=XLSX", "format=__proto__", "no_such=1"];
    for (const query of wrong) {
      const answer = await rest("admin", `${callsPath({ key })}/export?${query}`);
      const expected = isGranted(screen.grants, "system_admin", "export") ? [400, 40002] : [403, 40301];
      expect([answer.status, (await answer.json()).code], query).toEqual(expected);
    }
    expect((await rest("", `${callsPath({ key })}/export?format=csv`)).status).toBe(401);
    expect((await rest("supplierA", `${callsPath({ key })}/export?format=csv`)).status).toBe(supplierCalls ? 200 : 403);
  });

  test("打印件：说得出是什么，每种能打开的角色都打得出来", async () => {
    for (const role of opening) {
      const person = await personWith(world, role);
      const record = first();
      const { document } = await printedRecord(person, screen, record.id, ORIGIN);
      expect(document.title).not.toBe("");
      for (const part of titleParts(entity, record)) expect(JSON.stringify(document)).toContain(part);
      expect(document.qr?.content).toBe(`${ORIGIN}/web${recordPath(screen, record.id)}`);
    }
  });

  test("PDF：有内容、有标题，同样的数据字节相同", async () => {
    const record = first();
    const drawn = await recordPdf(world.system(), screen, record.id, ORIGIN);
    if (!(drawn.body instanceof Uint8Array)) throw new Error("expected bytes");
    expect(drawn.type).toBe("application/pdf");
    expect(drawn.name).toMatch(/\.pdf$/);
    const text = pdfPages(drawn.body).join("");
    for (const part of titleParts(entity, record)) expect(text).toContain(part.replace(/\s/g, ""));
    const again = await recordPdf(world.system(), screen, record.id, ORIGIN);
    expect(again.body instanceof Uint8Array && Buffer.from(drawn.body).equals(again.body)).toBe(true);
  });

  test("没有登录、没有权限、不存在的，打不出来", async () => {
    const { id } = first();
    await refusal(printedRecord(world.anonymous(), screen, id, ORIGIN), "signed_out");
    await refusal(recordPdf(world.anonymous(), screen, id, ORIGIN), "signed_out");
    // Whoever only sees rows of his own may open the screen.
    for (const role of rolesWithout(opening).filter((one) => !isGranted(screen.grants, one, "get"))) {
      const person = await personWith(world, role);
      await refusal(printedRecord(person, screen, id, ORIGIN), "forbidden");
      await refusal(recordPdf(person, screen, id, ORIGIN), "forbidden");
    }
    for (const strange of [world.engine.newId(), "x", "", "' or 1=1"]) {
      await refusal(printedRecord(world.system(), screen, strange, ORIGIN), "not_found");
    }
    expect((await rest("", `${callsPath({ key })}/${id}/export?format=pdf`)).status).toBe(401);
    const may = isGranted(screen.grants, "system_admin", "get");
    expect((await rest("admin", `${callsPath({ key })}/${id}/export?format=docx`)).status).toBe(may ? 400 : 403);
  });

  test.each(SUPPLIERS)("%s 只打得出自己看得到的，纸上没有内部字段", async (account) => {
    const context = await world.as(account);
    if (!supplierOpens) {
      for (const { id } of records) await refusal(printedRecord(context, screen, id, ORIGIN), "forbidden");
      return;
    }
    const mine = isGranted(screen.grants, "supplier_admin", "query") ? await listed(context) : [];
    for (const record of records) {
      if (!mine.includes(record)) {
        await refusal(printedRecord(context, screen, record.id, ORIGIN), "not_found");
        await refusal(recordPdf(context, screen, record.id, ORIGIN), "not_found");
        const answer = await rest(account, `${callsPath({ key })}/${record.id}/export?format=pdf`);
        expect([answer.status, (await answer.json()).code]).toEqual([404, 40401]);
        continue;
      }
      const { document } = await printedRecord(context, screen, record.id, ORIGIN);
      const labels = labelsOn(document);
      for (const hidden of hiddenLabels(entity)) expect(labels.has(hidden), hidden).toBe(false);
    }
  });
});
