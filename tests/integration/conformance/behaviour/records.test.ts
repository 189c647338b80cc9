import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord, Field } from "~/engine/entity";
import { defaultChoice } from "~/engine/entity/dictionary";
import { kindOf } from "~/engine/entity/kinds";
import { isFileKind } from "~/engine/entity/kinds/file";
import { readHistory } from "~/engine/operations/audit.server";
import { linesOf } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import {
  allRecords,
  behaving,
  type Case,
  entities,
  fieldPaths,
  freeText,
  type Instead,
  isAddable,
  isTyped,
  make,
  makeLineTargets,
  minimal,
  personWith,
  pointsAtLines,
  rolesWith,
} from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { samples } from "../../../support/samples";
import { keptReason } from "../../../support/sight";
import { openWorld } from "../../../support/world";

const world = await openWorld();
await makeLineTargets(world);
afterAll(() => world.close());

/** Somebody who may make these records. */
function maker({ screen }: Case): Promise<Context> {
  const [role] = rolesWith(screen, "add");
  if (!role) throw new Error(`nobody may add on ${screen.key}`);
  return personWith(world, role);
}

/** Somebody who may do that as well as open the record. */
async function personFor({ screen }: Case, action: "edit" | "delete"): Promise<Context> {
  const [role] = rolesWith(screen, action).filter((one) => rolesWith(screen, "get").includes(one));
  if (!role) throw new Error(`nobody may ${action} on ${screen.key}`);
  return personWith(world, role);
}

const BAD: Readonly<Record<string, (field: Field) => unknown[]>> = {
  text: (field) => ["长".repeat((field.options.maxLength ?? 200) + 1), "a\u0000b", "\ud83d", 12],
  longText: (field) => ["长".repeat((field.options.maxLength ?? 4000) + 1), "\u0007", true],
  phone: () => ["12345", "电话", 13800010000],
  email: () => ["li@", "a b@example.com"],
  integer: () => ["1.5", "1e999", "-1", "1234567890", "一"],
  quantity: () => ["1e999", "-0.001", "1234567890123456789", "0.0001", "abc", true],
  price: () => ["1e999", "-0.000001", "1234567890123456789", "0.0000001", "abc"],
  money: () => ["1e999", "-0.01", "1234567890123456789", "0.001", "1,23"],
  percent: () => ["1e999", "-1", "100000", "0.00001", "百分之九"],
  number: () => ["1e999", "-1", "12345678901234567890", "abc"],
  date: () => ["2026-02-30", "2025-13-01", "明天", 20250310],
  dateTime: () => ["2026-02-30 10:00", "2025-03-10 25:00", "2025-03-10", 1],
  choice: () => ["没有这一项", "constructor", "__proto__", 1],
  yesNo: () => ["也许", 2],
  reference: () => ["没有这一行", "' or 1=1 --", "0195a000-0000-7000-8000-00000000ffff", "%", 7],
};

/** The values with something else in the place that a control's name says: `items.0.qty`. */
function withValue(values: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [name = "", position, ...rest] = path.split(".");
  if (position === undefined) return { ...values, [name]: value };
  const rows = Array.isArray(values[name]) ? values[name] : [{}];
  return {
    ...values,
    [name]: rows.map((row, index) => (index === Number(position) ? withValue(row, rest.join("."), value) : row)),
  };
}

