import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { refreshExtensions, seedExtensions } from "~/engine/extensions.server";
import { readHistory } from "~/engine/operations/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { switchRecord } from "~/engine/operations/switch.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { exportRecords } from "~/engine/output/export.server";
import { reportSections } from "~/engine/report/run.server";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { isExtensionType } from "~/shared/extension-fields";
import { allRecords, personWith } from "../../support/conformance";
import { publishFlow, stopFlow } from "../../support/flows";
import { orderValues, refusal } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";
import { controlsOf } from "../forms/typed-order";

const FACTORY = "master-data/factory";
const CERTIFICATE = "supplier-management/supplier-certificate";
const world = await openWorld();
afterAll(() => world.close());

const fields = world.screen("master-data/field");
/** The definition as it applies now. */
const now = (key: string) => world.screen(key);
/** A new request begins. */
const next = () => refreshExtensions(world.engine);
beforeEach(next);

let admin: Context;
beforeAll(async () => {
  admin = await personWith(world, "system_admin");
});

async function add(values: Record<string, unknown>) {
  const { id } = await createRecord(admin, { screen: fields, values });
  await next();
  return id;
}
async function rowOf(entity: string, code: string) {
  const row = (await allRecords(world, fields.entity)).find((one) => one.entity === entity && one.code === code);
  if (!row) throw new Error(`no field ${code}`);
  return row;
}
async function change(entity: string, code: string, values: Record<string, unknown>) {
  const { id, version } = await rowOf(entity, code);
  await updateRecordBy(admin, { screen: fields, id, version, values });
  await next();
}
const factory = async (more: Record<string, unknown>) => {
  const { version } = (await openRecord(world.system(), { entity: now(FACTORY).entity, id: world.ids.factory1 }))
    .record;
  return updateRecordBy(admin, { screen: now(FACTORY), id: world.ids.factory1, version, values: more });
};
const columnsFor = async (table: string, privilege: string) =>
  (
    await sql<{ name: string }>`select column_name as name from information_schema.role_column_grants
      where grantee = 'app_supplier' and table_name = ${table} and privilege_type = ${privilege} and column_name like 'x\\_%'`.execute(
      world.engine.database.connection(),
    )
  ).rows.map(({ name }) => name);

describe("登记扩展字段", () => {
  test("同一对象编码不重复，编码以 x_ 开头，下拉要有字典，可编辑必须可见", async () => {
    await add({ entity: FACTORY, code: "x_once", label: "一次", field_type: "text", supplier_visible: true });
    const wrong = async (values: Record<string, unknown>) =>
      (await refusal(createRecord(admin, { screen: fields, values }), "invalid")).complaints;
    const good = { entity: FACTORY, code: "x_other", label: "另一个", field_type: "text" };
    const duplicate = await refusal(
      createRecord(admin, { screen: fields, values: { ...good, code: "x_once" } }),
      "duplicate",
    );
    expect(JSON.stringify([duplicate.message, duplicate.complaints])).toContain("字段编码在该对象中已存在");
    expect(await wrong({ ...good, code: "code2" })).toMatchObject([{ field: "code" }]);
    expect(await wrong({ ...good, field_type: "option" })).toMatchObject([{ field: "options_dict" }]);
    expect(await wrong({ ...good, field_type: "option", options_dict: "no_such" })).toEqual([
      { field: "options_dict", message: "字典“no_such”不存在或已停用" },
    ]);
    expect(await wrong({ ...good, supplier_editable: true })).toEqual([
      { field: "supplier_editable", message: "供应商可编辑的字段必须对供应商可见" },
    ]);
    // Two that are called the same could not be told apart, whether added or of the program.
    for (const label of ["一次", "工厂编码"])
      expect(await wrong({ ...good, label })).toEqual([{ field: "label", message: "显示名称在该对象中已存在" }]);
    await add({ ...good, code: "x_twin", label: "一次", enabled: false });
  });

  test("没有数据可以改类型，有了数据不能改", async () => {
    await add({ entity: FACTORY, code: "x_kind", label: "会变的", field_type: "text" });
    await change(FACTORY, "x_kind", { field_type: "number" });
    await factory({ x_kind: "12345678901.123456" });
    const refused = await refusal(change(FACTORY, "x_kind", { field_type: "date" }), "invalid");
    expect(refused.complaints).toEqual([{ field: "field_type", message: "字段已有数据，不能修改类型" }]);
    const { record } = await openRecord(admin, { entity: now(FACTORY).entity, id: world.ids.factory1 });
    expect(record.x_kind).toBe("12345678901.123456");
    const { id } = await rowOf(FACTORY, "x_kind");
    expect(JSON.stringify(await recordModel(admin, fields, id))).toContain("已填写的记录");
  });

  test("数据库只接受扩展字段的列，已有值的列不改类型，供应商登录不能调用", async () => {
    const { database } = world.engine;
    const make = (role: "staff" | "supplier", table: string, column: string, type: string) =>
      database.transaction({ role }, () =>
        sql`select extension_column(${table}, ${column}, ${type}, false, false)`.execute(database.connection()),
      );
    await expect(make("staff", "factory", "name", "text")).rejects.toThrow("no column of an added field");
    await expect(make("staff", "factory", "x_a; drop table factory", "text")).rejects.toThrow("no column");
    await expect(make("staff", "schema_migration", "x_a", "text")).rejects.toThrow("no table");
    await expect(make("staff", "factory", "x_kind", "text")).rejects.toThrow("has values");
    await expect(make("supplier", "factory", "x_a", "text")).rejects.toThrow();
  });
});

