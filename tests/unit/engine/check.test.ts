import { describe, expect, test } from "vitest";
import {
  type AnyEntity,
  choice,
  computed,
  defineEntity,
  files,
  lineSection,
  lines,
  money,
  noSupplier,
  ownSupplier,
  pointedAtBy,
  pointsAt,
  quantity,
  reference,
  section,
  sharing,
  text,
} from "~/engine/entity";
import type { AnyTransition } from "~/engine/entity/define";
import { decisionOf } from "~/engine/entity/duties";
import { createRegistry, type MenuGroup } from "~/engine/entity/registry";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { where } from "~/shared/condition";

/** A small document without any fault; tests break one thing in it. */
const sound = defineEntity({
  key: "quality/inspection",
  label: "来料检验单",
  kind: "document",
  purpose: "来料检验的结论。",
  number: "IQC{YYYYMM}-{0001}",
  fields: {
    supplier_id: reference("quality/maker", { label: "供应商", required: true }),
    verdict: choice({ label: "结论", choices: { pass: "合格", reject: "退货" } }),
    amount: computed(money({ label: "金额" })),
  },
  lines: {
    items: lines({ label: "明细", totals: ["qty"], fields: { qty: quantity({ label: "数量", required: true }) } }),
  },
  compute: { amount: () => "0.00" },
  list: { columns: ["number", "supplier_id", "state"], filters: ["supplier_id", "items.qty"], sort: "-created_at" },
  form: [section("检验", ["supplier_id", "verdict", "amount"]), lineSection("明细", "items", ["qty"])],
  states: { draft: "草稿", judged: "已判定" },
  transitions: { judge: { label: "判定", decides: "accepts", from: ["draft"], to: "judged", by: ["qa"] } },
  access: { suppliers: ownSupplier("supplier_id"), grants: { qa: "all" } },
});

const maker = defineEntity({
  key: "quality/maker",
  label: "厂家",
  kind: "register",
  purpose: "厂家登记。",
  fields: { code: text({ label: "编码", required: true }), name: text({ label: "名称", required: true }) },
  list: { columns: ["code", "name"], filters: ["code"], sort: "code" },
  form: [section("基本信息", ["code", "name"])],
  access: { suppliers: noSupplier, grants: { qa: "all" } },
});

/** With the reason why nobody is told of what it decides, where what is tested is something else. */
function quiet(entity: AnyEntity): AnyEntity {
  const decided = Object.entries<AnyTransition>(entity.transitions ?? {}).filter(
    ([, transition]) => transition.submits === true || decisionOf(transition) !== null,
  );
  const why = "The tests are about something else";
  return { ...entity, tellsNobody: entity.tellsNobody ?? Object.fromEntries(decided.map(([name]) => [name, why])) };
}

/** Faults of a registry that holds these definitions; empty when it can be made. */
function faults(
  entities: readonly AnyEntity[],
  menu: {
    module?: string;
    top?: string;
    groups?: readonly MenuGroup[];
    group?: string;
    /** Of the sound document. */
    server?: EntityServer;
  } = {},
): string[] {
  try {
    createRegistry({
      topTabs: [{ id: "quality", label: "质量" }],
      modules: [{ key: menu.module ?? "quality", label: "质量", top: menu.top ?? "quality" }],
      menuGroups: menu.groups ?? [],
      registrations: entities.map((entity) => ({
        entity: quiet(entity),
        ...(menu.group ? { group: menu.group } : {}),
        ...(menu.server && entity.key === sound.key ? { server: menu.server } : {}),
      })),
    });
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return message.split("\n- ").slice(1);
  }
}

/** The sound document with one thing replaced; the compiler would refuse most of these, a cast in a module would not. */
function broken(change: Partial<AnyEntity>): AnyEntity {
  return { ...(sound as AnyEntity), ...change };
}

const JUDGED = { label: "判定", decides: "accepts", from: ["draft"], to: "judged", by: ["qa"] } as const;
const AT = 'Entity "quality/inspection"';
const SCREEN = 'Screen "quality/inspection"';
const name = text({ label: "名称" });

test("没有错误的定义", () => {
  expect(faults([sound, maker])).toEqual([]);
});

