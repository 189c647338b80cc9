import { selectActor } from "~/data/access.server";
import { type GrantRow, selectAssignee, selectPermissionRoles } from "~/data/grants.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { DATA_SCOPES } from "~/shared/data-scope";
import { may } from "../access/permissions";
import { positionsOf } from "../access/positions";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, StaffScope } from "../entity";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";
import { fieldValue, findRecord, openRecord } from "../operations/records.server";
import { ownersIn, reachOf, rowFilter, scopesIn } from "../operations/scope.server";
import { unscopedRows } from "../operations/unscoped.server";
import { actingAs, loadActor } from "../session/actor.server";
import { grantsOf } from "./assign.server";

/** One reason why a person may or may not do something. */
export interface Because {
  /** The role or the rule that is looked at. */
  role: string;
  /** What it gives. */
  grant: string;
  /** On what, or on which days. */
  scope: string;
  verdict: "allows" | "stops" | "nothing";
}

export interface Explanation {
  allowed: boolean;
  because: Because[];
}

const KINDS = [
  ["factory", "工厂范围"],
  ["purchase_group", "采购组范围"],
  ["material_type", "物料类型范围"],
] as const;

/**
 * Which grant of which role lets or stops a person on an action and, where one is named, on a record. The record is one that who
 * asks may open.
 * @throws AppError("forbidden" | "not_found")
 */
export async function explainAccess(
  context: Context,
  asked: { userId: string; permission: string; action: string; record?: { entity: AnyEntity; named: string } },
): Promise<Explanation> {
  if (context.actor.kind !== "system" && !may(context.actor.permissions, "user-role.query"))
    throw new AppError("forbidden", { values: { permission: "user-role.query" } });
  const connection = context.services.database.connection();
  const user = UUID.test(asked.userId) ? await selectAssignee(connection, { id: asked.userId }) : null;
  if (!user) throw new AppError("not_found");
  const giving = await selectPermissionRoles(connection, asked.permission, asked.action);
  const grants = await grantsOf(context, user.id);
  const because = grants.map((grant) => ofGrant(grant, user.userType, giving.roles, dayOf(context.now)));
  because.push(...(await ofPositions(context, user.id, asked)));
  if (!giving.exists || !giving.enabled)
    because.unshift({ role: "菜单", grant: giving.exists ? "已停用" : "不存在", scope: "对所有人", verdict: "stops" });
  if (user.state === "blocked" || user.state === "deleted") {
    const grant = user.state === "blocked" ? "已冻结" : "已删除";
    because.unshift({ role: "账号", grant, scope: "不能登录", verdict: "stops" });
  }
  const mayAct =
    because.some(({ verdict }) => verdict === "allows") && !because.some(({ verdict }) => verdict === "stops");
  if (!asked.record) return { allowed: mayAct, because };
  const rows = await ofRecord(context, user.id, asked.record);
  return { allowed: mayAct && rows.every(({ verdict }) => verdict !== "stops"), because: [...because, ...rows] };
}

/** What somebody may do because of what the person is in charge of. */
async function ofPositions(
  { services }: Context,
  userId: string,
  asked: { permission: string; action: string },
): Promise<Because[]> {
  const found = await selectActor(services.database.connection(), userId, dayOf(services.clock()));
  return (found ? positionsOf(found.user) : [])
    .filter(({ rights }) => rights.some(({ id, action }) => id === asked.permission && action === asked.action))
    .map(({ label, of }) => ({ role: label, grant: "有这项权限", scope: of, verdict: "allows" as const }));
}

/** What one role says; a role that does not count says why. */
function ofGrant(grant: GrantRow, userType: string, giving: readonly string[], today: string): Because {
  const days = grant.from || grant.until ? `${grant.from ?? ""}至${grant.until ?? "长期"}` : "长期";
  const gives = giving.includes(grant.code);
  const nothing = (reason: string): Because => ({ role: grant.name, grant: reason, scope: days, verdict: "nothing" });
  if (!gives) return nothing("没有这项权限");
  if (!grant.enabled) return nothing("有这项权限，但角色已停用");
  if (grant.audience !== userType) return nothing("有这项权限，但角色不适用于这类账号");
  if (grant.from !== null && grant.from > today) return nothing("有这项权限，但授权尚未生效");
  if (grant.until !== null && grant.until < today) return nothing("有这项权限，但授权已到期");
  return { role: grant.name, grant: "有这项权限", scope: days, verdict: "allows" };
}

async function ofRecord(
  context: Context,
  userId: string,
  { entity, named }: { entity: AnyEntity; named: string },
): Promise<Because[]> {
  const record = await findNamed(context, entity, named);
  const person = actingAs(context.services, await loadActor(context.services, userId), context.now);
  const { actor } = person;
  if (actor.supplierId) {
    const sees = await isSeen(person, entity, record.id);
    return [
      {
        role: "供应商范围",
        grant: sees ? "属于该供应商" : "不属于该供应商",
        scope: actor.supplierName ?? "",
        verdict: sees ? "allows" : "stops",
      },
    ];
  }
  const scope: StaffScope = entity.access.staff ?? {};
  const reach = reachOf(person, entity);
  if (reach === "all") return [{ role: "角色的数据范围", grant: DATA_SCOPES.all, scope: "不限", verdict: "allows" }];
  const scopes = scopesIn(person, entity);
  const found = KINDS.flatMap(([kind, role]): Because[] => {
    const column = scope[kind];
    if (column === undefined) return [];
    const rows = scopes[kind];
    if (rows === "all") return [{ role, grant: "全部", scope: "不限", verdict: "allows" }];
    const value = column === "id" ? record.id : fieldValue(record, column);
    const inside = typeof value === "string" && rows.includes(value);
    const grant = inside ? "在已分配的清单内" : "不在已分配的清单内";
    return [{ role, grant, scope: `指定${rows.length}项`, verdict: inside ? "allows" : "stops" }];
  });
  if (reach === "self" && entity.kind === "document") {
    const isOwn = ownersIn(entity).some((name) => fieldValue(record, name) === actor.id);
    found.unshift({
      role: "角色的数据范围",
      grant: isOwn ? "是本人的单据" : "不是本人的单据",
      scope: DATA_SCOPES.self,
      verdict: isOwn ? "allows" : "stops",
    });
  }
  return found.length > 0
    ? found
    : [{ role: "数据范围", grant: "这类单据不限制范围", scope: "不限", verdict: "allows" }];
}

async function isSeen(person: Context, entity: AnyEntity, id: string): Promise<boolean> {
  try {
    // Judged by the wall alone, with the database's lock left out: nothing of the row is shown.
    await findRecord(person, { entity, id, filters: rowFilter(person, entity), wanted: { labels: false } });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") return false;
    throw error;
  }
}

/** The record by its number, code or id, if who asks may open it. */
async function findNamed(context: Context, entity: AnyEntity, named: string): Promise<AnyRecord> {
  const column = entity.number ? "number" : entity.fields.code ? "code" : null;
  let id = named.trim();
  if (!UUID.test(id.toLowerCase()) && column) {
    const [row] = await unscopedRows(context, entity, ["id"], [where.eq(column, id)]);
    id = typeof row?.id === "string" ? row.id : "";
  }
  return (await openRecord(context, { entity, id, wanted: { labels: false } })).record;
}
