import {
  type LaterNotification,
  noteLaterFailure,
  selectNotifiedAt,
  selectOpenAssignees,
  selectStaffNamed,
  selectSupplierAccounts,
  takeQueuedNotification,
} from "~/data/queued-notifications.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { ReceiverRule, ScenarioCode } from "~/shared/scenarios";
import { type Context, type EngineServices, systemContext, underName } from "../context.server";
import type { AnyEntity } from "../entity";
import { oneByOne } from "../operations/one-by-one.server";
import { inTransaction } from "../operations/transaction.server";
import { unscopedRows } from "../operations/unscoped.server";
import { mayOpenDocument } from "../tasks/tasks.server";
import { scenarioRule } from "./notification-rules.server";
import { notify } from "./notify.server";

/** Attempts after which an event is left where it is. */
const MOST_ATTEMPTS = 5;
/** Fields that say who looks after a record, the nearest first. */
const OWNER_FIELDS = ["owner_id", "buyer_id", "leader_id", "handler_id"];

/**
 * Notifies people whom administrators named in the rules of scenarios of what has happened since the last time; runs every few seconds beside
 * the mails, and is harmless when run again or by two processes. Of what concerns a record only those hear who may open it: what
 * somebody may not see nobody tells him by a rule.
 * @returns how many events were looked at
 */
export async function notifyLater(services: EngineServices, goesOn: () => boolean = () => true): Promise<number> {
  const context = systemContext(services, "业务场景的附加接收人");
  const connection = () => services.database.connection();
  let looked = 0;
  await oneByOne(context, {
    next: (except) => takeQueuedNotification(connection(), { mostAttempts: MOST_ATTEMPTS, except }),
    idOf: ({ id }) => id,
    work: ({ at, wish: request }) => notifyNow(context, at, request),
    done: () => {
      looked += 1;
    },
    failed: ({ id }) => inTransaction(context, () => noteLaterFailure(connection(), id)),
    goesOn,
    complaint: "further people could not be told of an event",
  });
  return looked;
}

function isScenario({ registry }: EngineServices, code: string): code is ScenarioCode {
  return registry.scenarioFacts(code) !== undefined;
}

async function notifyNow(context: Context, at: string, request: LaterNotification): Promise<void> {
  const { scenario } = request;
  // A scenario that the next version of the program no longer knows is told to nobody.
  if (!isScenario(context.services, scenario)) return;
  const rule = await scenarioRule(context, scenario);
  if (!rule.active) return;
  const connection = context.services.database.connection();
  const today = dayOf(context.now);
  const named = await selectStaffNamed(connection, { ...rule.further, today });
  const ruled = rule.instead === null ? [] : await peopleBy(context, rule.instead, request);
  const notified = await selectNotifiedAt(connection, { scenario, record: request.record, at });
  const wanted = [...new Set([...named, ...ruled])].filter((id) => !notified.has(id));
  const { entity, record } = request;
  const to: string[] = [];
  for (const id of wanted)
    if (entity === null || record === null || (await mayOpenDocument(context, id, { entity, recordId: record })))
      to.push(id);
  if (to.length === 0) return;
  await notify(underName(context, { id: request.actor, name: request.actorName, supplierName: null }), {
    scenario,
    values: request.values,
    to,
    isLater: true,
    at,
    number: request.number,
    ...(entity !== null && record !== null ? { record: { entity, id: record, number: request.number } } : {}),
    ...(request.path === null ? {} : { path: request.path }),
  });
}

/** Whom a rule means for the record of an event. */
async function peopleBy(context: Context, rule: ReceiverRule, request: LaterNotification): Promise<string[]> {
  const { entity: key, record } = request;
  // Roles are those that stand among the further receivers.
  if (rule === "role" || key === null || record === null) return [];
  const connection = context.services.database.connection();
  const today = dayOf(context.now);
  if (rule === "assignee") {
    const users = await selectOpenAssignees(connection, { entity: key, record });
    return selectStaffNamed(connection, { users, roles: [], today });
  }
  const entity = context.services.registry.entity(key);
  if (rule === "supplier_contact") {
    if (context.services.registry.scenarioFacts(request.scenario)?.audience === "internal") return [];
    const column =
      key === "supplier-management/supplier" ? "id" : "supplier_id" in entity.fields ? "supplier_id" : null;
    const supplier = column === null ? null : await readColumn(context, entity, record, column);
    return supplier === null ? [] : selectSupplierAccounts(connection, supplier);
  }
  const owner = OWNER_FIELDS.find((name) => name in entity.fields);
  const column = rule === "creator" ? "created_by" : owner;
  const user = column === undefined ? null : await readColumn(context, entity, record, column);
  return user === null ? [] : selectStaffNamed(connection, { users: [user], roles: [], today });
}

async function readColumn(context: Context, entity: AnyEntity, id: string, column: string): Promise<string | null> {
  const [row] = await unscopedRows(context, entity, [column], [where.eq("id", id)]);
  const value = row?.[column];
  return typeof value === "string" ? value : null;
}
