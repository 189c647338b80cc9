import { may } from "~/engine/access/permissions";
import {
  type AssigneeRow,
  type AssignResult,
  allRoles,
  assignRoles,
  assignScope,
  findByAccount,
  grantable,
  grantsOf,
  openAssignee,
  type ScopeNode,
  type ScopeTab,
  scopeOf,
  TABS,
  type Tab,
} from "~/engine/assign/assign.server";
import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { postedVersion } from "~/engine/screen/form-data";
import { showState } from "~/engine/screen/show";
import { explainBody } from "./explain.page.server";

const BASE = "/user-administration/user-assign";
const EXPLAIN = "explain";

/** Address of one tab of a person's rights. */
export function assignPath(id: string, tab: string): string {
  return `${BASE}/${id}/${tab}`;
}

function isTab(name: string): name is Tab {
  return Object.hasOwn(TABS, name);
}

/** The first tab this person may open. @throws AppError("forbidden") when there is none */
export function firstTab(context: Context): Tab {
  const tabs = Object.entries(TABS).map(([name, { right }]) => ({ name, right }));
  const open = tabs.find(({ right }) => may(context.actor.permissions, `${right}.query`));
  if (!open || !isTab(open.name)) throw new AppError("forbidden", { values: { permission: "user-role.query" } });
  return open.name;
}

/** What was chosen on a form: typed, copied from another person, or as it is stored. */
interface Chosen {
  ids: readonly string[];
  mode: "all" | "listed";
  mainId: string;
  roles: readonly { code: string; from: string; until: string }[];
}

interface State {
  chosen: Chosen | null;
  complaints: readonly Complaint[];
  problem?: string;
  note?: string;
  copyError?: string;
}

/**
 * A tab of the page of one person's rights. @param params `copy` names the account another one is to be made like
 * @throws AppError("forbidden" | "not_found")
 */
export async function assignModel(context: Context, id: string, tab: string, params: URLSearchParams) {
  if (tab === EXPLAIN) {
    const assignee = await openAssignee(context, id, "role", "query");
    return frame(context, assignee, tab, await explainBody(context, assignee, assignPath(assignee.id, tab), params));
  }
  if (!isTab(tab)) throw new AppError("not_found");
  const assignee = await openAssignee(context, id, tab, "query");
  return drawForm(context, assignee, tab, await startOf(context, tab, params.get("copy")));
}

/** The form as it is stored, or filled with what the named account has. */
async function startOf(context: Context, tab: Tab, account: string | null): Promise<State> {
  if (!account?.trim()) return { chosen: null, complaints: [] };
  try {
    const other = await findByAccount(context, account.trim());
    const note = `已带入${other.name}（${other.account}）的${TABS[tab].label}，核对后再保存`;
    return { chosen: await chosenOf(context, other, tab), complaints: [], note };
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== "invalid") throw error;
    return { chosen: null, complaints: [], copyError: error.complaints[0]?.message ?? error.message };
  }
}

/** What a person has now. */
async function chosenOf(context: Context, assignee: AssigneeRow, tab: Tab): Promise<Chosen> {
  const nothing: Chosen = { ids: [], mode: "listed", mainId: "", roles: [] };
  if (tab === "role") {
    const grants = await grantsOf(context, assignee.id);
    const roles = grants.map(({ code, from, until }) => ({ code, from: from ?? "", until: until ?? "" }));
    return { ...nothing, roles };
  }
  const { mode, ids } = await scopeOf(context, assignee, tab);
  return { ...nothing, mode, ids, mainId: tab === "purchase-group" ? (assignee.mainGroupId ?? "") : "" };
}

function frame<B>(context: Context, assignee: AssigneeRow, tab: string, body: B) {
  const entity = context.services.registry.entity("system-management/user");
  const tabs = [
    ...Object.entries(TABS).map(([name, { label, right }]) => ({ name, label, right })),
    { name: EXPLAIN, label: "权限溯源", right: "user-role" },
  ];
  return {
    title: `用户授权：${assignee.name}`,
    heading: assignee.name,
    backHref: BASE,
    facts: [
      { label: "状态", ...showState(entity, assignee.state) },
      { label: "账号", text: assignee.account },
      { label: "用户类型", text: assignee.userType === "supplier" ? "供应商" : "内部员工" },
      ...(assignee.supplierName ? [{ label: "所属供应商", text: assignee.supplierName }] : []),
    ],
    tabs: tabs
      .filter(({ right }) => may(context.actor.permissions, `${right as "user-role"}.query`))
      .map(({ name, label }) => ({ label, href: assignPath(assignee.id, name), current: name === tab })),
    body,
  };
}

function posted(context: Context, assignee: AssigneeRow, tab: Tab) {
  return {
    action: assignPath(assignee.id, tab),
    version: String(assignee.version),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
  };
}

