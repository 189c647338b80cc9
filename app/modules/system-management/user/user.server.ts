import { z } from "zod";
import { lockAccess, raisePermissionVersion } from "~/data/access.server";
import {
  clearLock,
  countOtherHolders,
  countScopes,
  demandNewPassword,
  endUserSessions,
  hasRole,
  takeRoles,
} from "~/data/accounts.server";
import { approvingRoles } from "~/engine/access/approving-roles";
import { ADMINISTRATOR, endingGrants, grantRole, grantsOf, LAST_ADMINISTRATOR } from "~/engine/assign/assign.server";
import { confirmProposals, refuseProposals } from "~/engine/assign/confirm-grants.server";
import { proposedByActor } from "~/engine/assign/second-person.server";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { WorkedRow } from "~/engine/entity/deadlines";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, FormStart } from "~/engine/entity/server-hooks";
import { queueMails } from "~/engine/mail/queue-mails.server";
import { actorName, notify } from "~/engine/notify/notify.server";
import { readFacets } from "~/engine/operations/facets.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { giveOneTimePassword } from "~/engine/session/one-time-password.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { user } from "./user.entity";
import { accountNameFits, nameLength, staffHasPhone, wasAwayLong } from "./user.rules";
import { waitingWork } from "./waiting-work.server";

type UserRecord = RecordFor<"system-management/user">;

/** Stages in which a supplier's people have nothing more to do here; a freeze of the whole supplier is as much. */
const STOPPED = ["eliminated", "blacklisted"];
/** What others know an account by; it stays once its person has been here. */
const FIXED = ["accountname", "user_type", "supplier_id"] as const;
/** What a person's rights are worked out from. */
const RIGHTS = ["username", "accountname", "user_type", "supplier_id"] as const;
const SCOPE_MODES = {
  factory: "factory_scope",
  material_type: "material_scope",
  purchase_group: "purchase_group_scope",
} as const;

const SUPPLIER = "supplier-management/supplier";

const typed = z.object({ username: z.string(), user_type: z.string(), phone: z.string().nullable() });

async function supplierStopped(context: Context, record: UserRecord): Promise<string | null> {
  if (typeof record.supplier_id !== "string" || context.actor.supplierId) return null;
  const [supplier] = await ask(context, SUPPLIER, "standing", [record.supplier_id]);
  return STOPPED.includes(String(supplier?.stage)) || supplier?.freeze === "full"
    ? "该供应商已冻结，不能新增或启用账号"
    : null;
}

/**
 * Letters that let somebody in go to this address: of whoever approves, or stands no lower than the acting person, only the person itself
 * puts another in its place. Where there is none yet somebody has to begin.
 * @returns why the address stays
 */
async function foreignMail(context: Context, record: UserRecord, before: UserRecord | null): Promise<string | null> {
  const { actor, services } = context;
  if (!before || before.email === record.email || actor.kind !== "user" || actor.id === record.id) return null;
  if (!before.email && actor.roles.includes(ADMINISTRATOR)) return null;
  const isPeer = Number(before.rank) >= actor.rank;
  const approving = approvingRoles(services.registry.registrations);
  if (!isPeer && !(await grantsOf(context, record.id)).some(({ code }) => approving.has(code))) return null;
  const whose = isPeer ? "该用户的级别不低于您" : "该用户有审批岗位";
  return before.email
    ? `${whose}，邮箱只能由本人在个人中心修改`
    : `${whose}，邮箱由本人在个人中心填写，或由系统管理员填写`;
}

/** Whoever gets an account hears its name and the way in, never a password; of what somebody applied for the letters of the application tell. */
async function tellOfAccount(context: Context, { id, accountname }: UserRecord): Promise<void> {
  if (context.actor.kind !== "user") return;
  await notify(context, {
    scenario: "account.created",
    values: { account: String(accountname), by: actorName(context) },
    to: [id],
    path: "/account/account-center",
  });
}

/** The form for a person in the file of a supplier; empty for whoever may not open that file. */
async function startsAs(context: Context, about: string): Promise<FormStart | null> {
  const contact = await ask(context, SUPPLIER, "contact", about);
  if (!contact) return null;
  const { supplierId, name, phone, email } = contact;
  const { file } = await readFacets(context, {
    file: { entity: SUPPLIER, columns: ["name"], where: [where.eq("id", supplierId)], sort: "name" },
  });
  const [supplier] = file ?? [];
  if (!supplier) return null;
  return {
    values: { user_type: "supplier", supplier_id: supplierId, username: name, phone, email: email ?? "" },
    note: `按${supplier.name ?? ""}的联系人${name}填写，请核对后填写用户账号。`,
  };
}

/** Roles given until a day to come: their owners, and whoever gave them. */
async function grantsEnding(context: Context): Promise<WorkedRow[]> {
  const grants = await endingGrants(context);
  return grants.map(({ userId, code, role, until, by }) => ({
    id: userId,
    about: code,
    day: until,
    values: { person: by === null ? [userId] : [userId, by], role },
  }));
}

/** Whose proved address somebody else replaced hears of it where it still reads: no one-time password goes there any more. */
async function tellOldAddress(context: Context, record: UserRecord, before: UserRecord): Promise<void> {
  if (!before.mail_proved_at || before.email === record.email || context.actor.id === record.id) return;
  await queueMails(context, [String(before.email)], {
    subject: "【供应商平台】您账号的邮箱已被修改",
    body: `${String(before.username)}，您好：\n\n${actorName(context)} 于 ${chinaTime(context.now)} 修改了您的账号 ${String(before.accountname)} 的邮箱，本邮箱不再接收该账号的邮件和一次性密码。如您没有要求，请立即联系另一名管理员。`,
  });
}

