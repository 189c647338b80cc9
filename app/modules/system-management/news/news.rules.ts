import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { decimal } from "~/shared/decimal";

interface Timed {
  publish_at: string | null;
  expire_at: string | null;
}

/** What goes off the page does so after it came on. */
export function endsAfterBeginning({ publish_at, expire_at }: Timed): Complaint | null {
  return publish_at !== null && expire_at !== null && expire_at <= publish_at
    ? complain("expire_at", "下线时间必须晚于发布时间")
    : ok;
}

/** It is not over before anybody reads it. */
export function notOverYet(
  { expire_at }: Timed,
  _input: unknown,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  return expire_at !== null && expire_at <= now ? complain("expire_at", "下线时间已过，请先修改") : ok;
}

/** A moment to wait for. */
export function publishedLater(
  _record: Timed,
  { publish_at }: Readonly<Record<string, unknown>>,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  return typeof publish_at === "string" && publish_at > now ? ok : complain("publish_at", "发布时间须晚于现在");
}

/** Which part of those asked have done it, as lists show it; nothing where nobody was asked. */
export function rateText(done: number, asked: number): string {
  return asked === 0 ? "" : `${decimal(done).times(100).div(asked).round(1).toString()}%`;
}
