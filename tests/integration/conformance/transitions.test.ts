import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { holds } from "~/engine/access/holds";
import { moveRight, transitionPermission } from "~/engine/access/permissions";
import { roleCodes } from "~/engine/access/roles";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyRecord, AnyTransition, Approval, Field, Fields } from "~/engine/entity";
import { isFileKind } from "~/engine/entity/kinds/file";
import { tableOf } from "~/engine/entity/table-names";
import { readHistory } from "~/engine/operations/audit.server";
import { askedRows, fieldsAsked } from "~/engine/operations/move-input.server";
import { availableMoves } from "~/engine/operations/moves.server";
import { openRecord } from "~/engine/operations/records.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { TODAY } from "../../support/clock";
import {
  type Case,
  entities,
  isSealed,
  make,
  personWith,
  rolesGranted,
  rolesWith,
  typedValue,
} from "../../support/conformance";
import { FIT, KNOWN_ORDER } from "../../support/fit";
import { publishFlow, stopFlow } from "../../support/flows";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

/** A second look is asked for where money goes. */
const ACCOUNT_CHANGE = {
  section: "bank",
  bank_name: "样例银行",
  bank_cnaps: "102000000001",
  bank_account_name: "样例户名",
  bank_account_no: "6222000099990000",
  bank_name_reason: "样例",
};

/** What a sample needs besides, so that its whole life fits before the day of the tests. */
const LIFE: Readonly<Record<string, object>> = {
  "supplier-management/supplier-change second": ACCOUNT_CHANGE,
  "purchase-orders/purchase-order": { order_date: TODAY },
  "contract-management/contract": { start_date: "2024-01-01", end_date: "2025-03-01" },
  "supplier-performance/supplier-freeze": { source_type: "risk", release_date: "2025-12-31" },
};

/** A change of an order that a manager has to approve. */
const BEYOND_APPROVAL = { move: "change", line: { plan_qty: "9000", plan_date: "2025-04-30" } };

const moving = entities.filter(([, { entity }]) => entity.states && Object.keys(entity.transitions ?? {}).length > 0);

function movesOf(entity: AnyEntity): [name: string, move: AnyTransition][] {
  return Object.entries<AnyTransition>(entity.transitions ?? {});
}

/** Names of moves that lead from the first state to the wanted one; undefined when there is no way. */
function wayTo(entity: AnyEntity, wanted: string): string[] | undefined {
  const [start = ""] = Object.keys(entity.states ?? {});
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [state, way] of ways) {
    const here = movesOf(entity).filter(([, { from }]) => from.includes(state));
    // Where a move settles depends on the record: such ways are taken where no other is as short.
    for (const [name, to] of [
      ...here.map(([name, move]) => [name, move.to] as const),
      ...here.flatMap(([name, { settles }]) => (settles ?? []).map((settled) => [name, settled.to] as const)),
    ]) {
      if (to in (entity.states ?? {}) && !ways.has(to)) ways.set(to, [...way, name]);
    }
  }
  return ways.get(wanted);
}

async function whole(entity: AnyEntity, id: string): Promise<AnyRecord> {
  return (await openRecord(world.system(), entity, id)).record;
}

/** What is typed where not every text will do. */
const INPUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "system-management/news schedule": { publish_at: "2025-03-12 09:00" },
  "system-management/user grant_role": { role: "采购员" },
  "supplier-management/gate-exemption consume": { order: KNOWN_ORDER },
  "purchase-orders/purchase-order hand_over": { receiver_id: "采购经理" },
  "supplier-management/admission hand_over": { receiver_id: "采购经理" },
  "system-management/task snooze": { until: "2025-03-20 09:00" },
  "supplier-onboarding/prequalification extend": { new_deadline: "2025-06-20 09:00" },
  "supplier-onboarding/prequalification hand_over": { receiver_id: "采购经理" },
  // Not the buyer of the supplier.
  "supplier-management/admission plan_audit": { leader: "质量员" },
  "supplier-management/risk-event propose_audit": { leader: "质量员" },
  "system-management/task transfer": { receiver_id: "采购经理" },
};