test("单据的提交和决定都要说明告诉谁，或者为什么不告诉，否则不能启动", () => {
  const mute = `${AT}: "judge" decides or submits, and neither tells anybody nor says why in tellsNobody`;
  expect(faults([broken({ tellsNobody: {} }), maker])).toEqual([mute]);
  expect(faults([broken({ tellsNobody: { judge: "Whoever inspects reports it by other ways" } }), maker])).toEqual([]);
});

describe("有供应商的单据，引用属于供应商的记录时必须是同一个供应商（或者说明为什么不必）", () => {
  const register = { ...(maker as AnyEntity), access: { ...maker.access, suppliers: ownSupplier("id") } };
  const paper = defineEntity({
    key: "quality/licence",
    label: "证照",
    kind: "register",
    purpose: "厂家的证照。",
    fields: {
      code: text({ label: "编码", required: true }),
      name: text({ label: "名称", required: true }),
      maker_id: reference("quality/maker", { label: "厂家", required: true }),
    },
    list: { columns: ["code", "name"], filters: ["code"], sort: "code" },
    form: [section("证照", ["maker_id", "code", "name"])],
    access: { suppliers: ownSupplier("maker_id"), grants: { qa: "all" } },
  });
  const licence = (more: object = {}) => reference("quality/licence", { label: "证照", ...more });
  const fault = (path: string) =>
    `${AT}, field "${path}": "quality/licence" belongs to a supplier and so does this document; say within: { maker_id: "supplier_id" }, or why not by ofAnySupplier`;
  const tied = { within: { maker_id: "supplier_id" } };

  test.each([
    ["没有说", {}, [fault("licence_id")]],
    ["按供应商限定", tied, []],
    ["按别的字段限定", { within: { code: "verdict" } }, [fault("licence_id")]],
    ["说明了为什么", { ofAnySupplier: "只用来对照，不作为本单的依据" }, []],
    ["没有说出理由", { ofAnySupplier: "对照" }, [`${AT}, field "licence_id": ofAnySupplier gives no reason`]],
    ["只由程序写入", { system: true }, []],
  ])("表单字段：%s", (_name, more, expected) => {
    const fields = { ...sound.fields, licence_id: licence(more) };
    expect(faults([broken({ fields }), register, paper])).toEqual(expected);
  });

  test("证照可以不属于任何厂家、由程序填的明细行，也一样", () => {
    const fields = { ...paper.fields, maker_id: reference("quality/maker", { label: "厂家" }) };
    const loose = { ...(paper as AnyEntity), fields };
    const proofs = lines({ label: "明细", system: true, fields: { licence_id: licence() } });
    const entity = broken({
      fields: { ...sound.fields, licence_id: licence() },
      lines: { ...sound.lines, proofs },
    });
    expect(faults([entity, register, loose])).toEqual([fault("licence_id"), fault("proofs.licence_id")]);
  });

  test("有几个供应商的：单据按其中一个限定，证照的每一个都要限定", () => {
    const second = reference("quality/maker", { label: "委托方" });
    const open = { suppliers: noSupplier, grants: { qa: "all" } } as const;
    const two = broken({
      fields: { ...sound.fields, client_id: second, licence_id: licence({ within: { maker_id: "client_id" } }) },
      access: open,
    });
    expect(faults([two, register, paper])).toEqual([]);
    const twofold = {
      ...(paper as AnyEntity),
      fields: { ...paper.fields, client_id: second },
      access: open,
    } as AnyEntity;
    const sentence =
      'say within: { client_id: "supplier_id" } or within: { client_id: "client_id" }, or why not by ofAnySupplier';
    expect(faults([two, register, twofold])).toEqual([
      `${AT}, field "licence_id": "quality/licence" belongs to a supplier and so does this document; ${sentence}`,
    ]);
  });

  test("明细行、操作要填的字段、操作要填的明细也一样；只由程序做的操作不必", () => {
    const line = lines({ label: "明细", fields: { licence_id: licence() } });
    expect(faults([broken({ lines: { ...sound.lines, proofs: line } }), register, paper])).toEqual([
      fault("proofs.licence_id"),
    ]);
    const asking = (by: readonly ["qa"] | "system", more: object = {}) =>
      broken({ transitions: { judge: { ...JUDGED, by, input: { licence: licence(more) } } } });
    expect(faults([asking(["qa"]), register, paper])).toEqual([fault("judge: licence")]);
    expect(faults([asking(["qa"], tied), register, paper])).toEqual([]);
    expect(faults([asking("system"), register, paper])).toEqual([]);
    const beside = { lines: "items", show: [], fields: { licence: licence() } } as const;
    const judge = { ...JUDGED, lineInput: beside };
    expect(faults([broken({ transitions: { judge } }), register, paper])).toEqual([fault("judge: items.licence")]);
  });
});

