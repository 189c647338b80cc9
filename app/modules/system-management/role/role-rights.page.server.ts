import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction, type Saved } from "~/engine/operations/transaction.server";
import { recordPath } from "~/engine/screen/address";
import {
  type GrantPlan,
  membersListed,
  openGrants,
  planGrants,
  type Right,
  ROLE,
  saveGrants,
} from "~/engine/session/role-grants.server";
import { ACTION_LABELS, ACTIONS_AS_READ, actionsText } from "~/shared/actions";

const FEW_GROUPS = 8;
const MEMBERS_SHOWN = 50;
const MOST_TICKED = 20_000;

function screenOfRole(context: Context) {
  return context.services.registry.mainScreen(ROLE);
}

function secretsOf(context: Context) {
  return { csrf: context.session?.csrf ?? "", once: context.services.newId() };
}

function pathsOf(context: Context, role: AnyRecord) {
  const path = recordPath(screenOfRole(context), role.id);
  return { action: `${path}/permissions`, cancelHref: path };
}

/** The matrix of a role's rights as it is stored, or as it was ticked. */
export async function rightsModel(
  context: Context,
  id: string,
  typed?: { ticked: ReadonlySet<string>; version: string; problems: readonly string[] },
) {
  const { role, rights, held, members } = await openGrants(context, id);
  const on = typed?.ticked ?? held;
  const groups = groupsOf(rights, on);
  return {
    kind: "matrix" as const,
    title: `${String(role.name)}的权限`,
    facts: [
      { label: "适用对象", text: role.audience === "supplier" ? "供应商" : "内部员工" },
      { label: "用户数", text: String(members) },
    ],
    version: typed?.version ?? String(role.version),
    columns: ACTIONS_AS_READ.map((action) => ACTION_LABELS[action]),
    groups: groups.map((group) => ({ ...group, open: group.held > 0 || groups.length <= FEW_GROUPS })),
    problems: [...(typed?.problems ?? [])],
    readOnly: !may(context.actor.permissions, "role.edit"),
    secrets: secretsOf(context),
    ...pathsOf(context, role),
  };
}

function groupsOf(rights: readonly Right[], on: ReadonlySet<string>) {
  const groups = new Map<string, ReturnType<typeof rowOf>[]>();
  for (const right of rights) {
    const title = right.trail.join(" / ") || "其他权限";
    groups.set(title, [...(groups.get(title) ?? []), rowOf(right, on)]);
  }
  return [...groups].map(([title, rows]) => ({
    title,
    held: rows.flatMap((row) => row.cells).filter((cell) => cell?.on).length,
    rows,
  }));
}

function rowOf({ name, title, type, actions, brings }: Right, on: ReadonlySet<string>) {
  return {
    name,
    title,
    sub: type === "perm",
    brings: brings.map((entry) => `${entry}.query`),
    cells: ACTIONS_AS_READ.map((action) =>
      actions.includes(action)
        ? { name: `${name}.${action}`, label: `${title} · ${ACTION_LABELS[action]}`, on: on.has(`${name}.${action}`) }
        : null,
    ),
  };
}

type Outcome =
  | { model: Awaited<ReturnType<typeof rightsModel>> | ReturnType<typeof confirmModel>; status: number }
  | { saved: Saved; role: string; href: string };

/** What a button of the matrix, or of the page that asks, does. @throws AppError("forbidden" | "not_found" | "malformed") */
export async function submitRights(context: Context, id: string, form: FormData, requestId?: string): Promise<Outcome> {
  const ticked = form.getAll("grant").filter((one): one is string => typeof one === "string");
  if (ticked.length > MOST_TICKED) throw new AppError("malformed");
  const version = String(form.get("_version") ?? "");
  const intent = String(form.get("_intent") ?? "check");
  const plan = await planGrants(context, id, ticked);
  const again = (problems: readonly string[], chosen: Iterable<string> = ticked) =>
    rightsModel(context, id, { ticked: new Set(chosen), version, problems });
  if (intent === "back") return { model: await again([]), status: 200 };
  if (intent.startsWith("row "))
    return { model: await again([], rowTurned(plan.rights, ticked, intent.slice(4))), status: 200 };
  if (plan.complaints.length > 0) return { model: await again(plan.complaints), status: 400 };
  if (intent !== "save") return { model: confirmModel(context, plan, version), status: 200 };
  try {
    const input = { id, version: Number(version), ticked, ...(requestId ? { requestId } : {}) };
    const saved = await saveGrants(context, input);
    return { saved, role: String(plan.role.name), href: recordPath(screenOfRole(context), id) };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "stale_record", "duplicate"].includes(error.error)) throw error;
    if (error.error !== "stale_record")
      return { model: await again([error.message, ...error.complaints.map((one) => one.message)]), status: 400 };
    // What is ticked stays; saving once more is then meant for the role as it is now.
    const model = await again(["角色已被他人修改：请对照当前设置核对后再保存"]);
    return { model: { ...model, version: String(plan.role.version) }, status: 400 };
  }
}

/** All of a row, or none of it where all of it was ticked. */
function rowTurned(rights: readonly Right[], ticked: readonly string[], name: string): Set<string> {
  const right = rights.find((one) => one.name === name);
  const chosen = new Set(ticked);
  const row = (right?.actions ?? []).map((action) => `${name}.${action}`);
  const isFull = row.every((one) => chosen.has(one));
  for (const one of row) isFull ? chosen.delete(one) : chosen.add(one);
  if (!isFull) for (const entry of right?.brings ?? []) chosen.add(`${entry}.query`);
  return chosen;
}

