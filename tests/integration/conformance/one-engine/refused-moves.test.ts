import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { transitionPermission } from "~/engine/access/permissions";
import { roleCodes } from "~/engine/access/roles";
import type { AnyRecord, Field } from "~/engine/entity";
import { applyTransition } from "~/engine/operations/transition.server";
import { fieldsAsked } from "~/engine/operations/transition-input.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import {
  behaving,
  entities,
  isSealed,
  oneOfEachRight,
  personWith,
  rolesGranted,
  rolesWith,
} from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import {
  isMoving,
  mover,
  permissionOf,
  readyFor,
  recordIn,
  supplierOf,
  transitionsOf,
  typed,
  whole,
} from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

describe.each(behaving("moves").filter(([, one]) => isMoving(one)))("%s", (_label, one) => {
  const { entity, screen } = one;
  // Nothing here moves it: one record in each state serves all its transitions, as long as no other one has changed it.
  const records = new Map<string, AnyRecord>();
  const recordFor = async (state: string): Promise<AnyRecord> => {
    const known = records.get(state);
    if (known && (await whole(world, entity, known.id)).version === known.version) return known;
    const record = await recordIn(world, one, state);
    records.set(state, record);
    return record;
  };

  describe.each(transitionsOf(entity))("%s", (name, transition) => {
    test("没有这项权限的人被拒绝，说出缺哪个权限", async () => {
      const record = await recordFor(transition.from[0] ?? "");
      const by = transition.by === "system" ? [] : transition.by;
      const readers = isSealed(entity) ? rolesGranted(screen, "get") : rolesWith(screen, "get");
      const outsiders = oneOfEachRight(
        entity,
        readers.filter((role) => !by.includes(role)),
      );
      expect(outsiders.length).toBeGreaterThan(0);
      const supplier =
        by.includes("supplier") || by.includes("supplier_admin") || entity.access.suppliers.kind === "none"
          ? []
          : [await personWith(world, "supplier", supplierOf(world, entity, record))];
      const people = [...(await Promise.all(outsiders.map((role) => personWith(world, role)))), ...supplier];
      for (const person of people) {
        expect(availableTransitions(person, entity, record).map(([key]) => key)).not.toContain(name);
        const error = await applyTransition(person, await typed(world, entity, name, record)).then(
          () => null,
          (refused: { error: string; message: string }) => refused,
        );
        // A supplier that does not see the document yet does not learn that there is one.
        const isBehind = person.actor.supplierId !== null || isSealed(entity);
        expect(isBehind ? ["forbidden", "not_found"] : ["forbidden"]).toContain(error?.error);
        if (error?.error === "forbidden") expect(error.message).toBe(`无操作权限：${permissionOf(entity, name)}`);
      }
      expect((await whole(world, entity, record.id)).version).toBe(record.version);
    });

    test("每个缺省的角色都有这项权限", async () => {
      if (transition.by === "system") return;
      const { rows } = await sql<{ role: string }>`
        select role_code as role from role_permission
        where permission_id || '.' || action = ${permissionOf(entity, name)} order by 1`.execute(database.connection());
      expect(rows.map(({ role }) => role)).toEqual(transition.by.flatMap(roleCodes).sort());
    });

    test("旧版本、多余的字段、太长或没有写的原因都被拒绝", async () => {
      const record = await readyFor(world, one, name, transition.from[0] ?? "");
      const context = await mover(world, entity, transition, record);
      const good = await typed(world, entity, name, record);
      await refusal(applyTransition(context, { ...good, version: record.version - 1 }), "stale_record");
      for (const extra of ["state", "constructor", "amount_typed"]) {
        await refusal(applyTransition(context, { ...good, input: { ...good.input, [extra]: "1" } }), "malformed");
      }
      const strange = { [world.ids.company]: {} };
      await refusal(applyTransition(context, { ...good, lineInput: { ...good.lineInput, ...strange } }), "malformed");
      const long = await refusal(applyTransition(context, { ...good, reason: "长".repeat(501) }), "invalid");
      expect(long.complaints.map(({ field }) => field)).toEqual(["reason"]);
      if (transition.reason === "required") {
        const silent = await refusal(applyTransition(context, { ...good, reason: " " }), "invalid");
        expect(silent.complaints).toContainEqual({
          field: "reason",
          message: transition.reasonLength?.complaint ?? `请填写${transition.reasonLabel ?? "原因"}`,
        });
      }
      for (const [field, { kind }] of Object.entries<Field>(fieldsAsked(world.system(), entity, transition, record))) {
        const bad = kind === "date" ? "2026-02-30" : kind === "text" || kind === "longText" ? "a\u0000" : "没有";
        const wrong = await refusal(
          applyTransition(context, { ...good, input: { ...good.input, [field]: bad } }),
          "invalid",
        );
        expect(wrong.complaints.map((complaint) => complaint.field)).toContain(field);
      }
      expect((await whole(world, entity, record.id)).version).toBe(record.version);
    });
  });
});

test("系统才能做的流转，哪个角色都没有权限", async () => {
  const { rows } = await sql<{ id: string }>`select distinct permission_id as id from role_permission`.execute(
    database.connection(),
  );
  const granted = rows.map(({ id }) => id);
  const system = entities.flatMap(([, { key, entity }]) =>
    transitionsOf(entity).flatMap(([name, transition]) =>
      transition.by === "system" ? [transitionPermission(key, name)] : [],
    ),
  );
  expect(system.length).toBeGreaterThan(0);
  expect(system.filter((permission) => granted.includes(permission))).toEqual([]);
});
