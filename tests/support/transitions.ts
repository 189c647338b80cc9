import { sql } from "kysely";
import { expect } from "vitest";
import { matches } from "~/engine/access/matches";
import { transitionRight } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyLine, AnyRecord, AnyTransition, Approval, Field, Fields } from "~/engine/entity";
import { isFileKind } from "~/engine/entity/kinds/file";
import { linesTable, tableOf } from "~/engine/entity/table-names";
import { filePlaceAt } from "~/engine/files/file-fields";
import { openRecord } from "~/engine/operations/records.server";
import { factsOf } from "~/engine/operations/scope.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { askedRows, fieldsAsked } from "~/engine/operations/transition-input.server";
import { withSealed } from "~/engine/sealing-fields/content.server";
import { KNOWN_ORDER } from "~/modules/supplier-management/gate-exemption/gate-exemption.seed";
import { TODAY } from "./clock";
import { begin, type Case, personWith, typedValue } from "./conformance";
import { bringFit } from "./fit";
import { publishFlow, stopFlow } from "./flows";
import type { World } from "./world";

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
const BEYOND_APPROVAL = { transition: "change", line: { plan_qty: "9000", plan_date: "2025-04-30" } };

/** Terms of a source that wait for a manager. */
const OTHER_TERMS = { transition: "propose_terms", input: { mode: "tightened" } };

/** Whether its records have states and ways between them. */
export function isMoving({ entity }: Case): boolean {
  return entity.states !== undefined && Object.keys(entity.transitions ?? {}).length > 0;
}

export function transitionsOf(entity: AnyEntity): [name: string, transition: AnyTransition][] {
  return Object.entries<AnyTransition>(entity.transitions ?? {});
}

/** Names of transitions that lead from the first state to the wanted one; undefined when there is no way. */
export function wayTo(entity: AnyEntity, wanted: string): string[] | undefined {
  const [start = ""] = Object.keys(entity.states ?? {});
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [state, way] of ways) {
    const here = transitionsOf(entity).filter(([, { from }]) => from.includes(state));
    // Where a transition settles depends on the record: such ways are taken where no other is as short.
    for (const [name, to] of [
      ...here.map(([name, transition]) => [name, transition.to] as const),
      ...here.flatMap(([name, { settles }]) => (settles ?? []).map((settled) => [name, settled.to] as const)),
    ]) {
      if (to in (entity.states ?? {}) && !ways.has(to)) ways.set(to, [...way, name]);
    }
  }
  return ways.get(wanted);
}

export async function whole(world: World, entity: AnyEntity, id: string): Promise<AnyRecord> {
  return (await openRecord(withSealed(world.system()), { entity, id })).record;
}

