import { describe, expect, test } from "vitest";
import {
  type AnyEntity,
  choice,
  computed,
  date,
  dateTime,
  defineEntity,
  files,
  integer,
  lineSection,
  lines,
  longText,
  money,
  noSupplier,
  ownSupplier,
  price,
  reference,
  section,
  yesNo,
} from "~/engine/entity";
import {
  blankSealedValues,
  fillSealedValues,
  isSealedPath,
  markSealed,
  type Sealed,
  sealedFaults,
  sealedValues,
  withoutWithheld,
} from "~/engine/entity/sealed";
import type { EntityServer } from "~/engine/entity/server-hooks";

const KEY = "sourcing/offer";
const AT = `Entity "${KEY}", sealed`;

/** An offer in sealed words; tests break one thing in it. */
const sound = defineEntity({
  key: KEY,
  label: "应标书",
  kind: "document",
  purpose: "一家供应商对一次招标的应答。",
  number: "YB{YYYYMMDD}-{0001}",
  removable: false,
  copy: false,
  fields: {
    tender_id: reference("sourcing/tender", { label: "招标", writeIn: [] }),
    supplier_id: reference("sourcing/maker", { label: "供应商", required: true }),
    until: dateTime({ label: "截止", required: true, deadlineIn: ["draft"] }),
    kind: choice({ label: "类型", required: true, choices: { whole: "整包", part: "分包" } }),
    note: longText({ label: "说明" }),
    valid_to: date({ label: "有效期" }),
    proof: files({ label: "附件" }),
    total: computed(money({ label: "总额" })),
  },
  lines: {
    items: lines({
      label: "明细",
      fields: {
        line: integer({ label: "招标行", required: true }),
        price: price({ label: "单价" }),
        none: yesNo({ label: "不报" }),
        amount: computed(money({ label: "金额" })),
      },
      compute: { amount: () => "0.00" },
      totals: ["amount"],
    }),
  },
  compute: { total: () => "0.00" },
  list: { columns: ["number", "supplier_id", "total"], filters: ["kind", "state"], sort: "-created_at" },
  form: [section("应标", ["tender_id", "supplier_id", "until", "kind", "note"]), lineSection("明细", "items")],
  states: { draft: "待报", sent: "已交", open: "已开" },
  transitions: {
    send: { label: "递交", submits: false, from: ["draft"], to: "sent", by: ["supplier"] },
    unseal: { label: "开标", from: ["sent"], to: "open", by: "system" },
  },
  sealed: {
    fields: ["note", "valid_to", "total"],
    lines: { items: ["price", "none", "amount"] },
    ownIn: ["draft"],
    opens: "unseal",
    looksIn: "tender_id",
  },
  access: { suppliers: ownSupplier("supplier_id"), grants: { buyer: "all" } },
});

const hook: EntityServer = { sealKeyOf: async () => null };
const faults = (change: object = {}, server: EntityServer = hook) =>
  sealedFaults({ entity: { ...(sound as AnyEntity), ...change } as AnyEntity, server });
const sealing = (change: Partial<Sealed>) => faults({ sealed: { ...sound.sealed, ...change } });

