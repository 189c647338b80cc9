import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { fileOfRecord } from "~/engine/files/answer.server";
import { receiveFile, uploadTarget } from "~/engine/files/upload.server";
import { searchChoices } from "~/engine/operations/choose.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { brandWarnings } from "~/modules/supplier-management/brand-authorization/brand-warnings.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { pdf, sentIn } from "../../../support/files";
import { refusal } from "../../../support/orders";
import { creditCode } from "../../../support/samples";
import { passedSample } from "../../../support/sources";
import { openWorld } from "../../../support/world";

const KEY = "supplier-management/brand-authorization";
const world = await openWorld();
afterAll(() => world.close());
const entity = world.entity(KEY);
const screen = world.screen(KEY);
const PRODUCER = "丰原制造（样例）";

const link = (grantor: string, grantee: string, valid_to: string) => ({ grantor, grantee, valid_to });
const create = (context: Context, end: string, more: Record<string, unknown> = {}) =>
  createRecord(context, {
    screen,
    values: {
      ...(context.actor.supplierId ? {} : { supplier_id: world.ids.supplierA }),
      brand_name: "麦田坊",
      producer_name: PRODUCER,
      auth_level: "level1",
      auth_no: "SQ-1",
      valid_from: addDays(TODAY, -100),
      valid_to: addDays(TODAY, 400),
      chain: [link(PRODUCER, "华东总代", addDays(TODAY, 400)), link("华东总代", "甲供应商", end)],
      materials: [{ material_id: world.ids.corn }],
      ...more,
    },
  });
const transition = (context: Context, id: string, name: string, reason = "测试") =>
  applyTransition(context, { entity, id, name, reason });
const whole = async (id: string) => (await openRecord(world.system(), { entity, id })).record;
/** The papers a person would upload for the first links of the chain, put there past the upload. */
const papers = async (id: string, count: number) => {
  for (const { id: row } of linesOf(await whole(id), "chain").slice(0, count)) {
    const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
    await sql`update brand_authorization_chain set file = ${refs}::jsonb where id = ${row}`.execute(
      world.engine.database.connection(),
    );
  }
};
const effective = async (end: string, more: Record<string, unknown> = {}) => {
  const { id } = await create(await world.as("supplierA"), end, more);
  await papers(id, 2);
  await transition(await world.as("supplierA"), id, "submit");
  await transition(await world.as("qa"), id, "approve");
  return id;
};

describe("供应商提交授权链，采购和质量审核", () => {
  test("每一级要有授权文件，最后一级必须是本供应商；通过后有效期取最早的一级", async () => {
    const supplier = await world.as("supplierA");
    const { id } = await create(supplier, addDays(TODAY, 90));
    expect(await whole(id)).toMatchObject({ origin: "supplier", effective_to: addDays(TODAY, 90) });
    await papers(id, 1);
    const bare = await refusal(transition(supplier, id, "submit"), "invalid");
    expect(bare.complaints).toMatchObject([{ field: "chain.1.file", message: "请上传第2级的授权文件" }]);
    const other = { chain: [link(PRODUCER, "别家", addDays(TODAY, 90))] };
    const wrong = await create(supplier, TODAY, other);
    await papers(wrong.id, 1);
    await expect(transition(supplier, wrong.id, "submit")).rejects.toThrow("最后一级被授权方应为甲供应商");
    expect(await whole(wrong.id)).toMatchObject({ state: "draft" });
    await papers(id, 2);
    await transition(supplier, id, "submit");
    await refusal(transition(supplier, id, "approve"), "forbidden");
    await transition(await world.as("buyerA"), id, "approve");
    expect(await whole(id)).toMatchObject({ state: "valid", producer_supplier_id: null });
  });

  test("品牌方在平台上的，审核时认出；供应商看不到这一点，也看不到采购员的草稿和别家的授权", async () => {
    const id = await effective(addDays(TODAY, 200), { producer_uscc: creditCode(12) });
    expect((await whole(id)).producer_supplier_id).toBe(world.ids.supplierB);
    const supplier = await world.as("supplierA");
    const { record } = await openRecord(supplier, { entity, id });
    expect(record.producer_supplier_id ?? null).toBeNull();
    const draft = await create(await world.as("buyerA"), TODAY);
    await refusal(openRecord(supplier, { entity, id: draft.id }), "not_found");
    await refusal(openRecord(supplier, { entity, id: world.ids.brandB }), "not_found");
    const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
    const ids = (await listRecords(supplier, screen, request)).rows.map((row) => row.id);
    expect(ids).toContain(id);
    expect(ids).not.toContain(draft.id);
  });

  test("自己录入的授权不能自己审核", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await create(buyer, addDays(TODAY, 60));
    await papers(id, 2);
    await transition(buyer, id, "submit");
    await refusal(transition(buyer, id, "approve"), "own_rule");
    await transition(await world.as("manager"), id, "approve");
    expect((await whole(id)).state).toBe("valid");
  });
});

