import { type KnownAccount, selectKnownAccounts } from "~/data/user-sync.server";
import { usersScreen } from "../assign/accounts.server";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { changesText } from "../operations/log-batch.server";
import { prepareTransition } from "../operations/transition.server";
import { tryCreate, tryUpdate } from "../operations/trial.server";
import { SYNC_COLUMNS, type SyncBody, type SyncInput } from "./columns";

const LEFT: Readonly<Record<string, boolean>> = {
  离职: true,
  left: true,
  "0": true,
  在职: false,
  active: false,
  "1": false,
};
const SEXES: Readonly<Record<string, string>> = { 男: "0", 女: "1", "0": "0", "1": "1" };
export const LEFT_REASON = "人事主数据：已离职";

/** What is to be done about a person. */
export interface Step {
  op: "insert" | "update" | "block" | "skip";
  userId: string | null;
  /** What the operation is given. */
  values: Readonly<Record<string, string>>;
  version: number | null;
  /** Differences as people read them, personal values masked. */
  changes: string;
}

export type Planned = Step | { error: string; userId: string | null };

/** The screen on which accounts that the master data brings are made. */
export function syncScreen(context: Context): Screen {
  const screen = usersScreen(context);
  return { ...screen, initial: { ...screen.initial, source: "mdm" } };
}

/** Accounts that the people may be. */
export async function accountsFor(context: Context, people: readonly SyncInput[]): Promise<KnownAccount[]> {
  const values = (name: string) => people.flatMap(({ body }) => (body[name] ? [body[name]] : []));
  return selectKnownAccounts(context.services.database.connection(), {
    workNos: values("work_no"),
    // A new account without a name is called by its work number.
    names: [...values("accountname"), ...values("work_no")],
  });
}

/**
 * What is to be done about one person, by the rules and rights of the operations that will do it; writes nothing.
 * @param known accounts with this work number or name, among others
 */
export async function planPerson(context: Context, body: SyncBody, known: readonly KnownAccount[]): Promise<Planned> {
  const account = known.find(({ workNo }) => workNo !== null && workNo === body.work_no);
  const userId = account?.id ?? null;
  try {
    return account ? await planKnown(context, body, account) : await planNew(context, body, known);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: sentence(error), userId };
  }
}

async function planNew(context: Context, body: SyncBody, known: readonly KnownAccount[]): Promise<Planned> {
  if (!body.work_no) return { error: "工号不能为空", userId: null };
  if (hasLeft(body)) return { op: "skip", userId: null, values: {}, version: null, changes: "已离职，系统中没有账号" };
  const accountname = body.accountname ?? body.work_no;
  const namesake = known.find((one) => one.accountname.toLowerCase() === accountname.toLowerCase());
  if (namesake)
    return {
      error: namesake.workNo
        ? `用户账号「${accountname}」已属于工号${namesake.workNo}`
        : `用户账号「${accountname}」已存在且没有工号，请先在用户管理中核对并填写工号`,
      userId: null,
    };
  const values = { ...valuesOf(body), accountname, work_no: body.work_no, user_type: "internal" };
  const changes = await tryCreate(context, syncScreen(context), values);
  return {
    op: "insert",
    userId: null,
    values,
    version: null,
    changes: changesText(syncScreen(context).entity, changes),
  };
}

async function planKnown(context: Context, body: SyncBody, account: KnownAccount): Promise<Planned> {
  const { id: userId, state } = account;
  const same = (changes: string): Step => ({ op: "skip", userId, values: {}, version: null, changes });
  if (account.userType !== "internal") return { error: "该工号属于供应商账号，不能同步", userId };
  if (state === "deleted")
    return hasLeft(body) ? same("账号已删除") : { error: "该工号的账号已删除，不能同步", userId };
  if (body.accountname && body.accountname.toLowerCase() !== account.accountname.toLowerCase())
    return { error: `该工号的用户账号是「${account.accountname}」，与「${body.accountname}」不一致`, userId };
  if (hasLeft(body)) {
    if (state === "blocked") return same("账号已冻结");
    const entity = context.services.registry.entity("system-management/user");
    const { findings } = await prepareTransition(context, { entity, id: userId, name: "block" });
    const block = findings.find(({ level }) => level === "block");
    if (block) return { error: block.text, userId };
    return { op: "block", userId, values: {}, version: null, changes: `状态：→ 已冻结（${LEFT_REASON}）` };
  }
  const values = valuesOf(body);
  const { changes, version } = await tryUpdate(context, syncScreen(context), userId, values);
  if (changes.length > 0)
    return { op: "update", userId, values, version, changes: changesText(syncScreen(context).entity, changes) };
  // Whoever was blocked by a person stays blocked until a person says otherwise.
  return same(state === "blocked" ? "账号处于冻结状态，未自动解除" : "");
}

function hasLeft({ status }: SyncBody): boolean {
  if (status === undefined) return false;
  const left = LEFT[status.toLowerCase()];
  if (left === undefined) throw new AppError("invalid", { message: `在职状态须为「在职」或「离职」` });
  return left;
}

/** Fields of the account as its form would send them. */
function valuesOf(body: SyncBody): Record<string, string> {
  const own = SYNC_COLUMNS.map(({ name }) => name).filter(
    (name) => !["work_no", "accountname", "status"].includes(name),
  );
  const values = Object.fromEntries(own.flatMap((name) => (body[name] ? [[name, body[name]]] : [])));
  if (values.sex) {
    const sex = SEXES[values.sex];
    if (!sex) throw new AppError("invalid", { message: "性别须为「男」或「女」" });
    values.sex = sex;
  }
  return values;
}

/** An expected error in one sentence, with what stands beside the fields. */
export function sentence(error: AppError): string {
  const said = [...new Set(error.complaints.map(({ message }) => message))].join("；") || error.message;
  return said.slice(0, 200);
}
