import { type AnyLine, type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";

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

interface Addressed {
  audience: string;
  targets: readonly (Pick<AnyLine, "line_no"> & {
    target_type: string;
    supplier_id: string | null;
    supplier_class_id: string | null;
    role_id: string | null;
  })[];
}

/** What a target of each kind is, and which field names it. */
export const TARGET_FIELDS = {
  supplier: "supplier_id",
  supplier_class: "supplier_class_id",
  role: "role_id",
} as const;

function fieldOf(type: string): (typeof TARGET_FIELDS)[keyof typeof TARGET_FIELDS] {
  return type === "supplier" || type === "supplier_class" ? TARGET_FIELDS[type] : TARGET_FIELDS.role;
}

/** Whoever is named is named once. */
export function targetsOnce({ targets }: Addressed): Complaint | null {
  const named = targets.map((one) => `${one.target_type} ${one[fieldOf(one.target_type)] ?? ""}`);
  const at = named.findIndex((one, index) => named.indexOf(one) !== index);
  const twice = targets[at];
  return twice ? complain(lineField("targets", at + 1, fieldOf(twice.target_type)), "该对象已在名单中") : ok;
}

/** News for chosen readers say whom. */
export function targetsChosen({ audience, targets }: Addressed): Complaint | null {
  return audience === "listed" && targets.length === 0 ? complain("targets", "请选择发布对象") : ok;
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