/** Why this person can change nothing on the tab; null when it can. */
function standstill(context: Context, assignee: AssigneeRow, tab: Tab): string | null {
  if (assignee.state === "deleted") return "该用户已删除，不能授权。";
  if (tab !== "role" && assignee.userType === "supplier") return "供应商账号的数据范围由所属供应商决定。";
  if (!may(context.actor.permissions, `${TABS[tab].right}.edit`)) return "您只能查看，不能修改。";
  if (assignee.rank > context.actor.rank) return "无权操作该用户。";
  return tab === "role" && assignee.id === context.actor.id ? "不能修改自己的角色，请联系其他管理员。" : null;
}

async function drawForm(context: Context, assignee: AssigneeRow, tab: Tab, state: State) {
  const stands = standstill(context, assignee, tab);
  const stored = await chosenOf(context, assignee, tab);
  const chosen = state.chosen ?? stored;
  const faults = new Map(state.complaints.map((complaint) => [complaint.field, complaint.message]));
  const here = assignPath(assignee.id, tab);
  const body = {
    kind: "form" as const,
    ...posted(context, assignee, tab),
    ...(state.note ? { note: state.note } : {}),
    ...(state.problem ? { problem: state.problem } : {}),
    errors: state.complaints.map(({ field, message }) => ({ name: field, label: TABS[tab].label, message })),
    ...(stands ? { readOnly: stands } : {}),
    ...(stands ? {} : { copy: { action: here, account: "", ...(state.copyError ? { error: state.copyError } : {}) } }),
    ...(tab === "role"
      ? { roles: await roleRows(context, { assignee, stored, chosen, faults }) }
      : { scope: await scopeModel(context, { assignee, tab, stored, chosen, faults }) }),
  };
  return frame(context, assignee, tab, body);
}

async function roleRows(
  context: Context,
  {
    assignee,
    stored,
    chosen,
    faults,
  }: { assignee: AssigneeRow; stored: Chosen; chosen: Chosen; faults: ReadonlyMap<string, string> },
) {
  const grants = new Map((await grantsOf(context, assignee.id)).map((grant) => [grant.code, grant]));
  const picked = new Map(chosen.roles.map((role) => [role.code, role]));
  const had = new Set(stored.roles.map(({ code }) => code));
  const roles = (await allRoles(context)).filter(
    ({ code, audience }) => audience === assignee.userType || had.has(code),
  );
  return roles.map(({ code, name, rank, enabled }) => {
    const role = picked.get(code);
    const by = grants.get(code)?.grantedBy;
    const fixed = rank > context.actor.rank ? "高于您的级别" : !enabled && !had.has(code) ? "已停用" : null;
    const checked = fixed ? had.has(code) : role !== undefined;
    const error = faults.get(`until.${code}`);
    return {
      code,
      label: name,
      checked,
      from: role?.from ?? "",
      until: role?.until ?? "",
      note: [enabled ? "" : "已停用", by ? `${by}授予` : ""].filter(Boolean).join("，"),
      ...(fixed ? { fixed } : {}),
      ...(error ? { error } : {}),
    };
  });
}

async function scopeModel(
  context: Context,
  {
    assignee,
    tab,
    stored,
    chosen,
    faults,
  }: { assignee: AssigneeRow; tab: ScopeTab; stored: Chosen; chosen: Chosen; faults: ReadonlyMap<string, string> },
) {
  const { nodes } = await scopeOf(context, assignee, tab);
  const own = grantable(context, tab);
  const { label } = TABS[tab];
  const tree = inTreeOrder(nodes).filter(({ node }) => node.enabled || !node.choosable || stored.ids.includes(node.id));
  const used = new Set(tree.flatMap(({ node }) => (node.choosable ? ancestorsOf(node, nodes) : [])));
  const shown = tree.filter(({ node }) => node.choosable || used.has(node.id));
  const mainError = faults.get("main");
  return {
    label,
    mode: chosen.mode,
    ...(own === "all" ? {} : { allRefused: `您没有全部${label}` }),
    nodes: shown.map(({ node, depth }) => {
      const foreign = node.choosable && own !== "all" && !own.includes(node.id);
      return {
        id: node.id,
        label: `${node.code} ${node.name}${node.enabled ? "" : "（已停用）"}`,
        depth,
        choosable: node.choosable,
        checked: (foreign ? stored : chosen).ids.includes(node.id),
        ...(foreign ? { fixed: "不在您的范围内" } : {}),
      };
    }),
    ...(tab === "purchase-group"
      ? {
          main: {
            value: chosen.mainId,
            options: shown
              .filter(({ node }) => node.choosable)
              .map(({ node }) => ({ value: node.id, label: `${node.code} ${node.name}` })),
            ...(mainError ? { error: mainError } : {}),
          },
        }
      : {}),
    ...(tab === "material-type" ? { hint: "勾选一级类型即包含它下面的全部二级类型。" } : {}),
  };
}