/** Somebody who can administer everything stays; two who take each other's place away at once wait for one another. */
async function lastAdministrator(context: Context, record: UserRecord): Promise<Finding[]> {
  if (record.supplier_id !== null) return [];
  const { database } = context.services;
  const connection = database.connection();
  if (!(await hasRole(connection, ADMINISTRATOR, record.id))) return [];
  if (database.inTransaction()) await lockAccess(connection);
  const others = await countOtherHolders(connection, ADMINISTRATOR, record.id, dayOf(context.now));
  return others > 0 ? [] : [{ check: "administrator", level: "block", text: LAST_ADMINISTRATOR, personal: true }];
}

async function closeSessions(context: Context, userId: string, reason: string): Promise<void> {
  const at = context.now.toISOString();
  await endUserSessions(context.services.database.connection(), { userId, at, reason });
}

export const userServer: EntityServer<"system-management/user"> = {
  startsAs,
  async prepare({ record, set }) {
    if (record.user_type === "internal") set({ supplier_id: null });
  },
  async beforeSave({ context, record, before }) {
    // Asked when a person edits: an account from before these rules can still be blocked.
    const person = typed.parse(record);
    const complaints: (Complaint | null)[] = [nameLength(person), staffHasPhone(person)];
    if (before?.accountname !== record.accountname) complaints.push(accountNameFits(String(record.accountname)));
    if (before?.last_login_at) {
      const changed = FIXED.filter((name) => before[name] !== record[name]);
      complaints.push(
        ...changed.map((name) => complain(name, `${user.fields[name].options.label}在首次登录后不能修改`)),
      );
    }
    if (before?.supplier_id !== record.supplier_id) {
      const stopped = await supplierStopped(context, record);
      if (stopped) complaints.push(complain("supplier_id", stopped));
    }
    const foreign = await foreignMail(context, record, before);
    if (foreign) complaints.push(complain("email", foreign));
    return complaints.filter((one) => one !== null);
  },
  async stored({ context, record, before, reveal }) {
    // Whom the personnel master data brings gets a password when somebody asks for one: nobody reads hundreds of them here.
    if (!before && record.source === "mdm") return;
    if (!before) {
      reveal(await giveOneTimePassword(context, record.id));
      await tellOfAccount(context, record);
    } else {
      if (RIGHTS.some((name) => before[name] !== record[name]))
        await raisePermissionVersion(context.services.database.connection());
      await tellOldAddress(context, record, before);
    }
  },
  transitions: {
    unlock: {
      async effect(context, { record }) {
        await clearLock(context.services.database.connection(), String(record.accountname));
      },
    },
    reset_password: {
      async effect(context, work) {
        await clearLock(context.services.database.connection(), String(work.record.accountname));
        work.reveal(await giveOneTimePassword(context, work.record.id));
      },
    },
    unblock: {
      async check(context, record) {
        const text = await supplierStopped(context, record);
        return text ? [{ check: "supplier", level: "block", text }] : [];
      },
      async effect(context, { record, now }) {
        const days = await limitFor(context, "account.awayDays");
        if (wasAwayLong({ stopped_at: record.stopped_at ?? now }, now, days))
          await demandNewPassword(context.services.database.connection(), record.id);
      },
    },
    grant_role: {
      async effect(context, work) {
        const until = work.input.valid_until;
        await grantRole(context, work.record.id, String(work.input.role), typeof until === "string" ? until : null);
      },
    },
    confirm_grants: {
      async check(context, record) {
        return proposedByActor(context, record.id);
      },
      async effect(context, work) {
        await confirmProposals(context, work.record.id);
      },
    },
    refuse_grants: {
      async effect(context, work) {
        await refuseProposals(context, work.record.id);
      },
    },
    block: {
      async check(context, record) {
        return [...(await lastAdministrator(context, record)), ...(await waitingWork(context, record, "warn"))];
      },
      async effect(context, { record }) {
        await closeSessions(context, record.id, "blocked");
      },
    },
    retire: {
      async check(context, record) {
        return [...(await lastAdministrator(context, record)), ...(await waitingWork(context, record, "block"))];
      },
      async effect(context, { record }) {
        const connection = context.services.database.connection();
        await takeRoles(connection, record.id);
        await raisePermissionVersion(connection);
        await closeSessions(context, record.id, "deleted");
      },
    },
  },
  deadlines: { grant: grantsEnding },
  async extra(context, _screen, ids) {
    const counts = await countScopes(context.services.database.connection(), ids);
    const columns = ["id", "user_type", ...Object.values(SCOPE_MODES)] as const;
    const rows = await unscopedRows(context, user.key, columns, [where.oneOf("id", ids)]);
    return new Map(
      rows.map((row) => {
        const text = (kind: keyof typeof SCOPE_MODES) => {
          if (row.user_type === "supplier") return "按供应商";
          if (row[SCOPE_MODES[kind]] === "all") return "全部";
          return String(counts.find((one) => one.userId === row.id && one.kind === kind)?.count ?? 0);
        };
        return [
          row.id,
          {
            factory_count: text("factory"),
            material_type_count: text("material_type"),
            purchase_group_count: text("purchase_group"),
          },
        ];
      }),
    );
  },
};