/** What is typed where not every text will do. */
const INPUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "system-management/news schedule": { publish_at: "2025-03-12 09:00" },
  "system-management/user grant_role": { role: "计划员" },
  "supplier-management/gate-exemption consume": { order: KNOWN_ORDER },
  "purchase-orders/purchase-order hand_over": { receiver_id: "采购经理" },
  "purchase-management/rfq hand_over": { receiver_id: "采购经理" },
  "purchase-management/purchase-plan-apply hand_over": { receiver_id: "采购经理" },
  "purchase-management/rfq extend": { new_deadline: "2025-06-20 09:00" },
  "purchase-management/rfq reopen_short": { new_deadline: "2025-06-20 09:00" },
  "purchase-management/rfq next_round": { new_deadline: "2025-06-20 09:00" },
  "purchase-management/rfq change_openers": {
    opener_1: "采购经理",
    opener_2: "甲采购",
    opener_supervisor: "评标专家",
  },
  // The other one is invited already.
  "purchase-management/rfq add_supplier": { supplier_id: "乙供应商" },
  "purchase-management/award-proposal finish": {
    found: JSON.stringify({ round_no: 1, quotes_mark: "样例", uncovered: null, ways: [], costs: [], parts: [] }),
  },
  "purchase-management/award-proposal adopt": { way: "cheapest", why: "样例原因" },
  "receiving/supplier-quote note_prices": { prices: "[]" },
  "receiving/supplier-quote open": { duties: "[]" },
  "purchase-management/collective-factory receive": { results: "[]" },
  "purchase-orders/rush-order hand_over": { receiver_id: "采购经理" },
  "price-approval/account-price hand_over": { receiver_id: "采购经理" },
  "base-data/source-percentage hand_over": { receiver_id: "采购经理" },
  // Later than any of the samples begins.
  "base-data/source-percentage outlast": { valid_to: "2099-12-31" },
  "base-data/source-percentage replace": { valid_to: "2099-12-31" },
  "supplier-management/admission hand_over": { receiver_id: "采购经理" },
  "system-management/task snooze": { until: "2025-03-20 09:00" },
  "supplier-onboarding/prequalification extend": { new_deadline: "2025-06-20 09:00" },
  "supplier-onboarding/prequalification hand_over": { receiver_id: "采购经理" },
  // Not the buyer of the supplier.
  "supplier-management/admission plan_audit": { leader: "质量员" },
  "supplier-management/risk-event propose_audit": { leader: "质量员" },
  "system-management/task transfer": { receiver_id: "采购经理" },
  // The day of the window that the company of the tests has.
  "receiving/delivery-note edit_trip": { vehicle_no: "皖A12345", eta: "2025-03-18 09:00" },
  "receiving/goods-receipt post": { post_date: TODAY },
  "receiving/io-mark carry_over": { month: "2025-04" },
  "receiving/purchase-return hand_over": { receiver_id: "采购经理" },
  "receiving/purchase-return ship": { out_date: TODAY },
  "receiving/purchase-return destroy": { out_date: TODAY, witness1: "王质检", witness2: "李仓管" },
};

/** What is typed beside a line where not every value will do: nothing is conceded or rejected of what passes. */
const BESIDE: Readonly<Record<string, (row: AnyLine) => Readonly<Record<string, string>>>> = {
  "receiving/inbound-coa compare": ({ value_kind }) => ({ own_value: value_kind === "pass" ? "合格" : "1" }),
  // What was done was done by today.
  "purchase-orders/purchase-order report_progress": () => ({ stage: "producing", actual_date: "2025-03-01" }),
  // Earlier than the day of the order, and for nothing.
  "purchase-orders/rush-order reply": () => ({ reply_date: "2025-03-14", line_cost: "0" }),
  "purchase-management/rfq award": () => ({ not_bought: "0" }),
  "receiving/goods-receipt judge": () => ({ concession_qty: "0", reject_qty: "0" }),
};

/** Everything a person could type for the transition: a reason, its values, and other values beside each line. */
export async function typed(
  world: World,
  entity: AnyEntity,
  name: string,
  record: AnyRecord,
): Promise<TransitionInput> {
  const transition = transitionsOf(entity).find(([key]) => key === name)?.[1];
  if (!transition) throw new Error(`no move ${name}`);
  const values = (fields: Fields) =>
    Object.fromEntries(Object.entries<Field>(fields).map(([key, field]) => [key, typedValue(world, field)]));
  const { lineInput } = transition;
  const asked = lineInput ? askedRows(world.system(), transition, record) : [];
  const own = BESIDE[`${entity.key} ${name}`];
  const beside = Object.fromEntries(
    asked.map(({ id, row }) => [id, { ...values(lineInput?.fields ?? {}), ...own?.(row) }]),
  );
  const kept = Object.entries<Field>(fieldsAsked(world.system(), entity, transition, record)).flatMap(
    ([key, { kind }]) => (isFileKind(kind) && Array.isArray(record[key]) ? [[key, record[key]] as const] : []),
  );
  const input = {
    ...values(fieldsAsked(world.system(), entity, transition, record)),
    ...Object.fromEntries(kept),
    ...INPUT[`${entity.key} ${name}`],
  };
  return { entity, id: record.id, name, version: record.version, reason: "测试", input, lineInput: beside };
}

