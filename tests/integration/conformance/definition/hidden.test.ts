import { afterAll, describe, expect, test } from "vitest";
import type { AnyEntity, AnyRecord, Field } from "~/engine/entity";
import { audit, readHistory, suppliersOf } from "~/engine/operations/audit.server";
import { mayRead } from "~/engine/operations/scope.server";
import { allRecords, type Case, entities, make, personWith } from "../../../support/conformance";
import { recordIn, whole } from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const SECRET = "不给供应商看的内容";
const hiddenIn = (entity: AnyEntity) =>
  Object.entries<Field>(entity.fields).filter(([, { options }]) => options.hiddenFromSuppliers);
const seen = entities.filter(
  ([, { entity }]) => ["own", "invited"].includes(entity.access.suppliers.kind) && hiddenIn(entity).length > 0,
);

const isShown = (entity: AnyEntity, record: AnyRecord) => suppliersOf(world.system(), entity, record).length > 0;

/** One that some supplier is shown: of the small company, or one that is brought as far as that. */
async function shown(one: Case): Promise<AnyRecord> {
  const found = (await allRecords(world, one.entity)).find((record) => isShown(one.entity, record));
  if (found) return found;
  if (!one.entity.states) {
    const record = await whole(world, one.entity, (await make(world, one.key)).id);
    if (isShown(one.entity, record)) return record;
  }
  for (const state of Object.keys(one.entity.states ?? {})) {
    const record = await recordIn(world, one, state);
    if (isShown(one.entity, record)) return record;
  }
  throw new Error(`no supplier is ever shown a record of ${one.key}`);
}

describe("对供应商隐藏的字段，历史里也看不到", () => {
  test.each(seen)("%s", async (_label, one) => {
    const { entity } = one;
    const record = await shown(one);
    const [owner = ""] = suppliersOf(world.system(), entity, record);
    const supplier = await personWith(world, "supplier", owner);
    for (const [name, field] of hiddenIn(entity)) {
      expect(mayRead(supplier, entity, name, field), name).toBe(false);
      const change = { path: name, label: field.options.label, from: null, to: SECRET, fromText: "", toText: SECRET };
      const open = { path: "state", label: "状态", from: "a", to: "b", fromText: "甲", toText: "乙" };
      const entry = { action: "test", label: "系统处理", changes: [open, change], reason: `因为${SECRET}` };
      await audit(world.system(), entity, record, entry);
    }
    const told = await readHistory(supplier, { entity, recordId: record.id });
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toContain(SECRET);
    expect(JSON.stringify(await readHistory(world.system(), { entity, recordId: record.id }))).toContain(
      `因为${SECRET}`,
    );
  });
});
