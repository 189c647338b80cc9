import { sql } from "kysely";
import { createRecord } from "~/engine/operations/save.server";
import { EMPLOYEES } from "~/modules/system-management/staff-grants";
import { personWith } from "./conformance";
import { ORDER, orderValues } from "./order-values";
import type { World } from "./world";

/**
 * Brings a stored record to where the guards of a transition hold, past the forms: what people would have typed by then.
 * @param wanted the state on whose way the transition is made, or null for the transition that is tested itself
 */
type Fit = (world: World, id: string, transition: string, wanted: string | null) => Promise<void>;

/** The order that moves are told of which name one. */
export const KNOWN_ORDER = "0195a000-0000-7000-8000-000000000001";

const run = async (world: World, query: ReturnType<typeof sql>) => {
  await query.execute(world.engine.database.connection());
};

async function fitAudit(world: World, id: string, transition: string, wanted: string | null): Promise<void> {
  // Others led those before, or the same person would have led too often.
  if (transition === "start")
    await run(
      world,
      sql`update supplier_audit set leader_id = ${world.accounts.buyerB} where state in ('correcting', 'closed')`,
    );
  // Whatever begins without a notice comes unannounced.
  if (transition === "start")
    await run(world, sql`update supplier_audit set audit_type = 'flight' where id = ${id} and state = 'planned'`);
  if (transition === "submit")
    await run(world, sql`update supplier_audit_items set result = 'conform', score = max_score where root_id = ${id}`);
  if (transition === "approve" && wanted !== "closed")
    await run(
      world,
      sql`insert into supplier_audit_findings (id, root_id, line_no, severity, description, photo_nos)
        select ${world.engine.newId()}, ${id}, 10, 'minor', '样例不符合', null
        where not exists (select from supplier_audit_findings where root_id = ${id})`,
    );
  if (transition === "close")
    await run(world, sql`update corrective_action set state = 'closed' where audit_id = ${id}`);
}

async function fitAction(world: World, id: string, transition: string): Promise<void> {
  const { newId } = world.engine;
  if (transition === "accept") await run(world, sql`update corrective_action set severity = 'minor' where id = ${id}`);
  if (transition === "review")
    await run(world, sql`update corrective_action set severity = 'critical' where id = ${id}`);
  if (transition === "contain") {
    await run(world, sql`update corrective_action set method = 'd8', containment = '隔离库存' where id = ${id}`);
    await run(
      world,
      sql`insert into corrective_action_contained (id, root_id, line_no, place, qty) values (${newId()}, ${id}, 10, 'transit', 5)`,
    );
  }
  if (transition === "submit") {
    await run(
      world,
      sql`update corrective_action set root_cause = '刀具磨损', containment = '隔离库存' where id = ${id}`,
    );
    for (const [at, kind] of ["occur", "occur", "occur", "escape", "escape", "escape"].entries())
      await run(
        world,
        sql`insert into corrective_action_whys (id, root_id, line_no, kind, question, answer)
          values (${newId()}, ${id}, ${100 + at}, ${kind}, '为什么', '因为')`,
      );
    for (const [at, kind] of ["corrective", "preventive"].entries())
      await run(
        world,
        sql`insert into corrective_action_actions (id, root_id, line_no, kind, description, owner, due_date)
          values (${newId()}, ${id}, ${100 + at}, ${kind}, '更换刀具', '张工', '2025-03-20')`,
      );
  }
  if (transition === "record_lots")
    await run(world, sql`update corrective_action set verify_mode = 'lots' where id = ${id}`);
  if (transition === "close")
    await run(world, sql`update corrective_action_actions set done_date = '2025-03-09' where root_id = ${id}`);
}

/** States that are reached without verifying anything, where the rules ask for no step. */
const BEYOND_VERIFYING: readonly (string | null)[] = ["assessing", "pending", "approved"];

async function fitAdmission(world: World, id: string, transition: string, wanted: string | null): Promise<void> {
  // One case is open at a time.
  if (transition === "submit") await run(world, sql`update admission set state = 'terminated' where id <> ${id}`);
  if (transition === "pass_first") {
    await run(world, sql`update admission_checklist set result = 'ok' where root_id = ${id}`);
    if (BEYOND_VERIFYING.includes(wanted))
      await run(
        world,
        sql`update admission set need_audit = false, need_sample = false, need_trial = false where id = ${id}`,
      );
  }
  if (transition === "use_audit")
    await run(
      world,
      sql`update supplier_audit set state = 'closed', conclusion = 'pass' where id = ${world.ids.auditA}`,
    );
  if (transition === "verified") {
    await run(world, sql`update admission set audit_result = 'pass', audit_score = 90 where id = ${id}`);
    await run(
      world,
      sql`update admission_materials set sample_result = 'pass', trial_result = 'pass' where root_id = ${id}`,
    );
  }
  if (transition === "vote" || transition === "submit_approval") {
    const { actor } = await personWith(world, "buyer");
    const vote = transition === "vote" ? null : "agree";
    await run(
      world,
      sql`insert into admission_assessors (id, root_id, line_no, user_id, vote)
        values (${world.engine.newId()}, ${id}, 10, ${actor.id}, ${vote})`,
    );
  }
  if (transition === "submit_approval")
    await run(world, sql`update admission set conclusion = 'qualified' where id = ${id}`);
}