/**
 * A document waits for approval only where a flow asks somebody, also on its way to a state behind the approval: two steps, so that one
 * agreement does not end it.
 */
async function flowBefore(world: World, entity: AnyEntity, state: string): Promise<Saved | null> {
  const approval: Approval<Fields, string> | undefined = entity.approval;
  if (!approval) return null;
  const moves = Object.fromEntries(transitionsOf(entity));
  const waits = (wayTo(entity, state) ?? []).some((name) => moves[name]?.from.every((one) => one === approval.state));
  if (approval.state !== state && !waits) return null;
  const [role = ""] = approval.by;
  const { actor } = await personWith(world, role);
  const step = { decider: "person", person_id: actor.id };
  return publishFlow(world, { document: entity.key, steps: [step, step] });
}

/** Fields that hold a file before the record moves, because transitions ask for it; those of lines in every row. */
const PAPERS: Readonly<Record<string, readonly string[]>> = {
  "supplier-management/supplier-certificate": ["files", "acceptance_slip"],
  "master-data/type-inspection-report": ["report_file"],
  "supplier-management/brand-authorization": ["chain.file"],
  "supplier-management/supplier-change": ["proof"],
  "supplier-audit/corrective-action": ["after_photos"],
  "supplier-management/sample-verification": ["supplier_coa", "trial_files"],
  "purchase-orders/purchase-order": ["confirm_proof"],
  "receiving/delivery-note": ["refused_pictures"],
  "receiving/purchase-return": ["objection_files", "destroy_files"],
};

async function withDocuments(world: World, entity: AnyEntity, id: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
    const { table = null, column = name } = filePlaceAt(entity, name) ?? {};
    const [from, key] = table === null ? [tableOf(entity), "id"] : [linesTable(entity, table), "root_id"];
    await sql`update ${sql.table(from)} set ${sql.ref(column)} = ${refs}::jsonb where ${sql.ref(key)} = ${id}`.execute(
      world.engine.database.connection(),
    );
  }
}

/** A fresh record in the given state, brought there by the system along the shortest way. */
export async function recordIn(world: World, { key, entity }: Case, state: string): Promise<AnyRecord> {
  const { id } = await begin(world, key, {}, LIFE[`${key} ${state}`] ?? LIFE[key] ?? {});
  // One part of a supplier's file is under review once.
  if (key === "supplier-management/supplier-change")
    await sql`update supplier_change set state = 'cancelled' where id <> ${id}`.execute(
      world.engine.database.connection(),
    );
  if (PAPERS[key]) await withDocuments(world, entity, id, PAPERS[key]);
  const flow = await flowBefore(world, entity, state);
  for (const name of wayTo(entity, state) ?? []) {
    await bringFit(world, { key, id, transition: name, wanted: state });
    await applyTransition(withSealed(world.system()), await typed(world, entity, name, await whole(world, entity, id)));
  }
  if (flow) await stopFlow(world, flow.id);
  const record = await whole(world, entity, id);
  expect(record.state).toBe(state);
  return record;
}

/** Entities whose state follows from other rows: it cannot be written, only brought about. */
export const FOLLOWS = ["system-management/message"];

/** A transition that some transitions wait for: what has to be there before they are offered. */
const BEFORE: Readonly<Record<string, Before>> = {
  "purchase-orders/purchase-order apply_change": BEYOND_APPROVAL,
  "purchase-orders/purchase-order drop_change": BEYOND_APPROVAL,
  "base-data/source-data accept_terms": OTHER_TERMS,
  "base-data/source-data drop_terms": OTHER_TERMS,
};