describe("内置字段", () => {
  test("只能改名称、排序和列表显示；其余照原样", async () => {
    expect(await rowOf(FACTORY, "city")).toMatchObject({ label: "市", builtin: true, in_list: true, enabled: true });
    await change(FACTORY, "city", { label: "城市", in_list: false, seq: 5 });
    const { entity, list, form } = now(FACTORY);
    expect(entity.fields.city.options.label).toBe("城市");
    expect(list.columns).not.toContain("city");
    expect(form[1]).toMatchObject({
      fields: ["city", "province", "address", "receiver", "receiver_phone", "weekly_rest"],
    });
    for (const values of [{ field_type: "number" }, { required: false }, { enabled: false }]) {
      const refused = await refusal(change(FACTORY, "city", values), "invalid");
      expect(refused.complaints[0]?.message).toBe("内置字段不能修改类型或停用");
    }
    const { id } = await rowOf(FACTORY, "city");
    const off = switchRecord(admin, { screen: fields, id, on: false });
    expect((await refusal(off, "invalid")).complaints[0]?.message).toBe("内置字段不能修改类型或停用");
  });

  test("再次启动保留改过的，不多写", async () => {
    const before = await allRecords(world, fields.entity);
    await seedExtensions(world.engine);
    expect(await allRecords(world, fields.entity)).toEqual(before);
  });
});