async function fitSample(world: World, id: string, transition: string, wanted: string | null): Promise<void> {
  if (transition === "finish_test" || transition === "to_trial") {
    await run(
      world,
      sql`insert into sample_verification_tests (id, root_id, line_no, item, kind, value)
        select ${world.engine.newId()}, ${id}, 10, '水分', 'quantitative', 5
        where not exists (select from sample_verification_tests where root_id = ${id})`,
    );
    const isTried = transition === "to_trial" || wanted === "trial";
    await run(world, sql`update sample_verification set need_trial = ${isTried} where id = ${id}`);
  }
  if (transition === "approve") await run(world, sql`update sample_verification set result = 'pass' where id = ${id}`);
}

async function fitPrequalification(world: World, id: string, transition: string): Promise<void> {
  if (transition === "finish")
    await run(world, sql`update prequalification set appeal_until = '2025-03-01' where id = ${id}`);
}

async function fitApplication(world: World, id: string, transition: string): Promise<void> {
  if (transition === "submit") {
    await run(world, sql`update preq_application_answers set value = '是' where root_id = ${id}`);
    // One application of a company counts at a time.
    await run(world, sql`update preq_application set state = 'withdrawn' where id <> ${id} and state = 'submitted'`);
  }
  if (transition.startsWith("evaluate"))
    await run(world, sql`update preq_application_answers set kind = 'score', max_score = 100 where root_id = ${id}`);
  if (transition === "judge")
    await run(world, sql`update preq_application_answers set result = 'pass', points = 1 where root_id = ${id}`);
  if (transition === "appeal") await run(world, sql`update prequalification set appeal_until = '2099-01-01'`);
  if (transition === "uphold" || transition === "reverse")
    await run(world, sql`update preq_application set appeal = '样例异议' where id = ${id}`);
}

/** Agreed to by whom a case asks; without a document, so that the task alone is moved. */
async function fitTask(world: World, id: string, transition: string): Promise<void> {
  if (transition !== "approve" && transition !== "snooze" && transition !== "wake") return;
  const { actor } = await personWith(world, EMPLOYEES[0] ?? "");
  if (transition !== "approve")
    await run(
      world,
      sql`update task set assignee_id = ${actor.id}, due_at = null,
        snoozed_until = case when ${transition === "wake"} then '2025-03-15T01:00:00Z'::timestamptz end where id = ${id}`,
    );
  else await run(world, sql`update task set source = 'approval', assignee_id = ${actor.id} where id = ${id}`);
}

/** Documents whose transitions ask for more than a sample has. */
async function fitFreeze(world: World, id: string, transition: string): Promise<void> {
  if (transition === "countersign")
    await run(world, sql`update supplier_freeze set on_payment = true where id = ${id}`);
  if (transition === "lift")
    await run(
      world,
      sql`update supplier_freeze set effective_from = '2025-03-01', release_date = '2025-03-08' where id = ${id}`,
    );
}

/** Somebody else has proposed a role that takes two to grant. */
async function fitUser(world: World, id: string, transition: string): Promise<void> {
  if (transition !== "confirm_grants" && transition !== "refuse_grants") return;
  await run(
    world,
    sql`insert into app_user_grant_proposals (id, root_id, line_no, role_id, proposed_by, proposed_at)
      select gen_random_uuid(), ${id}, 10, id, ${world.accounts.manager}, '2025-03-10T01:00:00Z' from role where code = 'buyer'`,
  );
}

/** Something stands before it and something after it. */
async function fitPlace(world: World, id: string, transition: string): Promise<void> {
  if (transition !== "up" && transition !== "down") return;
  for (const step of [-1, 1])
    await run(
      world,
      sql`insert into homepage_news (id, state, news_id, slot, sort_no)
        select gen_random_uuid(), 'shown', news_id, slot, coalesce(sort_no, 0) + ${step} from homepage_news where id = ${id}`,
    );
}