describe("批准或下达时检查过的，之后变了要再检查（或者说明为什么不必）", () => {
  const judging = { judge: { check: async () => [] } };
  const amend = { label: "补录", from: ["judged"], to: "same", by: ["qa"], asks: ["verdict"] } as const;
  const end = { label: "结束", from: ["judged"], to: "held", by: ["qa"] } as const;
  const back = { label: "放行", from: ["held"], to: "judged", by: "system" } as const;
  const resume = { label: "继续", from: ["held"], to: "previous", by: "system" } as const;
  const hold = { label: "暂停", from: ["judged"], to: "held", by: ["qa"] } as const;
  const document = (transitions: AnyEntity["transitions"], more: Partial<AnyEntity> = {}) =>
    broken({
      states: { draft: "草稿", judged: "已判定", held: "暂停" },
      transitions: { judge: JUDGED, ...transitions },
      changesApproved: "amend" in (transitions ?? {}) ? { amend: "只补录外观说明，不改变结论" } : {},
      // What is added is typed before, so that only the head stays open.
      lines: {},
      list: { ...sound.list, filters: ["supplier_id"] },
      form: [section("检验", ["supplier_id", "verdict", "amount"])],
      ...more,
    });
  const said = (entity: AnyEntity, server: EntityServer) =>
    faults([entity, maker], { server: { transitions: judging, ...server } });
  const fault = (name: string) =>
    `${AT}: "${name}" changes what a check judged, and is not judged again; say "lasting", or why not by "judgedOnce"`;
  const lasting = { in: ["judged"], except: {}, grown: () => true, check: async () => [] };
  const why = "只补录外观说明，检查不看它";

  test.each([
    ["收内容的操作", document({ amend }), [fault("amend")]],
    ["从暂停回来", document({ hold, back }), [fault("back")]],
    ["回到之前的状态", document({ hold, resume }), [fault("resume")]],
    ["不收内容的操作", document({ hold, end }), []],
    [
      "还能修改的字段",
      document({}, { editIn: ["judged"], openAfterApproval: { fields: ["supplier_id"], why } }),
      [fault("verdict"), `${AT}, field "verdict": was approved and may be edited without approval`],
    ],
  ])("%s", (_name, entity, expected) => {
    expect(said(entity, {}).sort()).toEqual([...expected].sort());
  });

  test("没有检查的不必；用 lasting 再检查的、说明了为什么的不必；理由不能空", () => {
    expect(faults([document({ amend }), maker])).toEqual([]);
    expect(said(document({ amend }), { lasting })).toEqual([]);
    expect(said(document({ amend }), { judgedOnce: { amend: why } })).toEqual([]);
    expect(said(document({ amend }), { judgedOnce: { amend: " " } })).toEqual([
      `${AT}: judgedOnce gives no reason for "amend"`,
    ]);
    expect(said(document({ amend }), { judgedOnce: { amend: why, amendd: why } })).toEqual([
      `${AT}: judgedOnce names "amendd", which changes nothing that was judged`,
    ]);
  });

  test("没有审批、直接发出去的单据也一样", () => {
    const not = "只登记双方已经签好的结论，不另作决定";
    const send = { label: "发出", decides: { not }, from: ["draft"], to: "judged", by: ["qa"] } as const;
    const entity = broken({ transitions: { send, amend } });
    expect(faults([entity, maker], { server: { transitions: { send: { check: async () => [] } } } })).toEqual([
      fault("amend"),
    ]);
  });

  test("lasting 里写错的状态、写错的操作、多余的操作、没有理由的、没有自己检查的，启动时就说出来", () => {
    const entity = document({ amend, hold, resume });
    const left = (except: Readonly<Record<string, string>>) => said(entity, { lasting: { ...lasting, except } });
    expect(left({ judge: "自己的检查问的是同样的", resume: "放行的时候已经问过同样的事" })).toEqual([]);
    expect(said(entity, { lasting: { ...lasting, in: ["judgd"] } })).toEqual([
      `${AT}: lasting names the state "judgd", which does not exist`,
    ]);
    expect(left({ jugde: "自己的检查问的是同样的" })).toEqual([
      `${AT}: lasting leaves out "jugde", which does not exist`,
    ]);
    expect(left({ judge: " " })).toEqual([`${AT}: lasting leaves out "judge" without a reason`]);
    expect(left({ hold: "暂停什么也不会多要，不必再问" })).toContain(
      `${AT}: lasting leaves out "hold", which is not asked anyhow`,
    );
    expect(left({ amend: "补录的内容检查也不看的" })).toEqual([
      `${AT}: lasting leaves out "amend", which people make and no check of its own asks`,
    ]);
  });
});