describe("扩展字段处处可用", () => {
  beforeAll(async () => {
    await add({
      entity: FACTORY,
      code: "x_dock",
      label: "月台数",
      field_type: "number",
      in_list: true,
      searchable: true,
      seq: 1,
    });
    await add({
      entity: FACTORY,
      code: "x_term",
      label: "默认账期",
      field_type: "option",
      options_dict: "payment_term",
      seq: 2,
    });
    await add({ entity: FACTORY, code: "x_opened", label: "投产日期", field_type: "date", seq: 3, searchable: true });
    await add({ entity: FACTORY, code: "x_cold", label: "有冷库", field_type: "bool", seq: 4, searchable: true });
    await add({ entity: FACTORY, code: "x_rent", label: "租金", field_type: "money", seq: 5 });
    await add({ entity: FACTORY, code: "x_plan", label: "平面图", field_type: "file", seq: 6 });
  });

  test("表单填写、值不合要求在字段旁说明、保存后详情和历史可见", async () => {
    const controls = controlsOf(await newFormModel(admin, now(FACTORY), {}));
    expect(controls.x_dock?.label).toBe("月台数");
    expect(controls.x_term?.options?.length).toBeGreaterThan(2);
    const edit = await editFormModel(admin, now(FACTORY), world.ids.factory1, {});
    const form = new FormData();
    for (const [name, control] of Object.entries(controlsOf(edit))) {
      if (typeof control?.value === "string" && name !== "x_cold") form.set(name, control.value);
    }
    const { record } = await openRecord(admin, { entity: now(FACTORY).entity, id: world.ids.factory1 });
    form.set("_version", String(record.version));
    form.set("x_dock", "三");
    form.set("x_cold", "1");
    const wrong = await submitForm(admin, { screen: now(FACTORY), form, id: world.ids.factory1 });
    expect(JSON.stringify(wrong)).toContain("请输入数字");
    await factory({ x_dock: "12.5", x_term: "d60", x_opened: "2020-05-01", x_cold: true, x_rent: "99999999999999.99" });
    const page = JSON.stringify(await recordModel(admin, now(FACTORY), world.ids.factory1));
    for (const text of ["月台数", "12.5", "60天", "2020-05-01", "99,999,999,999,999.99"]) expect(page).toContain(text);
    const history = JSON.stringify(
      await readHistory(admin, { entity: now(FACTORY).entity, recordId: world.ids.factory1 }),
    );
    expect(history).toContain("投产日期");
  });

  test("列表的列、筛选和排序，导出和接口", async () => {
    const request = {
      filters: { x_dock: ["12", "13"], x_cold: ["1"] },
      toggles: [],
      sort: ["-x_dock"],
      page: 1,
      size: 20,
    };
    const { rows } = await listRecords(admin, now(FACTORY), request);
    expect(rows.map(({ id }) => id)).toEqual([world.ids.factory1]);
    expect(JSON.stringify(await listModel(admin, now(FACTORY), new URLSearchParams()))).toContain("月台数");
    const token = await signIn(world, "buyerA");
    const one = await call(world, { token, method: "GET", path: `/v2/${FACTORY}/${world.ids.factory1}` });
    expect(one.body.result).toMatchObject({
      x_dock: "12.500000",
      x_term: "d60",
      x_term_label: expect.stringContaining("60"),
      x_cold: true,
      x_rent: "99999999999999.99",
    });
    const found = await call(world, {
      token,
      method: "POST",
      path: `/v2/${FACTORY}/page`,
      body: { x_opened: ["2020-05-01", "2020-05-01"] },
    });
    expect(found.body.result).toMatchObject({ records: [{ id: world.ids.factory1 }] });
    const contract = await call(world, { token, method: "GET", path: "/v2/openapi.json" });
    expect(JSON.stringify(contract.body)).toContain("x_rent");
    const { body } = await exportRecords(admin, now(FACTORY), {
      format: "csv",
      list: { ...request, filters: {} },
      columns: ["code", "x_dock", "x_term", "x_opened"],
      lines: null,
      strict: true,
    });
    expect(await new Response(body).text()).toContain("2020-05-01");
  });

  test("必填只问填写的人：程序和没有这个字段的旧记录照常", async () => {
    await change(FACTORY, "x_opened", { required: true });
    const values = {
      code: "F-ext",
      name: "新厂",
      company_id: world.ids.company,
      province: "浙江",
      city: "杭州",
      address: "某路1号",
    };
    const refused = await refusal(createRecord(admin, { screen: now(FACTORY), values }), "invalid");
    expect(refused.complaints).toEqual([{ field: "x_opened", message: "请选择投产日期" }]);
    await createRecord(world.system(), { screen: now(FACTORY), values });
    await change(FACTORY, "x_opened", { required: false });
  });

  test("停用后处处消失，值还在；再启用原样回来", async () => {
    const { id } = await rowOf(FACTORY, "x_rent");
    await switchRecord(admin, { screen: fields, id, on: false });
    await next();
    expect("x_rent" in now(FACTORY).entity.fields).toBe(false);
    const off = await call(world, {
      token: await signIn(world, "buyerA"),
      method: "GET",
      path: `/v2/${FACTORY}/${world.ids.factory1}`,
    });
    expect(off.body.result).not.toHaveProperty("x_rent");
    await switchRecord(admin, { screen: fields, id, on: true });
    await next();
    const { record } = await openRecord(admin, { entity: now(FACTORY).entity, id: world.ids.factory1 });
    expect(record.x_rent).toBe("99999999999999.99");
  });
});