function fullWidth(text: string): string {
  return text.replace(/[0-9.-]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

function withoutStamps(record: AnyRecord | AnyLine, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

/** Those whose records somebody changes; a log has none. */
const changeable = behaving("records").filter(([, { screen }]) => rolesWith(screen, "edit").length > 0);

describe.each(changeable)("%s", (_label, one) => {
  /** Checks of what somebody types into a new record. */
  const adding = isAddable(one) ? test : () => undefined;
  const { key, entity, screen } = one;
  const [firstState] = Object.keys(entity.states ?? {});
  const typed = fieldPaths(entity).filter(({ field, lines }) => isTypedAtFirst(field) && writableLines(lines));
  const protectedFields = Object.entries<Field>(entity.fields).filter(([, field]) => !isTypedAtFirst(field));

  /** Some fields, and tables, are only written later in the life of a document. */
  function isOpenAtFirst({ writeIn }: { writeIn?: readonly string[] }): boolean {
    return !writeIn || firstState === undefined || writeIn.includes(firstState);
  }
  function isTypedAtFirst(field: Field): boolean {
    return isTyped(field) && isOpenAtFirst(field.options);
  }
  function writableLines(path: readonly string[]): boolean {
    const [name = ""] = path;
    const options = entity.lines[name]?.options;
    return path.length === 0 || (!options?.system && isOpenAtFirst(options ?? {}));
  }

  adding("最少的样例可以新建，版本为一，历史写明是谁建的", async () => {
    const context = await maker(one);
    const saved = await createRecord(context, { screen, values: minimal(world, key) });
    expect(saved.version).toBe(1);
    const { record } = await readRecord(context, screen, saved.id);
    expect(record).toMatchObject({ version: 1, created_by: context.actor.id, created_at: context.now.toISOString() });
    if (entity.number) expect(record.number).toMatch(/\d+$/);
    if (entity.states) expect(record.state).toBe(Object.keys(entity.states)[0]);
    const history = await readHistory(context, { entity, recordId: saved.id });
    expect(history).toMatchObject([{ action: "create", label: "新建", userName: context.actor.name }]);
  });

  adding("必填的都要填，缺的各有一句话", async () => {
    const context = await maker(one);
    const { complaints } = await refusal(createRecord(context, { screen, values: {} }), "invalid");
    const required = Object.entries<Field>(entity.fields).filter(
      ([, field]) =>
        isTyped(field) &&
        field.presence === "required" &&
        field.kind !== "yesNo" &&
        field.options.initial === undefined &&
        defaultChoice(field) === null,
    );
    for (const [name, { options }] of required) {
      const complaint = complaints.find((wrong) => wrong.field === name);
      const usual = new RegExp(`^请(填写|选择)${options.label}$`);
      expect(complaint?.message, name).toMatch(options.missing ? new RegExp(`^${options.missing}$`) : usual);
    }
  });

  adding("不存在的字段被拒绝，对象自带的名字也一样", async () => {
    const context = await maker(one);
    for (const name of ["no_such_field", "constructor", "toString", "__proto__", "items.qty", ""]) {
      const values: Record<string, unknown> = { ...minimal(world, key) };
      Object.defineProperty(values, name, { value: "1", enumerable: true });
      await refusal(createRecord(context, { screen, values }), "malformed");
    }
    for (const [name, rows] of Object.entries(minimal(world, key)).filter(([, value]) => Array.isArray(value))) {
      for (const unknown of ["no_such_field", "constructor"]) {
        const line = { ...(Array.isArray(rows) ? rows[0] : {}), [unknown]: "1" };
        await refusal(
          createRecord(context, { screen, values: { ...minimal(world, key), [name]: [line] } }),
          "malformed",
        );
      }
    }
  });

  adding("由系统维护的字段写不进去", async () => {
    const context = await maker(one);
    const builtIn = [
      "id",
      "number",
      "state",
      "previous_state",
      "version",
      "tenant_id",
      "created_by",
      "created_at",
      "updated_by",
      "updated_at",
    ];
    const names = [...builtIn, ...protectedFields.map(([name]) => name)];
    const saved = await createRecord(context, { screen, values: minimal(world, key) });
    const editor = await personFor(one, "edit");
    for (const name of names) {
      await refusal(createRecord(context, { screen, values: { ...minimal(world, key), [name]: "1" } }), "malformed");
      const changed = updateRecordBy(editor, { screen, id: saved.id, version: 1, values: { [name]: "1" } });
      await refusal(changed, "malformed");
    }
    for (const [name, lines] of Object.entries(entity.lines)) {
      const { options } = lines as { options: { system?: boolean } };
      if (options.system)
        await refusal(createRecord(context, { screen, values: { ...minimal(world, key), [name]: [] } }), "malformed");
    }
  });

  adding("每种字段的错误输入都被拒绝，话说在那个字段旁边，什么也没有存下", async () => {
    const context = await maker(one);
    const before = (await allRecords(world, entity)).length;
    const rounds = Math.max(...typed.map(({ field }) => BAD[field.kind]?.(field).length ?? 0));
    for (let round = 0; round < rounds; round += 1) {
      let values = minimal(world, key);
      const expected: string[] = [];
      for (const { path, field } of typed) {
        const bad = BAD[field.kind]?.(field) ?? [];
        if (round >= bad.length) continue;
        values = withValue(values, path, bad[round]);
        expected.push(path);
      }
      const { complaints } = await refusal(createRecord(context, { screen, values }), "invalid");
      const fields = complaints.map((complaint) => complaint.field);
      expect(
        expected.filter((path) => !fields.includes(path)),
        `round ${round}`,
      ).toEqual([]);
      expect(complaints.every(({ message }) => /\p{Script=Han}/u.test(message))).toBe(true);
    }
    expect(await allRecords(world, entity)).toHaveLength(before);
  });

  adding("结构化的值不是填写错误，是格式错误", async () => {
    const context = await maker(one);
    for (const { path, field } of typed) {
      // No files at all is a list without any.
      for (const value of isFileKind(field.kind) ? [{}, [{}], { $ne: null }] : [{}, [], { $ne: null }]) {
        const values = withValue(minimal(world, key), path, value);
        await refusal(createRecord(context, { screen, values }), "malformed");
      }
    }
  });

  adding("表情符号原样保存，超出字数按字计", async () => {
    const context = await maker(one);
    const name = freeText(one);
    const limit = entity.fields[name].options.maxLength ?? (entity.fields[name].kind === "text" ? 200 : 4000);
    const emoji = "😀".repeat(limit);
    const saved = await createRecord(context, { screen, values: { ...minimal(world, key), [name]: emoji } });
    expect((await readRecord(context, screen, saved.id)).record[name]).toBe(emoji);
    const over = createRecord(context, { screen, values: { ...minimal(world, key), [name]: `${emoji}a` } });
    expect((await refusal(over, "invalid")).complaints[0]?.field).toBe(name);
  });

  adding("全角数字和日期与半角的一样", async () => {
    const context = await maker(one);
    const numeric = typed.filter(({ field }) =>
      ["end", "date"].includes(field.kind === "date" ? "date" : kindOf(field).align),
    );
    const half = minimal(world, key);
    const plain = minimal(world, key);
    const wide = numeric.reduce((values, { path }) => {
      const value = path.split(".").reduce<unknown>((at, part) => Object(at)[part], values);
      return typeof value === "string" ? withValue(values, path, fullWidth(value)) : values;
    }, plain);
    const records: AnyRecord[] = [];
    for (const values of [half, wide]) {
      const { id } = await createRecord(context, { screen, values });
      records.push((await readRecord(context, screen, id)).record);
    }
    const names = numeric.filter(({ lines }) => lines.length === 0).map(({ path }) => path);
    // Days that every sample has of its own are those that were typed.
    const own = Object.fromEntries(names.flatMap((name) => (half[name] === plain[name] ? [] : [[name, plain[name]]])));
    expect(withoutStamps(records[1] as AnyRecord, names)).toEqual({
      ...withoutStamps(records[0] as AnyRecord, names),
      ...own,
    });
    // Lines nobody typed are what the program found, which depends on what is there already.
    for (const line of Object.keys(entity.lines).filter((name) => name in half)) {
      const columns = numeric.flatMap(({ path, lines }) =>
        lines.length === 1 && lines[0] === line ? (path.split(".")[2] ?? []) : [],
      );
      const [a = [], b] = records.map((record) => linesOf(record, line).map((row) => withoutStamps(row, columns)));
      const cell = (values: object, at: number, name: string) => Object(Object(Object(values)[line])[at])[name];
      const ownCells = (at: number) =>
        columns.flatMap((name) =>
          cell(half, at, name) === cell(plain, at, name) ? [] : [[name, cell(plain, at, name)]],
        );
      expect(b).toEqual(a.map((row, at) => ({ ...row, ...Object.fromEntries(ownCells(at)) })));
    }
  });

  const unique = Object.entries<Field>(entity.fields).filter(([, field]) => field.options.unique && isTyped(field));
  // Tests that have no subject here are left out, not skipped: a skipped test is one that somebody switched off.
  const testIf = (has: boolean, name: string, check: () => Promise<void>) => {
    if (has) test(name, check);
  };

  testIf(unique.length > 0, "不能重复的值，重复时说定义里的话", async () => {
    const context = await maker(one);
    const first = minimal(world, key);
    await createRecord(context, { screen, values: first });
    for (const [name, { options }] of unique) {
      const again = createRecord(context, { screen, values: { ...minimal(world, key), [name]: first[name] } });
      const outcome = await again.then(
        () => null,
        (error: { error: string; complaints: { field: string; message: string }[] }) => error,
      );
      // A hook that knows more may speak before the key of the table does.
      expect(["duplicate", "invalid"]).toContain(outcome?.error);
      expect(outcome?.complaints[0]?.field).toBe(name);
      if (outcome?.error === "duplicate") expect(outcome.complaints[0]?.message).toBe(options.unique);
    }
  });

  test("修改写进历史：从什么到什么；没有变化就没有新版本", async () => {
    const editor = await personFor(one, "edit");
    const { id } = await make(world, key);
    const name = freeText(one);
    const from = (await readRecord(editor, screen, id)).record[name] ?? null;
    world.clock.advance(60_000);
    const context = await personFor(one, "edit");
    const saved = await updateRecordBy(context, { screen, id, version: 1, values: { [name]: "改过的" } });
    expect(saved.version).toBe(2);
    expect(await updateRecordBy(context, { screen, id, version: 2, values: { [name]: "改过的" } })).toMatchObject({
      version: 2,
    });
    const [change, ...earlier] = await readHistory(context, { entity, recordId: id });
    expect(earlier).toHaveLength(1);
    expect(change).toMatchObject({ label: "修改", userName: context.actor.name, at: context.now.toISOString() });
    expect(change?.changes).toEqual([
      {
        path: name,
        label: entity.fields[name].options.label,
        from,
        to: "改过的",
        fromText: from ?? "",
        toText: "改过的",
      },
    ]);
    expect((await readRecord(context, screen, id)).record).toMatchObject({ version: 2, updated_by: context.actor.id });
  });

  test("拿着旧版本的修改被拒绝，两个版本并排", async () => {
    const context = await personFor(one, "edit");
    const { id } = await make(world, key);
    const name = freeText(one);
    await updateRecordBy(context, { screen, id, version: 1, values: { [name]: "先到的" } });
    const late = updateRecordBy(context, { screen, id, version: 1, values: { [name]: "后到的" } });
    const label = entity.fields[name].options.label;
    expect((await refusal(late, "stale_record")).facts).toEqual({
      version: 2,
      differences: [{ label, theirs: "先到的", yours: "后到的" }],
    });
    expect((await readRecord(context, screen, id)).record[name]).toBe("先到的");
  });

  adding("同一个请求号的第二次答复与第一次相同，只做一次；内容变了就不是重复", async () => {
    const context = await maker(one);
    const before = (await allRecords(world, entity)).length;
    const input = { screen, values: minimal(world, key), requestId: `${key} create` };
    const first = await createRecord(context, input);
    // What is shown once is not shown again.
    expect(await createRecord(context, input)).toEqual({ ...first, reveals: undefined });
    const another = { ...input, values: { ...input.values, [freeText(one)]: "另一个" } };
    await refusal(createRecord(context, another), "duplicate");
    expect(await allRecords(world, entity)).toHaveLength(before + 1);
    const editor = await personFor(one, "edit");
    const change = {
      screen,
      id: first.id,
      version: 1,
      values: { [freeText(one)]: "一次" },
      requestId: `${key} update`,
    };
    const changed = await updateRecordBy(editor, change);
    expect(await updateRecordBy(editor, change)).toEqual(changed);
  });

  test("别的单据的明细行、重复的行拿不过来", async () => {
    const context = await personFor(one, "edit");
    const { id } = await make(world, key);
    const { record } = await readRecord(context, screen, id);
    for (const [name, lines] of Object.entries(entity.lines)) {
      const { options } = lines as { options: { system?: boolean } };
      const [line] = linesOf(record, name);
      if (options.system || !line) continue;
      const other = await make(world, key);
      const taken = updateRecordBy(context, {
        screen,
        id: other.id,
        version: 1,
        values: { [name]: [{ id: line.id }] },
      });
      await refusal(taken, "malformed");
      const twice = updateRecordBy(context, {
        screen,
        id,
        version: 1,
        values: { [name]: [{ id: line.id }, { id: line.id }] },
      });
      await refusal(twice, "malformed");
    }
  });

  testIf(
    entity.removable !== false && rolesWith(screen, "delete").length > 0,
    "没有被引用的可以删除，旧版本和不存在的不行",
    async () => {
      const context = await personFor(one, "delete");
      const { id } = entity.states
        ? await createRecord(context, { screen, values: minimal(world, key) })
        : await make(world, key);
      const kept = keptReason(entity, (await readRecord(context, screen, id)).record);
      if (kept !== null) {
        expect((await refusal(removeRecord(context, { screen, id, version: 1 }), "wrong_state")).message).toBe(kept);
        return;
      }
      await refusal(removeRecord(context, { screen, id, version: 9 }), "stale_record");
      await removeRecord(context, { screen, id, version: 1 });
      await refusal(readRecord(context, screen, id), "not_found");
      await refusal(removeRecord(context, { screen, id }), "not_found");
      expect((await readHistory(context, { entity, recordId: id }))[0]).toMatchObject({
        action: "remove",
        label: "删除",
      });
    },
  );

  // What stands on a line of an order takes supplier, factory and material from there, and points at no other. A drill is about a batch that
  // something else, which points at both, has brought. What a pool asks for is of its kind of material.
  const apart = [
    "receiving/recall-drill",
    ...(key === "master-data/material-type" ? ["purchase-management/collective"] : []),
  ];
  const users = entities.filter(
    ([, other]) =>
      samples[other.key]?.needs.includes(key) && !pointsAtLines(other.entity) && !apart.includes(other.key),
  );
  testIf(rolesWith(screen, "delete").length > 0 && users.length > 0, "被引用的不能删除，说明原因", async () => {
    const context = await personFor(one, "delete");
    for (const [, user] of users) {
      // Only rows that fit may be pointed at: a material type of the second level.
      const { id } =
        key === "master-data/material-type"
          ? await make(world, key, {}, { parent_id: world.ids.packType })
          : await make(world, key);
      // Only what is published has a place on the home page, or can be applied for.
      if (["system-management/news", "supplier-onboarding/prequalification"].includes(key))
        await applyTransition(world.system(), { entity, id, name: "publish" });
      if (user.key === "receiving/inbound-coa") await standardInForce({ [key]: id });
      await make(world, user.key, { [key]: id });
      const outcome = await removeRecord(context, { screen, id }).then(
        () => null,
        (error: { error: string; message: string }) => error,
      );
      expect(["in_use", "wrong_state"], user.key).toContain(outcome?.error);
      expect(outcome?.message).toMatch(/不能删除|停用|只有创建人/);
      expect((await readRecord(world.system(), screen, id)).record.id).toBe(id);
    }
  });
});

/** Certificates are only written against a standard of their material that is in force. */
async function standardInForce(instead: Instead): Promise<void> {
  const key = "base-data/coa-standard";
  const { id } = await make(world, key, instead);
  for (const name of ["submit", "approve"])
    await applyTransition(world.system(), { entity: world.entity(key), id, name });
}

describe("审计记录", () => {
  const { database } = world.engine;

  test.each(["owner", "staff", "supplier"] as const)("%s 也改不了、删不掉", async (role) => {
    const identity = { role, userId: world.accounts.supplierA, supplierId: world.ids.supplierA };
    for (const statement of [
      sql`update audit_log set label = '改过'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      const work = database.transaction(identity, () => statement.execute(database.connection()));
      await expect(work).rejects.toThrow(/audit_log only grows|permission denied/);
    }
  });

  test("写在同一个事务里：单据没有存成，就没有记录", async () => {
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(database.connection()))
        .rows[0]?.count;
    const before = await count();
    const broken = world.screen("master-data/company");
    const values = { ...minimal(world, broken.entity.key), code: "1000" };
    await refusal(createRecord(await world.as("masterData"), { screen: broken, values }), "duplicate");
    expect(await count()).toBe(before);
  });
});
