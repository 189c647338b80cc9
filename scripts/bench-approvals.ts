// Many people decide about the same documents at once, on the embedded database or on the server of DATABASE_URL (an empty database):
//   node --import tsx scripts/bench-approvals.ts [documents] [people]
// Four colleagues try each document at the same time, two of them for it and two against it: 250 documents are a thousand approvals.
// Whoever comes second must be told so. Ends with 1 when a document is left in two states, has two decisions, or a question or task
// that stayed open.
import { sql } from "kysely";
import type { EngineServices } from "~/engine/context.server";
import { systemContext } from "~/engine/context.server";
import { seedDictionaries } from "~/engine/dictionaries.server";
import { AppError } from "~/engine/errors";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { seedNumberRules } from "~/engine/numbering/numbers.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { seedParameters } from "~/engine/parameters.server";
import { addAccount } from "~/engine/session/account.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { START } from "../tests/support/clock";
import { makeCompany } from "../tests/support/company";
import { ORDER, orderValues } from "../tests/support/order-values";
import { inPlace, quantile } from "./bench-place";

const DOCUMENTS = Number(process.argv[2] ?? 250);
const PEOPLE = Number(process.argv[3] ?? 50);
const RIVALS = Math.min(4, PEOPLE);
const FLOW = "system-management/approval-flow";
const RIGHTS = { factory: "all", purchase_group: "all", material_type: "all" } as const;

/** What came of the tries. */
interface Outcome {
  won: number;
  told: number;
  times: number[];
}

await inPlace("bench-approvals", async (place) => {
  const engine: EngineServices = { ...place, clock: () => START };
  console.log(`${engine.database.engine} ${engine.database.version}, ${DOCUMENTS} documents, ${PEOPLE} people`);
  for (const seed of [seedAccess, seedParameters, seedDictionaries, seedScenarios, seedNumberRules]) await seed(engine);
  const people = await newPeople(engine);
  const documents = await submittedOrders(engine);
  const outcome = await decideAll(engine, people, documents);
  const { won, told: notified, times } = outcome;
  console.log(
    `${times.length} decisions tried: ${won} counted, ${notified} were told that another came first; ` +
      `p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
  );
  const left = await leftOver(engine);
  console.log(
    Object.entries(left)
      .map(([what, count]) => `${what} ${count}`)
      .join(", "),
  );
  const { decided, ...faults } = left;
  const isWhole = won === DOCUMENTS && decided === DOCUMENTS && Object.values(faults).every((count) => count === 0);
  console.log(isWhole ? "each document has one decision and one state" : "FAILED: see above");
  if (!isWhole) process.exitCode = 1;
});

/** People who may decide: every one of them holds the role that is asked. */
async function newPeople(engine: EngineServices): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < PEOPLE; made += 1) {
    const id = engine.newId();
    ids.push(id);
    await engine.database.transaction({ role: "owner" }, () =>
      addAccount(engine, {
        ...{ id, account: `crowd-${made}`, name: `审批人${made}`, userType: "internal", supplierId: null },
        ...{ email: null, phone: null, passwordHash: null, mustChangePassword: false },
        ...{ roles: ["purchase_manager"], scopes: RIGHTS, at: START.toISOString() },
      }),
    );
  }
  return ids;
}

async function submittedOrders(engine: EngineServices): Promise<string[]> {
  const company = await makeCompany(engine);
  const system = systemContext(engine, "测量");
  const { rows } = await sql<{ id: string }>`select id from role where code = 'purchase_manager'`.execute(
    engine.database.connection(),
  );
  const steps = [{ step_no: "1", name: "采购经理审批", decider: "role", role_id: rows[0]?.id ?? "" }];
  const values = { code: "CROWD", name: "测量", document: ORDER, priority: "10", conditions: [], steps };
  const flow = await createRecord(system, { screen: engine.registry.mainScreen(FLOW), values });
  await applyTransition(system, { entity: engine.registry.entity(FLOW), id: flow.id, name: "publish" });
  const buyer = actingAs(engine, await loadActor(engine, company.accounts.buyerA), START);
  const documents: string[] = [];
  for (let made = 0; made < DOCUMENTS; made += 1) {
    const { id } = await createRecord(buyer, {
      screen: engine.registry.mainScreen(ORDER),
      values: orderValues(company),
    });
    await applyTransition(buyer, { entity: engine.registry.entity(ORDER), id, name: "submit", version: 1 });
    documents.push(id);
  }
  return documents;
}

/** Everybody works through a pile of their own, all at once. */
async function decideAll(
  engine: EngineServices,
  people: readonly string[],
  documents: readonly string[],
): Promise<Outcome> {
  const outcome: Outcome = { won: 0, told: 0, times: [] };
  const tries = documents.flatMap((id, position) =>
    Array.from({ length: RIVALS }, (_none, rival) => ({ id, rival, person: (position + rival) % PEOPLE })),
  );
  const entity = engine.registry.entity(ORDER);
  await Promise.all(
    people.map(async (person, own) => {
      const actor = await loadActor(engine, person);
      for (const { id, rival } of tries.filter((one) => one.person === own)) {
        const name = rival % 2 === 0 ? "approve" : "reject";
        const context = actingAs(engine, actor, START, "rest");
        const started = performance.now();
        try {
          await applyTransition(context, { entity, id, name, reason: "同时决定", version: 2 });
          outcome.won += 1;
        } catch (error) {
          if (!(error instanceof AppError) || !["wrong_state", "stale_record"].includes(error.error)) throw error;
          outcome.told += 1;
        }
        outcome.times.push(performance.now() - started);
      }
    }),
  );
  return outcome;
}

/** What the tables say afterwards; all but the first must be 0. */
async function leftOver(engine: EngineServices): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    with of_document as (
      select o.id, o.state, c.state as decided,
        (select count(*) from approval_asked a where a.case_id = c.id and a.acted_by is not null) as acted,
        (select count(*) from approval_asked a where a.case_id = c.id and a.state = 'open') as open,
        (select count(*) from audit_log l where l.record_id = o.id and l.action in ('approve', 'reject')) as noted
      from purchase_order o join approval_case c on c.record_id = o.id)
    select (count(*) filter (where decided in ('approved', 'rejected')))::int as decided,
      (count(*) filter (where state <> case decided when 'approved' then 'approved' else 'draft' end))::int as "two states",
      (count(*) filter (where acted <> 1))::int as "not one decision",
      (count(*) filter (where noted <> 1))::int as "not one entry of history",
      (count(*) filter (where open > 0))::int as "open questions",
      (select count(*) from task where source = 'approval' and state in ('open', 'claimed'))::int as "open tasks"
    from of_document`.execute(engine.database.connection());
  return rows[0] ?? {};
}