describe("供应商", () => {
  const own = { certificate_type: "haccp", issuer: "测试认证中心", issue_date: "2024-01-01", valid_to: "2026-01-01" };

  test("看不到没有开放的字段，数据库也不给；开放后可见，可编辑的才能写", async () => {
    await add({
      entity: CERTIFICATE,
      code: "x_secret",
      label: "内部评语",
      field_type: "text",
      in_list: true,
      searchable: true,
    });
    await add({ entity: CERTIFICATE, code: "x_shown", label: "公示编号", field_type: "text", supplier_visible: true });
    await add({
      entity: CERTIFICATE,
      code: "x_own",
      label: "联系窗口",
      field_type: "text",
      supplier_visible: true,
      supplier_editable: true,
      required: true,
    });
    const supplier = await world.as("supplierA");
    const screen = now(CERTIFICATE);
    const named = Object.keys(controlsOf(await newFormModel(supplier, screen, {})));
    expect(named).toContain("x_own");
    expect(named).not.toContain("x_secret");
    for (const name of ["x_secret", "x_shown"]) {
      await refusal(
        createRecord(supplier, { screen, values: { ...own, certificate_no: "E-0", x_own: "甲", [name]: "乙" } }),
        "malformed",
      );
    }
    const missing = await refusal(
      createRecord(supplier, { screen, values: { ...own, certificate_no: "E-0" } }),
      "invalid",
    );
    expect(missing.complaints).toEqual([{ field: "x_own", message: "请填写联系窗口" }]);
    const { id, version } = await createRecord(supplier, {
      screen,
      values: { ...own, certificate_no: "E-1", x_own: "甲" },
    });
    await updateRecordBy(world.system(), { screen, id, version, values: { x_secret: "保密内容", x_shown: "GS-1" } });
    const token = await signIn(world, "supplierA");
    const { body } = await call(world, { token, method: "GET", path: `/v2/${CERTIFICATE}/${id}` });
    expect(body.result).toMatchObject({ x_own: "甲", x_shown: "GS-1" });
    expect(JSON.stringify(body)).not.toContain("x_secret");
    const pages = [await recordModel(supplier, screen, id), await listModel(supplier, screen, new URLSearchParams())];
    for (const page of pages) expect(JSON.stringify(page)).not.toMatch(/x_secret|保密内容|内部评语/);
    const asked = await call(world, {
      token,
      method: "POST",
      path: `/v2/${CERTIFICATE}/page`,
      body: { x_secret: "保密" },
    });
    expect(asked.body.success).toBe(false);
    expect(await columnsFor("supplier_certificate", "SELECT")).toEqual(expect.arrayContaining(["x_own", "x_shown"]));
    expect(await columnsFor("supplier_certificate", "SELECT")).not.toContain("x_secret");
    expect(await columnsFor("supplier_certificate", "UPDATE")).toEqual(["x_own"]);
    await change(CERTIFICATE, "x_shown", { supplier_visible: false });
    expect(await columnsFor("supplier_certificate", "SELECT")).toEqual(["x_own"]);
    const again = await call(world, { token, method: "GET", path: `/v2/${CERTIFICATE}/${id}` });
    expect(again.body.result).not.toHaveProperty("x_shown");
  });

  test("表的权限由迁移重建以后，启动时补上", async () => {
    const connection = world.engine.database.connection();
    await sql`revoke select (x_own) on supplier_certificate from app_supplier`.execute(connection);
    await seedExtensions(world.engine);
    expect(await columnsFor("supplier_certificate", "SELECT")).toContain("x_own");
  });
});