describe("授权链的每一级有自己的授权文件", () => {
  const upload = async (context: Context, name: string) => {
    const target = uploadTarget(context, screen, "chain.file");
    return (await receiveFile(context, target, { name, bytes: sentIn(pdf(name)) })).id;
  };
  const end = addDays(TODAY, 150);
  const chainOf = (...files: readonly string[][]) => [
    { ...link(PRODUCER, "华东总代", end), file: files[0] ?? [] },
    { ...link("华东总代", "甲供应商", end), file: files[1] ?? [] },
  ];

  test("逐级上传后才能提交；自己和采购员能下载，别家和别的授权拿不到；续期的新单没有文件", async () => {
    const supplier = await world.as("supplierA");
    const [first, second] = [await upload(supplier, "总代授权.pdf"), await upload(supplier, "一级授权.pdf")];
    const { id } = await create(supplier, end, { chain: chainOf([first], [second]) });
    const download = async (who: Context, record: string, fileId = second) => {
      const work = fileOfRecord(who, { screen, recordId: record, fileId, request: new Request("http://x/?view=1") });
      return work.then(
        ({ status }) => String(status),
        (error: { error?: string }) => error.error,
      );
    };
    const answers = async () =>
      Promise.all(
        (["supplierA", "buyerA", "qa", "supplierB"] as const).map(async (who) => download(await world.as(who), id)),
      );
    // The draft of a company is its own until it is handed in.
    expect(await answers()).toEqual(["200", "not_found", "not_found", "not_found"]);
    expect(await download(supplier, world.ids.brandA)).toBe("not_found");
    await transition(supplier, id, "submit");
    expect(await answers()).toEqual(["200", "200", "200", "not_found"]);
    await transition(await world.as("qa"), id, "approve");
    expect(JSON.stringify(await recordModel(await world.as("buyerA"), screen, id))).toContain(`/${id}/files/${second}`);
    const renewal = JSON.stringify(await newFormModel(supplier, screen, { copyOf: id, chosen: [] }));
    expect([renewal.includes("华东总代"), renewal.includes("授权.pdf")]).toEqual([true, false]);
  });

  test("别的级、别的授权、别家上传的文件都不收；冒充PDF的不收", async () => {
    const supplier = await world.as("supplierA");
    const file = await upload(supplier, "总代授权.pdf");
    const { id, version } = await create(supplier, end, { chain: chainOf([file]) });
    const [above, below] = linesOf(await whole(id), "chain");
    const chain = [
      { id: above?.id, file: [file] },
      { id: below?.id, file: [file] },
    ];
    const taken = await refusal(updateRecordBy(supplier, { screen, id, version, values: { chain } }), "invalid");
    const complaint = { field: "chain.1.file", message: "授权文件中有文件已失效，请重新上传" };
    expect(taken.complaints).toMatchObject([complaint]);
    const strangers = await upload(await world.as("supplierB"), "别家.pdf");
    for (const other of [file, strangers])
      expect(
        (await refusal(create(supplier, end, { chain: chainOf([], [other]) }), "invalid")).complaints,
      ).toMatchObject([complaint]);
    const target = uploadTarget(supplier, screen, "chain.file");
    const fake = receiveFile(supplier, target, { name: "假.pdf", bytes: sentIn(Buffer.from("MZ")) });
    await refusal(fake, "invalid");
  });
});

describe("物料", () => {
  test("供应商只能选自己供过或有货源的物料，按编码或名称；型检报告也是这样选", async () => {
    const supplier = await world.as("supplierA");
    const { fields } = entity.lines.materials ?? { fields: {} };
    const field = fields.material_id;
    if (!field) throw new Error("no such field");
    const request = { entity, field, path: "materials.material_id", page: 1, size: 20 };
    const found = async (text: string) =>
      (await searchChoices(supplier, { ...request, text })).rows.map(({ id }) => id);
    expect(await found("")).toEqual([world.ids.corn]);
    expect(await found("玉米")).toEqual([world.ids.corn]);
    expect(await found("菜籽")).toEqual([]);
    const { id } = await create(supplier, addDays(TODAY, 60), { materials: [{ material_id: "M001" }] });
    expect((await whole(id)).materials).toMatchObject([{ material_id: world.ids.corn }]);
    await refusal(create(supplier, addDays(TODAY, 60), { materials: [{ material_id: world.ids.oil }] }), "invalid");
    const reports = world.engine.registry.screen("supplier-management/inspection-report");
    if (!reports) throw new Error("no such screen");
    const report = await createRecord(supplier, {
      screen: reports,
      values: {
        report_no: "TY-1",
        lab_name: "样例检测有限公司",
        cma_no: "C1",
        issue_date: addDays(TODAY, -10),
        standard_code: "GB/T 1",
        sample_batch: "B1",
        materials: [{ material_id: "M001 玉米" }],
      },
    });
    expect(report.id).toBeTruthy();
  });
});