function confirmModel(context: Context, plan: GrantPlan, version: string) {
  const { role, rights, added, removed, implied, wanted, members } = plan;
  const isChanged = added.length + removed.length > 0;
  return {
    kind: "confirm" as const,
    title: `核对${String(role.name)}的权限变更`,
    version,
    question: isChanged
      ? `新增${added.length}项，移除${removed.length}项。${members > 0 ? `本次修改将影响${members}名用户，立即生效。` : "目前没有用户持有该角色。"}`
      : "没有变更。",
    added: gathered(rights, added).map((row) => ({
      ...row,
      ...(added.filter((name) => implied.includes(name) && name.startsWith(`${row.name}.`)).length > 0
        ? { note: "查询为自动带上" }
        : {}),
    })),
    removed: gathered(rights, removed),
    ticked: [...wanted],
    secrets: secretsOf(context),
    ...pathsOf(context, role),
  };
}

/** Rights by the entry they are on. */
function gathered(rights: readonly Right[], names: readonly string[]) {
  const titles = new Map(rights.map((right) => [right.name, [...right.trail.slice(-1), right.title].join(" / ")]));
  const entries = [...new Set(names.map((name) => name.slice(0, name.lastIndexOf("."))))];
  return entries.map((name) => ({
    name,
    title: titles.get(name) ?? name,
    actions: actionsText(ACTIONS_AS_READ.filter((action) => names.includes(`${name}.${action}`))),
  }));
}

const STATUS_LABELS: Readonly<Record<string, string>> = { active: "正常", locked: "已锁定", blocked: "已冻结" };

/** Accounts that hold a role, page by page. @throws AppError("forbidden" | "not_found") */
export async function membersModel(context: Context, id: string, asked: number) {
  const { role, members } = await openGrants(context, id);
  const pages = Math.max(1, Math.ceil(members / MEMBERS_SHOWN));
  const page = Math.min(Math.max(1, Number.isInteger(asked) ? asked : 1), pages);
  const offset = (page - 1) * MEMBERS_SHOWN;
  const rows = await membersListed(context, String(role.code), { limit: MEMBERS_SHOWN, offset });
  const path = recordPath(screenOfRole(context), id);
  const href = (to: number) => `${path}/members?page=${to}`;
  return {
    title: `${String(role.name)}的成员`,
    total: `共 ${members} 人`,
    table: {
      caption: "成员",
      columns: ["用户账号", "姓名", "所属供应商", "状态"].map((label) => ({
        key: label,
        label,
        align: "start" as const,
      })),
      rows: rows.map((row) => ({
        id: row.id,
        cells: [row.account, row.name, row.supplier ?? "—", STATUS_LABELS[row.state] ?? row.state].map((text) => ({
          text,
        })),
      })),
    },
    page,
    ...(page > 1 ? { previous: href(page - 1) } : {}),
    ...(page < pages ? { next: href(page + 1) } : {}),
    backHref: path,
  };
}

/** The page on which a role is made with the rights of another. */
export async function copyModel(
  context: Context,
  id: string,
  typed?: { values: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>>; problem?: string },
) {
  const { role, held } = await openGrants(context, id);
  if (!may(context.actor.permissions, "role.add"))
    throw new AppError("forbidden", { values: { permission: "role.add" } });
  const path = recordPath(screenOfRole(context), id);
  const control = (name: string, label: string, value: string, maxLength: number) => ({
    name,
    label,
    kind: "text" as const,
    value: typed?.values[name] ?? value,
    required: true,
    maxLength,
    ...(typed?.errors[name] ? { error: typed.errors[name] } : {}),
  });
  return {
    title: `复制角色 ${String(role.name)}`,
    action: `${path}/copy`,
    version: "",
    label: "复制",
    tone: "primary" as const,
    question: `新角色将带上${held.size}项权限，不带用户。`,
    facts: [
      { label: "适用对象", text: role.audience === "supplier" ? "供应商" : "内部员工" },
      { label: "级别", text: String(role.rank) },
    ],
    findings: [],
    controls: [control("code", "角色编码", "", 40), control("name", "角色名称", `${String(role.name)}（副本）`, 30)],
    errors: Object.entries(typed?.errors ?? {}).map(([name, message]) => ({
      name,
      label: name === "code" ? "角色编码" : "角色名称",
      message,
    })),
    ...(typed?.problem ? { problem: typed.problem } : {}),
    blocked: false,
    secrets: secretsOf(context),
    cancelHref: path,
  };
}

/** Makes the copy; both its head and its rights obey the rules of every role. @throws AppError("invalid" | "forbidden" | "duplicate") */
export async function copyRole(
  context: Context,
  id: string,
  values: { code: string; name: string },
  requestId?: string,
): Promise<Saved> {
  const screen = screenOfRole(context);
  return inTransaction(context, async () => {
    const { role, held, rights } = await openGrants(context, id);
    const made = await createRecord(context, {
      screen,
      values: {
        ...values,
        audience: String(role.audience),
        rank: String(role.rank),
        data_scope: String(role.data_scope),
        enabled: "1",
        remark: role.remark,
      },
      ...(requestId ? { requestId } : {}),
    });
    const known = new Set(rights.flatMap((right) => right.actions.map((action) => `${right.name}.${action}`)));
    const ticked = [...held].filter((name) => known.has(name));
    if (made.version === 1 && ticked.length > 0) await saveGrants(context, { id: made.id, version: 1, ticked });
    return made;
  });
}