/** Everything a person could type for the move: a reason, its values, and other values beside each line. */
async function typed(entity: AnyEntity, name: string, record: AnyRecord): Promise<TransitionInput> {
  const move = movesOf(entity).find(([key]) => key === name)?.[1];
  if (!move) throw new Error(`no move ${name}`);
  const values = (fields: Fields) =>
    Object.fromEntries(Object.entries<Field>(fields).map(([key, field]) => [key, typedValue(world, field)]));
  const { lineInput } = move;
  const asked = lineInput ? askedRows(world.system(), move, record) : [];
  const beside = Object.fromEntries(asked.map(({ id }) => [id, values(lineInput?.fields ?? {})]));
  const kept = Object.entries<Field>(fieldsAsked(world.system(), entity, move, record)).flatMap(([key, { kind }]) =>
    isFileKind(kind) && Array.isArray(record[key]) ? [[key, record[key]] as const] : [],
  );
  const input = {
    ...values(fieldsAsked(world.system(), entity, move, record)),
    ...Object.fromEntries(kept),
    ...INPUT[`${entity.key} ${name}`],
  };
  return { entity, id: record.id, name, version: record.version, reason: "测试", input, lineInput: beside };
}

/** A document waits for approval only where a flow asks somebody: two steps, so that one agreement does not end it. */
async function flowBefore(entity: AnyEntity, state: string): Promise<Saved | null> {
  const approval: Approval<Fields, string> | undefined = entity.approval;
  if (approval?.state !== state) return null;
  const [role = ""] = approval.by;
  const { actor } = await personWith(world, role);
  const step = { decider: "person", person_id: actor.id };
  return publishFlow(world, { document: entity.key, steps: [step, step] });
}

/** Fields that hold a file before the record moves, because moves ask for it. */
const PAPERS: Readonly<Record<string, readonly string[]>> = {
  "supplier-management/supplier-certificate": ["files", "acceptance_slip"],
  "master-data/type-inspection-report": ["report_file"],
  "supplier-management/brand-authorization": ["chain_files"],
  "supplier-management/supplier-change": ["proof"],
  "supplier-audit/corrective-action": ["after_photos"],
  "supplier-management/sample-verification": ["supplier_coa", "trial_files"],
};

async function withPapers(entity: AnyEntity, id: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
    await sql`update ${sql.table(tableOf(entity))} set ${sql.ref(name)} = ${refs}::jsonb where id = ${id}`.execute(
      database.connection(),
    );
  }
}

/** A fresh record in the given state, brought there by the system along the shortest way. */
async function recordIn({ key, entity }: Case, state: string): Promise<AnyRecord> {
  const { id } = await make(world, key, {}, LIFE[`${key} ${state}`] ?? LIFE[key] ?? {});
  // One part of a supplier's file is under review once.
  if (key === "supplier-management/supplier-change")
    await sql`update supplier_change set state = 'cancelled' where id <> ${id}`.execute(database.connection());
  if (PAPERS[key]) await withPapers(entity, id, PAPERS[key]);
  const flow = await flowBefore(entity, state);
  for (const name of wayTo(entity, state) ?? []) {
    await FIT[key]?.(world, id, name, state);
    await applyTransition(world.system(), await typed(entity, name, await whole(entity, id)));
  }
  if (flow) await stopFlow(world, flow.id);
  const record = await whole(entity, id);
  expect(record.state).toBe(state);
  return record;
}

/** Entities whose state follows from other rows: it cannot be written, only brought about. */
const FOLLOWS = ["system-management/message"];

/** A move that some moves wait for: what has to be there before they are offered. */
const BEFORE: Readonly<Record<string, { move: string; line: Readonly<Record<string, string>> }>> = {
  "purchase-orders/purchase-order apply_change": BEYOND_APPROVAL,
  "purchase-orders/purchase-order drop_change": BEYOND_APPROVAL,
};

/** The account with a chat binding, as signing in through the chat leaves one. */
async function bound({ entity }: Case, id: string): Promise<AnyRecord> {
  await sql`insert into app_user_chat_bindings (id, root_id, line_no, app, open_id, bound_at)
    values (${world.engine.newId()}, ${id}, 10, 'wechat', ${`open-${id}`}, ${world.clock.now().toISOString()})`.execute(
    database.connection(),
  );
  await sql`update app_user set is_binding = true where id = ${id}`.execute(database.connection());
  return whole(entity, id);
}

/** Where a supplier has to stand in its life for a move of it. */
const STAGES: Readonly<Record<string, string>> = {
  start_admission: "potential",
  begin_trial: "candidate",
  qualify: "trial",
  drop_admission: "trial",
  promote: "qualified",
  demote: "preferred",
  eliminate: "qualified",
  blacklist: "qualified",
  reactivate: "eliminated",
};

async function staged({ entity }: Case, id: string, stage: string): Promise<AnyRecord> {
  await sql`update supplier set stage = ${stage}, grade = 'A' where id = ${id}`.execute(database.connection());
  return whole(entity, id);
}