test("类型的名称与列类型一一对应", () => {
  expect(isExtensionType("text")).toBe(true);
  expect(isExtensionType("json")).toBe(false);
});

describe("扩展字段用在报表和审批", () => {
  const ORDERS = "purchase-orders/purchase-order";
  const orderWith = async (more: Record<string, unknown>) => {
    const buyer = await world.as("buyerA");
    return (await createRecord(buyer, { screen: now(ORDERS), values: { ...orderValues(world), ...more } })).id;
  };
  beforeAll(async () => {
    await add({ entity: ORDERS, code: "x_project", label: "项目", field_type: "text", searchable: true });
    await add({ entity: ORDERS, code: "x_weight", label: "毛重", field_type: "number" });
  });

  test("报表可以用扩展字段作列、分组、统计和条件", async () => {
    for (const [x_project, x_weight] of [
      ["甲", "3"],
      ["甲", "4.5"],
      ["乙", "1"],
    ])
      await orderWith({ x_project, x_weight });
    const REPORT = world.screen("system-management/report-definition");
    const basis = { dataset: ORDERS, enabled: "1", audience: [{ role_id: "buyer" }] };
    const figures = [{ how: "sum", name: "毛重" }, { how: "count" }];
    const grouped = await createRecord(await world.as("admin"), {
      screen: REPORT,
      values: { ...basis, code: "X1", name: "按项目", chart: "bar", group_by: "项目", figures },
    });
    const listed = await createRecord(await world.as("admin"), {
      screen: REPORT,
      values: {
        ...basis,
        code: "X2",
        name: "项目乙",
        chart: "none",
        columns: [{ name: "项目" }, { name: "毛重" }],
        conditions: [{ name: "项目", value: "乙" }],
      },
    });
    const buyer = await world.as("buyerA");
    const cells = async (id: string) => {
      const { record } = await openRecord(buyer, { entity: REPORT.entity, id });
      const [table] = (await reportSections(buyer, record)).filter((one) => one.kind === "table");
      return table?.kind === "table" ? table.table.rows.map((row) => row.cells.map(({ text }) => text)) : [];
    };
    expect((await cells(grouped.id)).filter(([name]) => name !== "（空）")).toEqual([
      ["乙", "1", "1"],
      ["甲", "7.5", "2"],
    ]);
    expect(await cells(listed.id)).toEqual([["乙", "1"]]);
  });

  test("审批流程可以按扩展字段设条件：符合的要审批，其余不要；不是数字的存不下来", async () => {
    const step = { decider: "person", person_id: world.accounts.manager } as const;
    const conditions = [{ field: "x_weight", comparison: "gte", value: "100" }];
    const wrong = await refusal(
      publishFlow(world, { document: ORDERS, steps: [step], conditions: [{ ...conditions[0], value: "重" }] }),
      "invalid",
    );
    expect(JSON.stringify(wrong.complaints)).toContain("「毛重」请填写数字");
    const { id } = await publishFlow(world, { document: ORDERS, steps: [step], conditions });
    const buyer = await world.as("buyerA");
    const submitted = async (weight: string) => {
      const order = await orderWith({ x_weight: weight });
      await applyTransition(buyer, { entity: now(ORDERS).entity, id: order, name: "submit", reason: "测试" });
      return (await openRecord(world.system(), { entity: now(ORDERS).entity, id: order })).record.state;
    };
    expect(await submitted("99.5")).toBe("approved");
    expect(await submitted("100")).toBe("in_approval");
    await stopFlow(world, id);
    // A field that is switched off is no condition for new flows.
    await change(ORDERS, "x_weight", { enabled: false });
    const gone = await refusal(publishFlow(world, { document: ORDERS, steps: [step], conditions }), "invalid");
    expect(gone.complaints[0]?.field).toContain("conditions");
  });
});