export const FIT: Readonly<Record<string, Fit>> = {
  "system-management/homepage-news": fitPlace,
  "system-management/user": fitUser,
  "system-management/news": (world, id, transition) =>
    transition === "unpin" ? run(world, sql`update news set is_top = true where id = ${id}`) : Promise.resolve(),
  "system-management/msg-scenario": (world, id, transition) =>
    transition === "enable" || transition === "try"
      ? run(
          world,
          sql`insert into msg_template (id, state, scenario, channel, side, title, content)
            select gen_random_uuid(), 'active', code, 'site', 'internal', name, name from msg_scenario where id = ${id}`,
        )
      : Promise.resolve(),
  // A mail that the mail server has refused.
  "system-management/msg-send-record": async (world, id) => {
    await run(
      world,
      sql`with letter as (insert into mail_outbox (id, state, user_id, recipient, subject, body, last_error, next_at)
          select gen_random_uuid(), 'failed', user_id, 'nobody@example.com', title, content, '550 no such mailbox', at
          from msg_send_record where id = ${id} returning id)
        update msg_send_record set channel = 'email', inbox_id = null, mail_id = (select id from letter) where id = ${id}`,
    );
  },
  "system-management/interface-log": (world, id, transition) =>
    transition === "settle"
      ? run(world, sql`update interface_log set undelivered_at = ${world.clock.now().toISOString()} where id = ${id}`)
      : Promise.resolve(),
  "supplier-performance/supplier-freeze": fitFreeze,
  "supplier-onboarding/prequalification": fitPrequalification,
  "supplier-onboarding/preq-application": fitApplication,
  "supplier-management/admission": fitAdmission,
  "supplier-management/sample-verification": fitSample,
  "supplier-management/supplier-audit": fitAudit,
  "supplier-audit/corrective-action": fitAction,
  "supplier-management/supplier": async (world, id, transition) => {
    if (transition === "end_supplement")
      await run(world, sql`update supplier set supplement_due = '2025-03-20' where id = ${id}`);
    if (transition === "confirm_merge" || transition === "cancel_merge")
      await run(world, sql`update supplier set merged_into_id = ${world.ids.supplierB} where id = ${id}`);
  },
  // Somebody of the staff asks for papers, by a day.
  "supplier-management/supplier-change": async (world, id, transition) => {
    if (transition === "invite")
      await run(
        world,
        sql`update supplier_change set change_type = 'supplement', origin = 'staff', due_date = '2025-03-20' where id = ${id}`,
      );
  },
  // Somebody owes us something.
  "master-data/undelivered-mail": async (world, _id, transition) => {
    if (transition !== "send") return;
    await createRecord(await world.as("buyerA"), { screen: world.screen(ORDER), values: orderValues(world) });
    await run(world, sql`update purchase_order set state = 'released'`);
    await run(
      world,
      sql`update purchase_order_items set required_date = '2025-03-09', confirm_date = null, line_status = 'open'`,
    );
  },
  // An order of which the test knows the id.
  "supplier-management/gate-exemption": async (world, _id, transition) => {
    if (transition !== "consume") return;
    const { rows } = await sql`select from purchase_order where id = ${KNOWN_ORDER}`.execute(
      world.engine.database.connection(),
    );
    if (rows.length > 0) return;
    const screen = world.screen(ORDER);
    const { id } = await createRecord(await world.as("buyerA"), { screen, values: orderValues(world) });
    await run(world, sql`delete from purchase_order_items where root_id = ${id}`);
    await run(world, sql`update purchase_order set id = ${KNOWN_ORDER} where id = ${id}`);
  },
  "base-data/source-data": async (world, id, transition) => {
    if (transition === "approve" || transition === "to_active") {
      const sample = sql`(select s.id from sample_verification s join source_data o on o.id = ${id}
        where s.supplier_id = o.supplier_id order by s.id limit 1)`;
      await run(
        world,
        sql`update sample_verification set state = 'passed', material_id = (select material_id from source_data where id = ${id})
          where id = ${sample}`,
      );
      await run(world, sql`update source_data set sample_id = ${sample} where id = ${id}`);
    }
    if (transition !== "extend") return;
    // Days of its own, so that the longer time meets no other sample, none that was made longer before, and none of an admission.
    await run(world, sql`update source_data set state = 'ended' where effective_from >= '2024-06-02' and id <> ${id}`);
    await run(
      world,
      sql`update source_data set effective_from = '2024-06-02', effective_to = '2024-06-30' where id = ${id}`,
    );
  },
  "master-data/type-inspection-report": async (world, id, transition) => {
    if (transition === "remind")
      await run(world, sql`update type_inspection_report set next_due_date = '2025-03-05' where id = ${id}`);
  },
  "system-management/task": fitTask,
};