/** A fresh record in a state from which the move is offered. */
async function readyFor(one: Case, name: string, state: string): Promise<AnyRecord> {
  const { id } = await recordIn(one, state);
  await FIT[one.key]?.(world, id, name, null);
  const record = await whole(one.entity, id);
  if (`${one.key} ${name}` === "system-management/user clear_binding") return bound(one, record.id);
  const stage = STAGES[name];
  if (one.key === "supplier-management/supplier" && stage) return staged(one, record.id, stage);
  const before = BEFORE[`${one.key} ${name}`];
  if (!before) return record;
  const wanted = await typed(one.entity, before.move, record);
  const lineInput = Object.fromEntries(Object.keys(wanted.lineInput ?? {}).map((id) => [id, before.line]));
  await applyTransition(world.system(), { ...wanted, lineInput });
  return whole(one.entity, record.id);
}

/** Where a move leads: to the first state whose sentence holds afterwards, or where it says. */
function targetOf(move: AnyTransition, before: AnyRecord, after: AnyRecord): string | null {
  const settled = move.settles?.find((one) => one.when({ ...after, state: before.state }));
  if (settled) return settled.to;
  if (move.to === "same") return before.state;
  return move.to === "previous" ? before.previous_state : move.to;
}

function supplierOf(entity: AnyEntity, record: AnyRecord): string {
  const wall = entity.access.suppliers;
  const owner = wall.kind === "own" ? record[wall.column] : null;
  return typeof owner === "string" ? owner : world.ids.supplierA;
}

/** Somebody who gets the move by default. */
async function mover(entity: AnyEntity, move: AnyTransition, record: AnyRecord): Promise<Context> {
  if (move.by === "system") return world.system();
  const [role = ""] = move.by;
  return personWith(world, role, ["supplier", "supplier_admin"].includes(role) ? supplierOf(entity, record) : null);
}

const permissionOf = (entity: AnyEntity, name: string) => moveRight(entity, name, entity.transitions?.[name]);

