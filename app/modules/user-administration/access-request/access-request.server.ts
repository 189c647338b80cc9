import {
  giveRequested,
  hasSecondAdministrator,
  isGivenByTwo,
  rolesGiving,
  rolesHeld,
  whyNotGiven,
} from "~/engine/assign/requested.server";
import type { Context } from "~/engine/context.server";
import type { Action, Complaint } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, FormStart, Suggested } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { ACTION_LABELS } from "~/shared/actions";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { permissionIn, withinMostDays } from "./access-request.rules";

type AccessRequestRecord = RecordFor<"user-administration/access-request">;

const ROLE = "system-management/role";
const RESOURCE = "system-management/resource";
/** As many rights as fit into a line are told of. */
const MOST_SUGGESTED = 20;

const isAction = (action: string): action is Action => Object.hasOwn(ACTION_LABELS, action);

/** A right in words that end with its id: `采购订单：查询（purchase-order.query）`. */
function inWords(title: string, id: string, action: Action): string {
  return `${title}：${ACTION_LABELS[action]}（${id}.${action}）`;
}

/** The words for a right that is known; null for any other text. */
async function knownRight(
  context: Context,
  typed: string,
): Promise<{ id: string; action: Action; words: string } | null> {
  const asked = permissionIn(typed.trim());
  if (!asked || !isAction(asked.action)) return null;
  const [found] = await unscopedRows(context, RESOURCE, ["name", "title"], [where.eq("name", asked.id)]);
  return found ? { id: asked.id, action: asked.action, words: inWords(found.title, asked.id, asked.action) } : null;
}

/** Rights whose names hold what was typed, by what is done first. */
async function rightsNamed(context: Context, { text, most }: Suggested): Promise<readonly string[]> {
  if (text === "") return [];
  const found = await unscopedRows(
    context,
    RESOURCE,
    ["name", "title", "type"],
    [where.oneOf("type", ["menu", "perm"]), where.eq("enabled", true)],
  );
  return found
    .filter(({ name, title }) => title.includes(text) || name.includes(text.toLowerCase()))
    .slice(0, Math.min(most, MOST_SUGGESTED))
    .map(({ name, title, type }) => inWords(title, name, type === "menu" ? "query" : "edit"));
}

/** The form about a right somebody lacks: it in words, and the role to begin with that would give it. */
async function startsAs(context: Context, about: string): Promise<FormStart | null> {
  const right = await knownRight(context, about);
  if (!right) return null;
  const giving = await rolesGiving(context, right);
  if (giving === null) return null;
  const held = context.actor.id === null ? new Set<string>() : await rolesHeld(context, context.actor.id);
  const offered = giving.filter(({ code }) => !held.has(code));
  if (offered.length === 0)
    return { values: { missing: right.words }, note: "没有您可以申请的角色包含这项权限，请联系系统管理员。" };
  const [first] = await unscopedRows(context, ROLE, ["id"], [where.eq("code", offered[0]?.code ?? "")]);
  return {
    values: { missing: right.words, ...(first ? { role_id: first.id } : {}) },
    note: `有这项权限的角色：${offered.map(({ name }) => name).join("、")}。已选第一个，可以改选。`,
  };
}

async function roleOf(context: Context, record: AccessRequestRecord): Promise<string> {
  const [row] = await unscopedRows(context, ROLE, ["code"], [where.eq("id", String(record.role_id))]);
  return row?.code ?? "";
}

/** Why the role cannot be given; who stands in the way is judged again by whoever decides. */
async function against(context: Context, record: AccessRequestRecord, judged: "asking" | "giving"): Promise<Finding[]> {
  if (typeof record.requester_id !== "string") return [{ check: "role", level: "block", text: "没有申请人" }];
  const grant = { userId: record.requester_id, role: await roleOf(context, record) };
  const text = await whyNotGiven(context, grant, judged);
  return text ? [{ check: "role", level: "block", text }] : [];
}

async function give(context: Context, record: AccessRequestRecord, agreed: boolean): Promise<void> {
  await giveRequested(context, {
    userId: String(record.requester_id),
    role: await roleOf(context, record),
    until: String(record.valid_until),
    number: String(record.number),
    agreed,
  });
}

export const accessRequestServer: EntityServer<"user-administration/access-request"> = {
  startsAs,
  suggests: { missing: rightsNamed },
  /** Everybody asks for themselves. */
  async prepare({ context, record, before, set }) {
    if (!before) set({ requester_id: context.actor.kind === "user" ? context.actor.id : null });
    const right = await knownRight(context, record.missing ?? "");
    set({ permission_id: right ? `${right.id}.${right.action}` : null, ...(right ? { missing: right.words } : {}) });
  },
  async beforeSave({ context, record, before }) {
    const { actor } = context;
    // Who may see all requests writes none but their own.
    if (before?.requester_id && actor.kind === "user" && before.requester_id !== actor.id)
      throw new AppError("own_rule", { message: "只有申请人可以修改申请" });
    const complaints: Complaint[] = [];
    const most = await limitFor(context, "access.requestMostDays");
    const late = withinMostDays(record, dayOf(context.now), most);
    if (late) complaints.push(late);
    return complaints;
  },
  async beforeRemove(context, record) {
    const { actor } = context;
    return record.requester_id && actor.kind === "user" && record.requester_id !== actor.id
      ? "只有申请人可以删除申请"
      : null;
  },
  transitions: {
    submit: {
      check: (context, record) => against(context, record, "asking"),
      async effect(context, work) {
        work.set({ takes_two: isGivenByTwo(context, await roleOf(context, work.record)) });
      },
    },
    approve: {
      check: (context, record) => against(context, record, "giving"),
      async effect(context, work) {
        const { record } = work;
        // Until there is a second administrator the first one gives alone, as everywhere; the program does not stand for two.
        const waits =
          record.takes_two === true &&
          (context.actor.kind === "system" || (await hasSecondAdministrator(context, String(record.requester_id))));
        if (waits) work.set({ first_approver_id: work.actor.id, decided_by: null, decided_at: null });
        else {
          work.set({ takes_two: false });
          await give(context, record, false);
        }
      },
    },
    confirm: {
      check: (context, record) => against(context, record, "giving"),
      effect: (context, { record }) => give(context, record, true),
    },
  },
};