test("筛选可以经过一个引用，看它的字段或明细；多个引用、不存在的字段启动时就说出来", () => {
  const filtered = (filters: AnyEntity["list"]["filters"]) =>
    faults([broken({ list: { ...sound.list, filters } }), maker]);
  expect(filtered(["supplier_id.code"])).toEqual([]);
  for (const wrong of ["supplier_id.no_such", "supplier_id.code.name", "verdict.code", "items.qty.code"])
    expect(filtered([wrong as "supplier_id.code"])).toEqual([`${SCREEN}: the list cannot be filtered by "${wrong}"`]);
});

const UNKNOWN = where.eq("score", 1);

/** What the option `of` may get wrong: which field, which of its values, which own ones. */
function dependingFaults(): (readonly [string, Partial<AnyEntity>])[] {
  const grade = (of: { field: string; values: Record<string, string[]> }) =>
    choice({ label: "等级", choices: { a: "甲", b: "乙" }, of });
  const head = (of: Parameters<typeof grade>[0]) => ({ fields: { ...sound.fields, grade: grade(of) } });
  const fit = { field: "verdict", values: { pass: ["a"], reject: ["b"] } };
  const [inHead, inLines] = [`${AT}, field "grade"`, `${AT}, lines "items", field "grade"`];
  return [
    [
      `${inHead}: depends on "supplier_id", which is no other choice of the head`,
      head({ ...fit, field: "supplier_id" }),
    ],
    [`${inHead}: depends on "grade", which is no other choice of the head`, head({ ...fit, field: "grade" })],
    [
      `${inHead}: says what "hold" offers, which "verdict" does not have`,
      head({ ...fit, values: { ...fit.values, hold: ["a"] } }),
    ],
    [`${inHead}: offers "c", which is none of its choices`, head({ ...fit, values: { pass: ["a", "c"] } })],
    [
      `${inLines}: depends on "qty", which is no other choice of the head`,
      {
        lines: {
          items: lines({
            label: "明细",
            totals: ["qty"],
            fields: { qty: quantity({ label: "数量" }), grade: grade({ ...fit, field: "qty" }) },
          }),
        },
      },
    ],
    [
      `${AT}, transition "judge", input, field "grade": offers "c", which is none of its choices`,
      { transitions: { judge: { ...JUDGED, input: { grade: grade({ ...fit, values: { pass: ["c"] } }) } } } },
    ],
    [
      `${AT}, transition "judge": asks for "verdict" and not for "grade", which depends on it`,
      { ...head(fit), transitions: { judge: { ...JUDGED, asks: ["verdict"] } } },
    ],
  ];
}