describe("到期", () => {
  test("每档只提醒一次，链上最早一级过了就转为已到期；预警对供应商说“您的”", async () => {
    const soon = await effective(addDays(TODAY, 10));
    const over = await effective(addDays(TODAY, 5));
    await sql`update brand_authorization set effective_to = ${addDays(TODAY, -1)} where id = ${over}`.execute(
      world.engine.database.connection(),
    );
    const textFor = async (name: "supplierA" | "supplierB" | "qa") =>
      (await brandWarnings.find(await world.as(name))).find(({ objectId }) => objectId === soon)?.text;
    expect(await textFor("supplierA")).toBe(
      `您的品牌授权书（麦田坊）将于${addDays(TODAY, 10)}到期（剩10天），请及时续签并更新`,
    );
    expect(await textFor("qa")).toBe(`供应商甲供应商的品牌授权书（麦田坊）将于${addDays(TODAY, 10)}到期（剩10天）`);
    expect(await textFor("supplierB")).toBeUndefined();
    const about = async (id: string) => {
      const { rows } = await sql<{ about: string }>`select about from news_once
        where scenario = 'brand.ending' and record_id = ${id}`.execute(world.engine.database.connection());
      return rows;
    };
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ lapsed: 0, reminded: 0 });
    expect(await whole(soon)).toMatchObject({ state: "valid" });
    expect(await about(soon)).toEqual([{ about: `ends:keepers:${soon}:${addDays(TODAY, 10)}:-15` }]);
    expect(await whole(over)).toMatchObject({ state: "expired" });
    const notified = await unscopedRows(
      world.system(),
      "system-management/msg-send-record",
      ["user_id"],
      [where.eq("scenario", "brand.ending")],
    );
    const people = notified.map(({ user_id }) => user_id);
    expect(people).toContain(world.accounts.supplierA);
    expect(people).toContain(world.accounts.buyerA);
    expect(people).not.toContain(world.accounts.supplierB);
  });
});

test("贸易商供应有品牌授权的物料，自己要有有效授权才能列入供货清单；生产商不用", async () => {
  const SOURCE = "base-data/source-data";
  const manager = await personWith(world, "purchase_manager");
  const listed = async (supplierId: string) => {
    const values = {
      supplier_id: supplierId,
      material_id: world.ids.corn,
      factory_id: world.ids.factory2,
      effective_from: "2031-01-01",
    };
    await passedSample(world, supplierId, world.ids.corn);
    const { id } = await createRecord(world.system(), { screen: world.screen(SOURCE), values });
    return { approve: () => applyTransition(manager, { entity: world.entity(SOURCE), id, name: "approve" }) };
  };
  const ofB = await listed(world.ids.supplierB);
  const typed = (type: string, supplier: string) =>
    sql`update supplier set supplier_type = ${type} where id = ${supplier}`.execute(world.engine.database.connection());
  await effective(addDays(TODAY, 300));
  await typed("trader", world.ids.supplierB);
  expect((await refusal(ofB.approve(), "invalid")).message).toContain("无【麦田坊】有效授权，不能列入供货清单");
  await typed("manufacturer", world.ids.supplierB);
  await ofB.approve();
  await typed("trader", world.ids.supplierA);
  await (await listed(world.ids.supplierA)).approve();
  await typed("manufacturer", world.ids.supplierA);
});

test("授权链画成图并列成表，到期的一级标出；品牌方被冻结的在列表上标出，供应商看不到这一列", async () => {
  const supplier = await world.as("supplierA");
  const { id } = await create(supplier, addDays(TODAY, -2));
  const { record } = await openRecord(world.system(), { entity, id });
  const { sections, extra } = world.engine.registry.server(KEY);
  const found = (await reading(supplier, async () => sections?.(supplier, record, screen))) ?? [];
  const picture = found.find((part) => part.kind === "network");
  if (picture?.kind !== "network") throw new Error("no picture of the chain");
  expect(picture.network.columns.map(([box]) => box?.label)).toEqual([PRODUCER, "华东总代", "甲供应商"]);
  expect(picture.network.columns[2]?.[0]).toMatchObject({ tone: "refused", note: expect.stringContaining("已到期") });
  expect(picture.network.edges).toHaveLength(2);
  expect(picture.table.rows).toHaveLength(2);
  const db = world.engine.database.connection();
  await sql`update brand_authorization set producer_supplier_id = ${world.ids.supplierB} where id = ${id}`.execute(db);
  await sql`update supplier set freeze_status = 'full' where id = ${world.ids.supplierB}`.execute(db);
  const stateFor = async (context: Context) =>
    (await reading(context, async () => extra?.(context, "brand-supplier", [id], "list")))?.get(id)?.producer_state;
  expect(await stateFor(await world.as("buyerA"))).toBe("品牌方已冻结");
  expect(await stateFor(supplier)).toBeNull();
  await sql`update supplier set freeze_status = 'none' where id = ${world.ids.supplierB}`.execute(db);
});