interface Before {
  transition: string;
  /** What is typed for each line. */
  line?: Readonly<Record<string, string>>;
  /** What is typed, where not everything may be. */
  input?: Readonly<Record<string, string>>;
}

const CLEAR_BINDING = "system-management/user clear_binding";

/** The account with a chat binding, as signing in through the chat leaves one. */
async function bound(world: World, { entity }: Case, id: string): Promise<AnyRecord> {
  await sql`insert into app_user_chat_bindings (id, root_id, line_no, app, open_id, bound_at)
    values (${world.engine.newId()}, ${id}, 10, 'wechat', ${`open-${id}`}, ${world.clock.now().toISOString()})`.execute(
    world.engine.database.connection(),
  );
  await sql`update app_user set is_binding = true where id = ${id}`.execute(world.engine.database.connection());
  return whole(world, entity, id);
}

/** Where a supplier has to stand in its life for a transition of it. */
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

async function staged(world: World, { entity }: Case, id: string, stage: string): Promise<AnyRecord> {
  await sql`update supplier set stage = ${stage}, grade = 'A' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return whole(world, entity, id);
}

/** Whether more than its state has to be right for the transition, which {@link readyFor} sees to. */
export function needsMore(key: string, name: string): boolean {
  const own = `${key} ${name}`;
  return own in BEFORE || own === CLEAR_BINDING || (key === "supplier-management/supplier" && name in STAGES);
}

/** A fresh record in a state from which the transition is offered. */
export async function readyFor(world: World, one: Case, name: string, state: string): Promise<AnyRecord> {
  const { id } = await recordIn(world, one, state);
  await bringFit(world, { key: one.key, id, transition: name, wanted: null });
  const record = await whole(world, one.entity, id);
  if (`${one.key} ${name}` === CLEAR_BINDING) return bound(world, one, record.id);
  const stage = STAGES[name];
  if (one.key === "supplier-management/supplier" && stage) return staged(world, one, record.id, stage);
  const before = BEFORE[`${one.key} ${name}`];
  if (!before) return record;
  const wanted = await typed(world, one.entity, before.transition, record);
  const lineInput = Object.fromEntries(Object.keys(wanted.lineInput ?? {}).map((id) => [id, before.line ?? {}]));
  await applyTransition(withSealed(world.system()), { ...wanted, input: before.input ?? wanted.input, lineInput });
  return whole(world, one.entity, record.id);
}

/** Where a transition leads: to the first state whose sentence holds afterwards, or where it says. */
export function targetOf(transition: AnyTransition, before: AnyRecord, after: AnyRecord): string | null {
  const settled = transition.settles?.find((one) => one.when({ ...after, state: before.state }));
  if (settled) return settled.to;
  if (transition.to === "same") return before.state;
  return transition.to === "previous" ? before.previous_state : transition.to;
}

export function supplierOf(world: World, entity: AnyEntity, record: AnyRecord): string {
  const wall = entity.access.suppliers;
  const owner = wall.kind === "own" ? record[wall.column] : null;
  return typeof owner === "string" ? owner : world.ids.supplierA;
}

/** Somebody who gets the transition by default. */
export async function mover(
  world: World,
  entity: AnyEntity,
  transition: AnyTransition,
  record: AnyRecord,
): Promise<Context> {
  if (transition.by === "system") return world.system();
  // A record may ask for a further right, which not everybody has who makes the transition of others.
  const needed = Object.values(transition.needs ?? {}).flatMap(({ when, by }) =>
    matches(when, record, factsOf(world.system())) ? by : [],
  );
  const role = transition.by.find((one) => needed.length === 0 || needed.includes(one)) ?? "";
  return personWith(
    world,
    role,
    ["supplier", "supplier_admin"].includes(role) ? supplierOf(world, entity, record) : null,
  );
}

export const permissionOf = (entity: AnyEntity, name: string) =>
  transitionRight(entity, name, entity.transitions?.[name]);