const CASES: readonly (readonly [sentence: string, change: Partial<AnyEntity>])[] = [
  ['Entity "Quality/x": the key must read module/noun', { key: "Quality/x", views: [] }],
  [`${AT}: a document has states`, { states: undefined, transitions: {} }],
  [`${AT}: the number rule "IQC" needs exactly one running number such as {0001}`, { number: "IQC" }],
  [`${AT}, field "Name": names are snake_case`, { fields: { ...sound.fields, Name: name } }],
  [
    `${AT}, field "tenant_id": the name is a built-in of every record`,
    { fields: { ...sound.fields, tenant_id: name } },
  ],
  [`${AT}, field "note": the label is missing`, { fields: { ...sound.fields, note: text({ label: "" }) } }],
  [
    `${AT}, field "order_id": refers to "quality/order", which is not registered`,
    { fields: { ...sound.fields, order_id: reference("quality/order", { label: "订单" }) } },
  ],
  [
    `${AT}, field "kind": has no choices`,
    { fields: { ...sound.fields, kind: choice({ label: "种类", choices: {} }) } },
  ],
  ...dependingFaults(),
  [
    `${AT}, field "code": the number rule "C" needs exactly one running number such as {0001}`,
    { fields: { ...sound.fields, code: text({ label: "编码", numbering: "C" }) } },
  ],
  [
    `${AT}, field "note": writeIn names the state "open", which does not exist`,
    { fields: { ...sound.fields, note: text({ label: "备注", writeIn: ["open"] }) } },
  ],
  [
    `${AT}, lines "items": totals name the field "price", which does not exist`,
    { lines: { items: lines({ label: "明细", totals: ["price"], fields: { qty: quantity({ label: "数量" }) } }) } },
  ],
  [
    `${AT}, lines "items", field "Qty": names are snake_case`,
    {
      lines: {
        items: lines({ label: "明细", fields: { Qty: quantity({ label: "数量" }), qty: quantity({ label: "数" }) } }),
      },
    },
  ],
  [
    `${AT}, lines "Items": names are snake_case`,
    { lines: { ...sound.lines, Items: lines({ label: "明细", fields: { qty: quantity({ label: "数量" }) } }) } },
  ],
  [
    `${AT}, transition "judge": says "{{admission.pauseDay}}", which is no parameter`,
    {
      transitions: {
        judge: { ...JUDGED, offered: { when: () => true, otherwise: "{{admission.pauseDay}}天后可以重新判定" } },
      },
    },
  ],
  [`${AT}: compute.verdict is no computed field`, { compute: { verdict: () => "pass" } }],
  [`${AT}: fillFrom names "verdict", which is no reference`, { fillFrom: { verdict: { verdict: "name" } } }],
  [`${AT}: fillFrom fills "address", which does not exist`, { fillFrom: { supplier_id: { address: "name" } } }],
  [`${AT}: the title names the field "name", which does not exist`, { title: ["name"] }],
  [
    `${AT}: search names "verdict", which is neither a field of text nor a reference`,
    { search: ["number", "verdict"] },
  ],
  [`${AT}: search names "note", which is neither a field of text nor a reference`, { search: ["note"] }],
  [
    `${AT}: search names "note", which not everybody who sees the row may read`,
    { search: ["note"], fields: { ...sound.fields, note: text({ label: "备注", hiddenFromSuppliers: true }) } },
  ],
  [
    `${AT}: search names "note", which not everybody who sees the row may read`,
    { search: ["note"], fields: { ...sound.fields, note: text({ label: "备注", readBy: ["qa"] }) } },
  ],
  [
    `${AT}: search names "supplier_id", which not everybody who sees the row may read`,
    {
      search: ["number", "supplier_id"],
      fields: {
        ...sound.fields,
        supplier_id: reference("quality/maker", { label: "供应商", required: true, readBy: ["qa"] }),
      },
    },
  ],
  ...["search_text", "search_grams", "q"].map((reserved): readonly [string, Partial<AnyEntity>] => [
    `${AT}, field "${reserved}": the name is a built-in of every record`,
    { fields: { ...sound.fields, [reserved]: name } },
  ]),
  [`${AT}: say by "title" which fields name a row`, { number: undefined }],
  [
    `${AT}: the supplier wall names "verdict", which is no reference field`,
    { access: { ...sound.access, suppliers: ownSupplier("verdict") } },
  ],
  [
    `${AT}: the supplier wall names "items.qty", which is no reference field`,
    {
      access: {
        ...sound.access,
        suppliers: { kind: "invited", lines: "items", column: "qty", when: { op: "always" } },
      },
    },
  ],
  [
    `${AT}: the staff scope names "factory_id", which is no reference field`,
    { access: { ...sound.access, staff: { factory: "factory_id" } } },
  ],
  [
    `${AT}, lines "items": the staff scope names "factory_id", which is no reference field`,
    { lines: { items: lines({ label: "明细", staff: { factory: "factory_id" }, fields: {} }) } },
  ],
  [`${AT}: editIn names the state "open", which does not exist`, { editIn: ["open"] }],
  [
    `${AT}, transition "judge": followedBy names the transition "close", which does not exist`,
    { transitions: { judge: { ...JUDGED, followedBy: "close" } } },
  ],
  [
    `${AT}: saveThen names the transition "judge", which asks for something`,
    { saveThen: "judge", transitions: { judge: { ...JUDGED, reason: "required" } } },
  ],
  [
    `${AT}, transition "judge": opens the form in a state in which nobody edits`,
    { editIn: ["draft"], transitions: { judge: { ...JUDGED, opensForm: true } } },
  ],
  [
    `${AT}, transition "judge": the state "open" does not exist`,
    { transitions: { judge: { label: "判定", from: ["open"], to: "judged", by: ["qa"] } } },
  ],
  [
    `${AT}, transition "judge", input, field "note": the label is missing`,
    {
      transitions: {
        judge: { label: "判定", from: ["draft"], to: "judged", by: ["qa"], input: { note: text({ label: "" }) } },
      },
    },
  ],
  [
    `${AT}, transition "judge": asks for values of the lines "rows", which do not exist`,
    {
      transitions: {
        judge: {
          label: "判定",
          from: ["draft"],
          to: "judged",
          by: ["qa"],
          lineInput: { lines: "rows", show: [], fields: {} },
        },
      },
    },
  ],
  [
    `${AT}, transition "judge": shows the line field "price", which does not exist`,
    {
      transitions: {
        judge: {
          label: "判定",
          from: ["draft"],
          to: "judged",
          by: ["qa"],
          lineInput: { lines: "items", show: ["price"], fields: {} },
        },
      },
    },
  ],
  [
    `${SCREEN}: the list names the column "price", which does not exist`,
    { list: { ...sound.list, columns: ["number", "price"] } },
  ],
  [
    `${SCREEN}: the list names the column "count(rows)", which does not exist`,
    { list: { ...sound.list, columns: ["number", "count(rows)"] } },
  ],
  [`${SCREEN}: the list cannot be filtered by "items.price"`, { list: { ...sound.list, filters: ["items.price"] } }],
  [`${SCREEN}: the list cannot be sorted by "made_on"`, { list: { ...sound.list, sort: "-made_on" } }],
  [`${SCREEN}: "made_on" has no index to be sorted by`, { list: { ...sound.list, sortedBy: ["made_on"] } }],
  [
    `${SCREEN}: the list sums "verdict", which is no amount or quantity`,
    { list: { ...sound.list, totals: ["verdict"] } },
  ],
  [`${SCREEN}: the card names the column "score", which does not exist`, { list: { ...sound.list, card: ["score"] } }],
  [
    `${SCREEN}: the list offers the move "reopen", which does not exist`,
    { list: { ...sound.list, rowActions: ["reopen"] } },
  ],
  [
    `${SCREEN}: the move "judge" asks for or shows what differs from record to record, it cannot be a batch`,
    {
      list: { ...sound.list, batch: ["judge"] },
      transitions: {
        judge: {
          ...JUDGED,
          lineInput: { lines: "items", show: ["qty"], fields: { weighed: quantity({ label: "实重" }) } },
        },
      },
    },
  ],
  [
    `${SCREEN}: the move "judge" asks for files, which belong to one record, it cannot be a batch`,
    {
      fields: { ...sound.fields, papers: files({ label: "附件", system: true }) },
      list: { ...sound.list, batch: ["judge"] },
      transitions: { judge: { ...JUDGED, asks: ["papers"] } },
    },
  ],
  [
    `${SCREEN}: section "检验" names the field "price", which does not exist`,
    { form: [section("检验", ["supplier_id", "price"])] },
  ],
  [
    `${SCREEN}: section "明细" names the lines "rows", which do not exist`,
    { form: [...sound.form, lineSection("明细", "rows")] },
  ],
  [
    `${SCREEN}: section "明细" names the line field "price", which does not exist`,
    { form: [...sound.form, lineSection("明细", "items", ["price"])] },
  ],
  [
    `${AT}: stateSince names "verdict", which is no open system field of the kind date of a document`,
    { stateSince: "verdict" },
  ],
  [
    `${AT}: veil names "verdict" and "supplier_id", which are no yesNo and no system reference with readBy`,
    { anonymity: { when: "verdict", author: "supplier_id" } },
  ],
  [
    `${AT}: supplierStates names the state "gone", which does not exist`,
    { access: { ...sound.access, supplierStates: ["gone"] } },
  ],
  [
    `${AT}, transition "judge": leads from what suppliers see to "judged", which they do not`,
    { access: { ...sound.access, supplierStates: ["draft"] } },
  ],
  [
    `${AT}: suppliersMayWrite names "items.price", which does not exist`,
    { access: { ...sound.access, suppliersMayWrite: ["verdict", "items", "items.qty", "items.price"] } },
  ],
  [
    `${AT}, supplier wall: the condition looks at "score", which does not exist`,
    { access: { ...sound.access, suppliers: ownSupplier("supplier_id", where.any(where.set("state"), UNKNOWN)) } },
  ],
  [
    `${AT}, toggle "late_only": the condition looks at "score", which does not exist`,
    { list: { ...sound.list, toggles: { late_only: { label: "迟到", where: where.not(UNKNOWN) } } } },
  ],
  [
    `${AT}, transition "judge": the condition looks at "score", which does not exist`,
    { transitions: { judge: { ...JUDGED, needs: { high: { when: UNKNOWN, by: ["qa_manager"] } } } } },
  ],
  [
    `${AT}, field "note": the condition looks at "score", which does not exist`,
    { fields: { ...sound.fields, note: text({ label: "备注", requiredWhen: UNKNOWN }) } },
  ],
  [
    `${AT}, transition "judge": names the field "score", which does not exist`,
    { transitions: { judge: { ...JUDGED, asks: ["verdict", "score"] } } },
  ],
  [
    `${AT}, transition "judge": names the field "judge_id", which does not exist`,
    { transitions: { judge: { ...JUDGED, notBy: ["id", "judge_id"] } } },
  ],
  [
    `${AT}, transition "judge": "判定" does not say by "decides" whether it decides on what others wrote`,
    { transitions: { judge: { label: "判定", from: ["draft"], to: "judged", by: ["qa"] } } },
  ],
  [
    `${AT}, transition "judge": "decides" loosens the separation of duties without a reason`,
    { transitions: { judge: { ...JUDGED, decides: { as: "accepts", authorsMay: " " } } } },
  ],
  [
    `${AT}, transition "judge": cannot submit and decide at once`,
    { transitions: { judge: { ...JUDGED, submits: true } } },
  ],
  [
    `${AT}, transition "send": "提交" does not say by "submits" whether it submits the document`,
    { transitions: { judge: JUDGED, send: { label: "提交", from: ["draft"], to: "same", by: ["qa"] } } },
  ],
  [
    `${AT}, field "verdict": was approved and may be edited without approval`,
    {
      editIn: ["judged"],
      openAfterApproval: { fields: ["supplier_id"], why: "whoever delivers may change at any time" },
    },
  ],
  [
    `${AT}: openAfterApproval names "verdict", which is not open`,
    { openAfterApproval: { fields: ["verdict"], why: "whoever delivers may change at any time" } },
  ],
  [`${AT}: drafts names the state "open", which does not exist`, { drafts: ["open"] }],
  [
    `${AT}, transition "judge", line input, field "qty": the label is missing`,
    {
      transitions: {
        judge: { ...JUDGED, lineInput: { lines: "items", show: [], fields: { qty: text({ label: "" }) } } },
      },
    },
  ],
  ...["comments", "watch", "states", "print", "export", "edit", "delete", "history"].map(
    (page): readonly [string, Partial<AnyEntity>] => [
      `${AT}, transition "${page}": the name is a page of every record`,
      { transitions: { [page]: JUDGED } },
    ],
  ),
  [`${AT}, related "order_id": is no reference field of "quality/inspection"`, { related: [pointsAt("order_id")] }],
  [
    `${AT}, related "maker_id": names the entity "quality/order", which is not registered`,
    { related: [pointedAtBy("quality/order", "maker_id")] },
  ],
  [
    `${AT}, related "supplier_id": does not point at "quality/inspection"`,
    { related: [pointedAtBy("quality/inspection", "supplier_id")] },
  ],
  [
    `${AT}, related "name": "name" of "quality/maker" and "supplier_id" do not hold the same`,
    { related: [sharing("quality/maker", { name: "supplier_id" })] },
  ],
  [
    `${AT}, related "supplier_id": the fact "score" does not exist in "quality/maker"`,
    { related: [pointsAt("supplier_id", { fact: "score" })] },
  ],
  [
    `${SCREEN}: gives the field "score", which does not exist`,
    { views: [{ screen: "quality/inspection", label: "检验", initial: { score: 1 } }] },
  ],
  [
    `${SCREEN}: the condition looks at "score", which does not exist`,
    { views: [{ screen: "quality/inspection", label: "检验", where: UNKNOWN }] },
  ],
  [
    `${SCREEN}: the list names the column "+score", which does not exist`,
    { list: { ...sound.list, columns: ["number", "+score"] } },
  ],
  [
    `${SCREEN}: the required field "supplier_id" stands in no section of the form`,
    { form: [section("检验", ["verdict"])] },
  ],
];

