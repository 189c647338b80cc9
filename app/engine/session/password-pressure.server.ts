import type { PasswordState } from "~/data/sessions.server";
import { PASSWORD_WEAK } from "~/shared/password-rules";

const DAY_MS = 24 * 60 * 60_000;
const ONE_TIME = "您正在使用一次性密码，请先修改密码";

/**
 * Why somebody must change the password before anything else; null when nothing presses.
 * @param maxAgeDays 0: a password does not grow old
 */
export function pressureOf(password: PasswordState, maxAgeDays: number, now: Date): string | null {
  if (password.mustChange) return ONE_TIME;
  if (password.isWeak) return PASSWORD_WEAK;
  if (maxAgeDays === 0 || password.changedAt === null) return null;
  const age = now.getTime() - Date.parse(password.changedAt);
  return age > maxAgeDays * DAY_MS ? `密码已超过${maxAgeDays}天未修改，请先修改密码` : null;
}
