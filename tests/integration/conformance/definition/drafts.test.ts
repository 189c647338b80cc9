import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import { draftStates } from "~/engine/entity/drafts";

import type { Screen } from "~/engine/entity/registry";
import { tableOf } from "~/engine/entity/table-names";

import { readTrail } from "~/engine/operations/audit-trail.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { registry } from "~/modules/registry.server";
import {
  entities,
  make,
  makeLineTargets,
  minimal,
  personWith,
  rolesGranted,
  rolesWith,
} from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { supplierOf, whole } from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
await makeLineTargets(world);
afterAll(() => world.close());
const connection = () => world.engine.database.connection();

const drafted = entities.filter(
  ([, { entity }]) => draftStates(entity).length > 0 && entity.access.suppliers.kind === "own",
);

async function set(entity: AnyEntity, id: string, state: string, author: string | null): Promise<void> {
  await sql`update ${sql.table(tableOf(entity))} set state = ${state}, created_by = ${author} where id = ${id}`.execute(
    connection(),
  );
}

async function isListed(context: Context, screen: Screen, id: string): Promise<boolean> {
  const query = { filters: {}, toggles: [], sort: ["-created_at"], page: 1, size: 100 };
  return (await listRecords(context, screen, query)).rows.some((row) => row.id === id);
}

test("供应商会写的单据都有草稿的归属", () => {
  expect(drafted.length).toBeGreaterThanOrEqual(5);
});

describe.each(drafted)("%s", (_label, { key, entity }) => {
  const states = Object.keys(entity.states ?? {});
  const sent = states.find((state) => !draftStates(entity).includes(state)) ?? "";
  const screens = registry.screensOf(key);
  const readers = [...new Set(screens.flatMap((screen) => rolesGranted(screen, "get")))];
  const open = [...new Set(screens.flatMap((screen) => rolesWith(screen, "get")))];

  test("供应商没有提交的，内部谁也列不出、打不开、改不了；提交以后都看得到", async () => {
    const { id } = await make(world, key);
    const supplier = await personWith(world, "supplier", supplierOf(world, entity, await whole(world, entity, id)));
    expect(readers.length).toBeGreaterThan(0);
    for (const state of draftStates(entity)) {
      await set(entity, id, state, supplier.actor.id);
      for (const role of readers) {
        const reader = await personWith(world, role);
        await refusal(openRecord(reader, { entity, id }), "not_found");
        for (const screen of screens.filter((one) => rolesWith(one, "query").includes(role)))
          expect(await isListed(reader, screen, id), `${role} ${screen.key}`).toBe(false);
        for (const screen of screens.filter((one) => rolesWith(one, "edit").includes(role)))
          await refusal(updateRecordBy(reader, { screen, id, version: 1, values: {} }), "not_found");
      }
      const admin = await world.as("admin");
      const { rows } = await sql<{ id: string }>`select id from audit_entry where record_id = ${id}`.execute(
        connection(),
      );
      const trail = await readTrail(
        admin,
        rows.map((row) => row.id),
      );
      for (const { changes } of trail.values())
        for (const { to } of changes) expect(to ?? "（无权查看）").toBe("（无权查看）");
    }
    await set(entity, id, sent, supplier.actor.id);
    for (const role of open)
      expect((await openRecord(await personWith(world, role), { entity, id })).record.id).toBe(id);
  });

  test("内部没有发出的，供应商看不到，数据库也不给", async () => {
    const [screen] = screens.filter((one) => rolesWith(one, "add").length > 0);
    if (!screen) return;
    const maker = await personWith(world, rolesWith(screen, "add")[0] ?? "");
    const { id } = await createRecord(maker, { screen, values: minimal(world, key) });
    const supplier = await personWith(world, "supplier", supplierOf(world, entity, await whole(world, entity, id)));
    for (const state of draftStates(entity)) {
      expect(await whole(world, entity, id)).toMatchObject({ state, created_by: maker.actor.id });
      await refusal(openRecord(supplier, { entity, id }), "not_found");
      const found = await reading(supplier, () =>
        sql`select id from ${sql.table(tableOf(entity))} where id = ${id}`.execute(connection()),
      );
      expect(found.rows).toEqual([]);
    }
  });
});