describe("每一种错误都有自己的一句话", () => {
  test.each(CASES)("%s", (sentence, change) => {
    expect(faults([broken(change), maker])).toContain(sentence);
  });

  test("同一个键登记两次、编号前缀重复", () => {
    expect(faults([sound, maker, broken({ views: [] })])).toContain('Entity "quality/inspection" is registered twice');
    expect(faults([sound, maker, broken({ key: "quality/recheck" })])).toContain(
      'Entity "quality/recheck" numbers with the prefix IQC, which quality/inspection already uses',
    );
  });

  test("屏幕地址和权限不能重复，屏幕要有自己的菜单", () => {
    const twice = broken({
      views: [
        { screen: "quality/inspection", label: "检验" },
        { screen: "quality/inspection", label: "检验" },
      ],
    });
    expect(faults([twice, maker])).toEqual([
      'Screen "quality/inspection" is defined twice',
      'Two screens have the permission id "inspection"',
    ]);
    expect(faults([sound, maker], { module: "receiving" })).toContain(
      `${SCREEN} stands in the module "quality", which the menu does not have`,
    );
    expect(faults([sound, maker], { top: "other" })).toContain(
      'Module "quality" stands under the top tab "other", which does not exist',
    );
  });

  test("菜单分组：在有的目录里，地址不与页面相同，登记的分组存在", () => {
    const papers = { key: "papers", module: "quality", label: "单据" };
    expect(faults([sound, maker], { groups: [papers], group: "papers" })).toEqual([]);
    expect(faults([sound, maker], { groups: [papers], group: "others" })).toEqual([
      'Entity "quality/inspection" stands in the group "others", which its module does not have',
      'Entity "quality/maker" stands in the group "others", which its module does not have',
    ]);
    expect(faults([sound, maker], { groups: [{ ...papers, module: "gone" }, papers] })).toEqual([
      'Group "papers" stands in the module "gone", which the menu does not have',
      'Group "papers" is defined twice',
      'Group "papers" is defined twice',
    ]);
    expect(faults([sound, maker], { groups: [{ ...papers, key: "maker" }] })).toEqual([
      'Group "maker" has the address of the screen "quality/maker"',
    ]);
  });

  test("所有错误一次说完", () => {
    const worst = broken({ title: ["name"], editIn: ["open"], list: { ...sound.list, sort: "made_on" } });
    expect(faults([worst, maker])).toHaveLength(3);
  });
});