describe("密封的定义在启动时检查", () => {
  test("没有缺陷的通过；没有密封的不受影响，但也不能有密封的钩子", () => {
    expect(faults()).toEqual([]);
    expect(faults({ sealed: undefined }, {})).toEqual([]);
    expect(faults({ sealed: undefined })).toEqual([`Entity "${KEY}": sealKeyOf, but nothing is sealed`]);
  });

  test("须说明为谁密封，须有唯一的填写方", () => {
    expect(faults({}, {})).toEqual([`${AT}: the server hook sealKeyOf does not say for whom`]);
    for (const suppliers of [noSupplier, ownSupplier("id")])
      expect(faults({ access: { suppliers, grants: { buyer: "all" } } })).toEqual([
        `${AT}: the writer is the supplier of an own wall, and there is none`,
      ]);
  });

  test("不能删除、复制、审批、导入、批量操作：这些会把填写的内容留在别处", () => {
    const kept = `${AT}: such a record is neither removed nor copied; say removable and copy false`;
    expect(faults({ removable: undefined })).toEqual([kept]);
    expect(faults({ copy: undefined })).toEqual([kept]);
    const elsewhere = `${AT}: approval, imports and conversions keep what was typed elsewhere`;
    expect(faults({ approval: { state: "sent" } })).toEqual([elsewhere]);
    expect(faults({ imports: true })).toEqual([elsewhere]);
    expect(faults({ list: { ...sound.list, batch: ["send"] } })).toEqual([
      `${AT}: answers to transitions of many are kept with what was found; none is offered on them`,
    ]);
    expect(faults({ views: [{ list: { ...sound.list, batch: ["send"] } }] })).toHaveLength(1);
  });

  test("状态、开启的操作、记录被拒查看的引用都须存在", () => {
    expect(sealing({ opens: "reveal" })).toEqual([`${AT}: opens names the transition "reveal", which does not exist`]);
    expect(sealing({ opens: "send" })).toEqual([`${AT}: "send" starts where the writer still works`]);
    expect(sealing({ ownIn: ["draft", "gone"] })).toEqual([
      `${AT}: ownIn names the state "gone", which does not exist`,
    ]);
    for (const looksIn of ["nothing", "kind"])
      expect(sealing({ looksIn })).toEqual([
        `${AT}: looksIn names "${looksIn}", which is no reference that is read while it is closed`,
      ]);
  });

  test("字段和明细列须存在，可以为空，类型能存成文字", () => {
    const fields = sound.sealed?.fields ?? [];
    const wrong = (name: string) => sealing({ fields: [...fields, name] });
    expect(wrong("price")).toEqual([`${AT}: names "price", which does not exist`]);
    expect(wrong("proof")).toEqual([`${AT}: "proof" is of the kind files, which is not sealed`]);
    expect(wrong("until")).toEqual([`${AT}: "until" is required, and its column is empty while closed`]);
    const loose = { ...sound.fields, until: dateTime({ label: "截止", deadlineIn: ["draft"] }) };
    expect(faults({ fields: loose, sealed: { ...sound.sealed, fields: [...fields, "until"] } })).toEqual([
      `${AT}: "until" is drawn, unique or a deadline, which the database must know`,
    ]);
    expect(sealing({ lines: { parts: ["price"] } })).toContain(`${AT}: names the lines "parts", which do not exist`);
    expect(sealing({ lines: { items: ["line", "price", "none", "amount"] } })).toEqual([
      `${AT}, lines "items": "line" is required, and its column is empty while closed`,
    ]);
  });

  test("密封的不能用来查找、筛选、排序、合计或标识，明细里的也不能", () => {
    const told = (path: string) => [`${AT}: "${path}" is found, filtered, sorted or summed by while it is closed`];
    expect(faults({ search: ["number", "note"] })).toEqual(told("note"));
    expect(faults({ title: ["note"] })).toEqual(told("note"));
    expect(faults({ unique: [{ columns: ["supplier_id", "valid_to"] }] })).toEqual(told("valid_to"));
    expect(faults({ list: { ...sound.list, filters: ["items.price"] } })).toEqual(told("items.price"));
    expect(faults({ list: { ...sound.list, sort: "-total" } })).toEqual(told("total"));
    expect(faults({ list: { ...sound.list, totals: ["total"] } })).toEqual(told("total"));
    expect(faults({ views: [{ list: { ...sound.list, filters: ["total"] } }] })).toEqual(told("total"));
  });

  test("由密封内容算出来的也须密封", () => {
    const fault = (name: string) => `${AT}: "${name}" is worked out and may tell what is sealed; seal it as well`;
    expect(sealing({ fields: ["note", "valid_to"] })).toEqual([fault("total")]);
    expect(sealing({ lines: { items: ["price", "none"] } })).toEqual([fault("items.amount")]);
  });
});

describe("记录里的密封内容", () => {
  const entity = sound as AnyEntity;
  const sealed = entity.sealed as Sealed;
  const stamps = { number: "YB1", previous_state: null, version: 1, created_by: null, updated_by: null };
  const record = () => ({
    ...{ ...stamps, id: "r", state: "draft", created_at: "", updated_at: "" },
    ...{ supplier_id: "s", note: "低", valid_to: "2025-12-31", total: "12.00" },
    items: [{ id: "a", line_no: 10, line: 1, price: "3.20", none: true, amount: "12.00" }],
  });

  test("取出后列为空（是否为否），放回后与原来一样；后来增加的行仍为空", () => {
    const [before, after] = [record(), record()];
    const content = sealedValues(sealed, before);
    blankSealedValues(entity, after);
    expect(after).toMatchObject({ note: null, valid_to: null, total: null, supplier_id: "s" });
    expect(after.items[0]).toMatchObject({ price: null, none: false, amount: null, line: 1 });
    fillSealedValues(sealed, after, content);
    expect(after).toEqual(before);
    after.items.push({ id: "b", line_no: 20, line: 2, price: "9.99", none: false, amount: "9.99" });
    blankSealedValues(entity, after);
    fillSealedValues(sealed, after, content);
    expect(after.items[1]).toMatchObject({ price: null, amount: null, line: 2 });
  });

  test("读不到时由空值算出的结果不保留", () => {
    const [closed, own] = [record(), record()];
    markSealed(closed, "closed");
    markSealed(own, "own");
    for (const one of [closed, own]) withoutWithheld(entity, one);
    expect([closed.total, own.total]).toEqual([null, "12.00"]);
  });

  test("变更记录里的路径", () => {
    const paths = ["note", "items.10.price", "items.10.line", "supplier_id", "other.1.price"];
    expect(paths.filter((path) => isSealedPath(entity, path))).toEqual(["note", "items.10.price"]);
  });
});
