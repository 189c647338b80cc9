import { type Complaint, complain, type RuleFacts } from "~/engine/entity";
import { addDays, chinaTime } from "~/shared/calendar";

/** What an account may be called; also what the sign-in page says about it. */
export const ACCOUNT_NAME = /^[A-Za-z0-9._-]{4,32}$/;

/** An account name that is new; names of older installations stay as they are. */
export function accountNameFits(name: string): Complaint | null {
  return ACCOUNT_NAME.test(name)
    ? null
    : complain("accountname", "用户账号只能包含字母、数字、点、下划线和短横线，长度4-32位");
}

interface Named {
  username: string;
}
export function nameLength({ username }: Named): Complaint | null {
  const length = [...username].length;
  return length >= 2 && length <= 30 ? null : complain("username", "姓名为2-30个字");
}

interface Belonging {
  user_type: string;
  supplier_id: string | null;
}
/** A login without a supplier is staff, so a supplier's login always names its own. */
export function suppliersBelong({ user_type, supplier_id }: Belonging): Complaint | null {
  return user_type === "supplier" && supplier_id === null ? complain("supplier_id", "请选择所属供应商") : null;
}

interface Reachable {
  user_type: string;
  phone: string | null;
}
/** Staff is reached by mobile phone. */
export function staffHasPhone({ user_type, phone }: Reachable): Complaint | null {
  if (user_type !== "internal") return null;
  if (phone === null) return complain("phone", "手机号不能为空");
  return /^1\d{10}$/.test(phone) ? null : complain("phone", "请输入正确的手机号");
}

interface Stopped {
  stopped_at: string | null;
}
function daysSince(instant: string, days: number, now: string): boolean {
  return chinaTime(now).slice(0, 10) > addDays(chinaTime(instant).slice(0, 10), days);
}

/** A deleted account comes back only for a while. */
export function isRestorable({ stopped_at }: Stopped, { now, limit }: Pick<RuleFacts, "now" | "limit">): boolean {
  return stopped_at !== null && !daysSince(stopped_at, limit("account.restoreDays"), now);
}

/** True for somebody who was kept out so long that the old password should not open the door again. */
export function wasAwayLong({ stopped_at }: Stopped, now: string, days: number): boolean {
  return stopped_at !== null && daysSince(stopped_at, days, now);
}