describe.each(moving)("%s", (_label, one) => {
  const { entity, screen } = one;
  const states = Object.keys(entity.states ?? {});

  test("每个状态都到得了，不认识的流转不存在", async () => {
    for (const state of states) expect(wayTo(entity, state), state).toBeDefined();
    const record = await recordIn(one, states[0] ?? "");
    for (const name of ["no_such_move", "constructor", "__proto__", ""]) {
      await refusal(applyTransition(world.system(), { entity, id: record.id, name, version: 1 }), "not_found");
    }
  });

  describe.each(movesOf(entity))("%s", (name, move) => {
    test.each(move.from)("从 %s 出发可以做成：状态、版本、历史都对，重复提交只做一次", async (from) => {
      const record = await readyFor(one, name, from);
      const context = await mover(entity, move, record);
      if (move.by !== "system") {
        expect(availableMoves(context, entity, record).map(([key]) => key)).toContain(name);
      }
      const wanted = { ...(await typed(entity, name, record)), requestId: `${name} ${record.id}` };
      const saved = await applyTransition(context, wanted);
      const after = await whole(entity, record.id);
      const target = targetOf(move, record, after);
      expect(saved).toMatchObject({ id: record.id, state: target, version: record.version + 1 });
      if (context.actor.id) expect(await applyTransition(context, wanted)).toEqual({ ...saved, reveals: undefined });
      expect(after).toMatchObject({ state: target, version: record.version + 1, updated_by: context.actor.id });
      const [entry] = await readHistory(world.system(), entity, record.id);
      expect(entry).toMatchObject({ action: name, label: move.label, reason: "测试" });
      if (target !== from) {
        expect(entry?.changes[0]).toMatchObject({
          path: "state",
          from,
          to: target,
          fromText: entity.states?.[from],
          toText: entity.states?.[String(target)],
        });
      }
    });

    test("从别的状态出发被拒绝，用中文说出当前状态", async () => {
      let record = await recordIn(one, move.from[0] ?? "");
      const context = await mover(entity, move, record);
      const facts = { supplierId: context.actor.supplierId, today: TODAY, now: context.now.toISOString() };
      for (const state of states.filter((other) => !move.from.includes(other))) {
        if (FOLLOWS.includes(one.key)) record = await recordIn(one, state);
        else
          await sql`update ${sql.table(tableOf(entity))} set state = ${state} where id = ${record.id}`.execute(
            database.connection(),
          );
        const wall = entity.access.suppliers;
        const { personal } = entity.access;
        const isOpen = !isSealed(entity) || !personal || holds(personal.where, { ...record, state }, facts);
        const isSeen = context.actor.supplierId
          ? "when" in wall && holds(wall.when, { ...record, state }, facts)
          : context.actor.kind === "system" || isOpen;
        const again = applyTransition(context, await typed(entity, name, record));
        const refused = await refusal(again, isSeen ? "wrong_state" : "not_found");
        if (isSeen)
          expect(refused.message).toBe(
            move.notFrom?.[state] ?? `单据当前为「${entity.states?.[state]}」，不能${move.label}`,
          );
        expect((await whole(entity, record.id)).version).toBe(record.version);
      }
    });

    test("没有这项权限的人被拒绝，说出缺哪个权限", async () => {
      const record = await recordIn(one, move.from[0] ?? "");
      const by = move.by === "system" ? [] : move.by;
      const readers = isSealed(entity) ? rolesGranted(screen, "get") : rolesWith(screen, "get");
      const outsiders = readers.filter((role) => !by.includes(role));
      expect(outsiders.length).toBeGreaterThan(0);
      const supplier =
        by.includes("supplier") || by.includes("supplier_admin") || entity.access.suppliers.kind === "none"
          ? []
          : [await personWith(world, "supplier", supplierOf(entity, record))];
      const people = [...(await Promise.all(outsiders.map((role) => personWith(world, role)))), ...supplier];
      for (const person of people) {
        expect(availableMoves(person, entity, record).map(([key]) => key)).not.toContain(name);
        const error = await applyTransition(person, await typed(entity, name, record)).then(
          () => null,
          (refused: { error: string; message: string }) => refused,
        );
        // A supplier that does not see the document yet does not learn that there is one.
        const isBehind = person.actor.supplierId !== null || isSealed(entity);
        expect(isBehind ? ["forbidden", "not_found"] : ["forbidden"]).toContain(error?.error);
        if (error?.error === "forbidden") expect(error.message).toBe(`无操作权限：${permissionOf(entity, name)}`);
      }
      expect((await whole(entity, record.id)).version).toBe(record.version);
    });

    test("每个缺省的角色都有这项权限", async () => {
      if (move.by === "system") return;
      const { rows } = await sql<{ role: string }>`
        select role_code as role from role_permission
        where permission_id || '.' || action = ${permissionOf(entity, name)} order by 1`.execute(database.connection());
      expect(rows.map(({ role }) => role)).toEqual(move.by.flatMap(roleCodes).sort());
    });

    test("旧版本、多余的字段、太长或没有写的原因都被拒绝", async () => {
      const record = await readyFor(one, name, move.from[0] ?? "");
      const context = await mover(entity, move, record);
      const good = await typed(entity, name, record);
      await refusal(applyTransition(context, { ...good, version: record.version - 1 }), "stale_record");
      for (const extra of ["state", "constructor", "amount_typed"]) {
        await refusal(applyTransition(context, { ...good, input: { ...good.input, [extra]: "1" } }), "malformed");
      }
      const strange = { [world.ids.company]: {} };
      await refusal(applyTransition(context, { ...good, lineInput: { ...good.lineInput, ...strange } }), "malformed");
      const long = await refusal(applyTransition(context, { ...good, reason: "长".repeat(501) }), "invalid");
      expect(long.complaints.map(({ field }) => field)).toEqual(["reason"]);
      if (move.reason === "required") {
        const silent = await refusal(applyTransition(context, { ...good, reason: " " }), "invalid");
        expect(silent.complaints).toContainEqual({
          field: "reason",
          message: move.reasonLength?.complaint ?? `请填写${move.reasonLabel ?? "原因"}`,
        });
      }
      for (const [field, { kind }] of Object.entries<Field>(fieldsAsked(world.system(), entity, move, record))) {
        const bad = kind === "date" ? "2026-02-30" : kind === "text" || kind === "longText" ? "a\u0000" : "没有";
        const wrong = await refusal(
          applyTransition(context, { ...good, input: { ...good.input, [field]: bad } }),
          "invalid",
        );
        expect(wrong.complaints.map((complaint) => complaint.field)).toContain(field);
      }
      expect((await whole(entity, record.id)).version).toBe(record.version);
    });
  });
});

test("系统才能做的流转，哪个角色都没有权限", async () => {
  const { rows } = await sql<{ id: string }>`select distinct permission_id as id from role_permission`.execute(
    database.connection(),
  );
  const granted = rows.map(({ id }) => id);
  const system = moving.flatMap(([, { key, entity }]) =>
    movesOf(entity).flatMap(([name, move]) => (move.by === "system" ? [transitionPermission(key, name)] : [])),
  );
  expect(system.length).toBeGreaterThan(0);
  expect(system.filter((permission) => granted.includes(permission))).toEqual([]);
});