/** Parents before children, each with how deep it stands; what stands in a circle or below nothing comes last. */
function inTreeOrder(nodes: readonly ScopeNode[]): { node: ScopeNode; depth: number }[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const below = (parent: string | null, depth: number): { node: ScopeNode; depth: number }[] =>
    nodes
      .filter(({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null) === parent)
      .flatMap((node) => [{ node, depth }, ...below(node.id, depth + 1)]);
  return below(null, 0);
}

function ancestorsOf(node: ScopeNode, nodes: readonly ScopeNode[]): string[] {
  const parent = nodes.find(({ id }) => id === node.parentId);
  return parent ? [parent.id, ...ancestorsOf(parent, nodes)] : [];
}

function readChosen(form: FormData): Chosen {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return {
    ids: form.getAll("id").map(String),
    mode: text("mode") === "all" ? "all" : "listed",
    mainId: text("main"),
    roles: form.getAll("role").map((code) => ({
      code: String(code),
      from: text(`from.${String(code)}`),
      until: text(`until.${String(code)}`),
    })),
  };
}

function apply(
  context: Context,
  {
    userId,
    tab,
    chosen,
    more,
  }: { userId: string; tab: Tab; chosen: Chosen; more: { version?: number; preview?: boolean } },
): Promise<AssignResult> {
  if (tab === "role") {
    const roles = chosen.roles.map(({ code, from, until }) => ({ code, from: from || null, until: until || null }));
    return assignRoles(context, { userId, roles, ...more });
  }
  const { ids, mode, mainId } = chosen;
  return assignScope(context, { userId, tab, mode, ids, mainId, ...more });
}

const countOf = ({ added, removed, changed }: AssignResult) => added.length + removed.length + changed.length;

function waitingText({ waiting }: AssignResult): string {
  return waiting.length > 0 ? `；角色「${waiting.join("、")}」已提出，另一名管理员确认后生效` : "";
}

/** What whoever gives roles should know before saving. */
function waitingWarnings({ waiting, added, changed, removed }: AssignResult): string[] {
  if (waiting.length === 0) return [];
  const others = added.length + changed.length + removed.length > waiting.length ? "，其他变动立即生效" : "";
  return [`角色「${waiting.join("、")}」保存后只是提出，须由另一名管理员确认后才生效${others}`];
}

function summaryOf(result: AssignResult): string {
  const changed = result.changed.length > 0 ? `，调整${result.changed.length}项` : "";
  return `新增${result.added.length}项，移除${result.removed.length}项${changed}`;
}

/**
 * Shows what a choice would change, and makes the change once it was confirmed.
 * @returns where to go, or the page again
 */
export async function submitAssign(context: Context, id: string, name: string, form: FormData) {
  if (!isTab(name)) throw new AppError("not_found");
  const assignee = await openAssignee(context, id, name, "edit");
  const chosen = readChosen(form);
  const version = postedVersion(form);
  const here = assignPath(assignee.id, name);
  const redraw = async (state: Omit<State, "chosen">) => ({
    model: await drawForm(context, await openAssignee(context, id, name, "query"), name, { chosen, ...state }),
    status: 400 as const,
  });
  try {
    if (form.get("_intent") !== "save") {
      const result = await apply(context, { userId: id, tab: name, chosen, more: { version, preview: true } });
      if (countOf(result) === 0) return { to: here, notice: "没有变化，未保存" };
      return { model: confirmModel(context, { assignee, tab: name, chosen, result }), status: 200 as const };
    }
    const result = await apply(context, { userId: id, tab: name, chosen, more: { version } });
    return {
      to: here,
      notice: `${TABS[name].label}已保存：${summaryOf(result)}，下一次操作起生效${waitingText(result)}`,
      warnings: result.warnings,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.error === "stale_record") {
      // Sent twice: what is wanted is there already.
      const again = await apply(context, { userId: id, tab: name, chosen, more: { preview: true } }).catch(() => null);
      if (form.get("_intent") === "save" && again && countOf(again) === 0)
        return { to: here, notice: `${TABS[name].label}已保存` };
    } else if (!["invalid", "wrong_state", "own_rule"].includes(error.error)) throw error;
    return redraw({
      complaints: error.complaints,
      ...(error.complaints.length === 0 ? { problem: error.message } : {}),
    });
  }
}

function confirmModel(
  context: Context,
  { assignee, tab, chosen, result }: { assignee: AssigneeRow; tab: Tab; chosen: Chosen; result: AssignResult },
) {
  const hidden: [string, string][] = [
    ...(tab === "role" ? [] : ([["mode", chosen.mode]] as [string, string][])),
    ...chosen.ids.map((id): [string, string] => ["id", id]),
    ...(chosen.mainId ? ([["main", chosen.mainId]] as [string, string][]) : []),
    ...chosen.roles.flatMap(({ code, from, until }): [string, string][] => [
      ["role", code],
      [`from.${code}`, from],
      [`until.${code}`, until],
    ]),
  ];
  const lists = [
    { label: "新增", items: result.added },
    { label: "移除", items: result.removed },
    { label: "调整", items: result.changed },
  ].filter(({ items }) => items.length > 0);
  return frame(context, assignee, tab, {
    kind: "confirm" as const,
    ...posted(context, assignee, tab),
    summary: summaryOf(result),
    lists,
    warnings: [...waitingWarnings(result), ...result.warnings],
    hidden,
  });
}
