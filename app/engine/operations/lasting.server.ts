import type { PassedWarning } from "~/data/audit.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { Finding } from "../entity/server-hooks";
import { AppError } from "../errors";
import type { TransitionOption } from "./transitions.server";

/**
 * What was judged once is judged again where the document comes back to where it counts, or asks for more; for what passed, `after` is
 * completed by what the check leaves behind.
 * @param name the transition that is made; null where a form is saved
 * @returns what was found, for whoever asks to be refused or told
 */
export async function judgeAgain(
  context: Context,
  entity: AnyEntity,
  {
    name,
    before,
    after,
    accept,
  }: { name: string | null; before: AnyRecord; after: AnyRecord; accept(findings: readonly Finding[]): void },
): Promise<Finding[]> {
  const { lasting } = context.services.registry.server(entity.key);
  if (!lasting?.in.includes(after.state) || (name !== null && Object.hasOwn(lasting.except, name))) return [];
  const judged = lasting.grown(before, after) ? before : null;
  if (lasting.in.includes(before.state) && !judged) return [];
  const findings = await lasting.check(context, after, judged);
  accept(findings);
  await lasting.passed?.(context, { record: after, judged, findings, set: (values) => Object.assign(after, values) });
  return findings;
}

/** Whether something was found that may be passed by saying why. */
export function asksForReason(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level !== "note");
}

/**
 * A block stops whoever asks, whatever they say.
 * @throws AppError("own_rule" | "invalid")
 */
export function refuseBlocks(findings: readonly Finding[]): void {
  const blocks = findings.filter((finding) => finding.level === "block");
  if (blocks.length === 0) return;
  const refusal = blocks.some(({ personal }) => personal) ? "own_rule" : "invalid";
  const texts = blocks.map(({ text }) => text);
  const [only] = texts;
  const message =
    texts.length === 1 && only !== undefined
      ? only
      : `存在以下限制：${texts.map((text, index) => `${index + 1}. ${text}`).join("；")}`;
  throw new AppError(refusal, { message, facts: { findings } });
}

/** The warnings among what was found that the reason of an acknowledging transition passes, each once. */
export function passedBy(
  { acknowledge }: Pick<TransitionOption, "acknowledge">,
  findings: readonly Finding[],
  reason: string | null,
): PassedWarning[] {
  if (!acknowledge || !reason) return [];
  const warnings = findings.filter(({ level }) => level === "warn");
  return [...new Map(warnings.map((one) => [one.text, one])).values()].map(({ check, text, rule }) => ({
    ...{ check, text },
    ...(rule === undefined ? {} : { rule }),
  }));
}

/**
 * A block stops whoever asks; a warning of an acknowledging transition wants a reason, which stays on the audit row.
 * @throws AppError("own_rule" | "invalid" | "acknowledge")
 */
export function requireAcknowledged(
  transition: TransitionOption,
  findings: readonly Finding[],
  reason: string | null,
): void {
  refuseBlocks(findings);
  if (transition.acknowledge && asksForReason(findings) && !reason) {
    throw new AppError("acknowledge", {
      facts: { findings },
      complaints: [{ field: "reason", message: "存在检查提醒，请填写继续的原因" }],
    });
  }
}
