import {
  insertRecovery,
  type SealRow,
  selectRecovery,
  selectSeal,
  selectShares,
  settleRecovery,
} from "~/data/seals.server";
import { asOwner } from "../account/own.server";
import { ADMINISTRATORS } from "../assign/second-person.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { notify } from "../notify/notify.server";
import { staffOf } from "./opening-keys.server";
import { noteAbout, noteRefusal, openingPath, sealedOf } from "./seals.server";

/*
 * What follows when a holder cannot open any more: one administrator asks for the supervisor's share, a second one confirms, and only
 * then may the supervisor give it, with the own passphrase. Nobody who holds a share takes part in asking, and the holders hear of each
 * step.
 */

const REASON_MOST = 200;

/** Asks for the supervisor's share of a seal. @throws AppError "invalid" without a reason, "forbidden", "own_rule", "wrong_state" */
export async function askRecovery(context: Context, input: { sealId: string; reason: string }): Promise<void> {
  const reason = input.reason.trim();
  const complaint =
    reason === "" ? "请填写原因" : reason.length > REASON_MOST ? `原因不能超过${REASON_MOST}个字` : null;
  if (complaint) throw new AppError("invalid", { complaints: [{ field: "reason", message: complaint }] });
  await step(context, input.sealId, async ({ seal, userId }) => {
    const connection = context.services.database.connection();
    if (await selectRecovery(connection, seal.id))
      throw new AppError("wrong_state", { message: "已经有人申请启用监督人的份额" });
    const row = { id: context.services.newId(), sealId: seal.id, by: userId, at: context.now.toISOString(), reason };
    await insertRecovery(connection, row);
    return { label: "申请启用监督人的份额", verdict: "申请", reason, tellsAdministrators: true };
  });
}

/** A second administrator confirms or refuses; who asked may only take it back. @throws as `askRecovery` */
export async function settleAskedRecovery(
  context: Context,
  input: { sealId: string; verdict: "confirmed" | "refused" },
): Promise<void> {
  await step(context, input.sealId, async ({ seal, userId }) => {
    const connection = context.services.database.connection();
    const asked = await selectRecovery(connection, seal.id);
    if (asked?.state !== "asked") throw new AppError("wrong_state", { message: "没有待确认的申请" });
    if (input.verdict === "confirmed" && asked.askedBy === userId)
      throw new AppError("own_rule", { message: "不能确认本人提出的申请，须由另一名管理员确认" });
    await settleRecovery(connection, { id: asked.id, state: input.verdict, by: userId, at: context.now.toISOString() });
    const isBack = input.verdict === "refused" && asked.askedBy === userId;
    const verdict = input.verdict === "confirmed" ? "确认" : isBack ? "撤回" : "驳回";
    return { label: `${verdict}启用监督人的份额`, verdict, reason: asked.reason, tellsAdministrators: false };
  });
}

interface Step {
  label: string;
  verdict: string;
  reason: string;
  tellsAdministrators: boolean;
}

/** One step of an administrator, recorded and told to everybody who holds a share; a refusal is recorded as well. */
async function step(
  context: Context,
  sealId: string,
  work: (found: { seal: SealRow; userId: string }) => Promise<Step>,
): Promise<void> {
  const { userId } = staffOf(context);
  const { services, actor } = context;
  let about: ReturnType<typeof sealedOf> | undefined;
  try {
    await asOwner(context, async () => {
      const connection = services.database.connection();
      const seal = await selectSeal(connection, sealId, true);
      if (!seal) throw new AppError("not_found");
      about = sealedOf(seal);
      if (!actor.roles.some((role) => ADMINISTRATORS.includes(role)))
        throw new AppError("forbidden", { message: "只有管理员可以申请或确认启用监督人的份额" });
      const shares = await selectShares(connection, sealId);
      if (shares.some(({ holderId }) => holderId === userId))
        throw new AppError("own_rule", { message: "开启人和监督人不能申请或确认启用监督人的份额" });
      if (seal.state === "opened") throw new AppError("wrong_state", { message: "密封内容已经开启" });
      const done = await work({ seal, userId });
      await noteAbout(context, about, { action: "seal-recovery", label: done.label, reason: done.reason });
      await notify(context, {
        scenario: "seal.recovery",
        values: { number: seal.recordNumber ?? "", by: actor.name, verdict: done.verdict, reason: done.reason },
        to: shares.map(({ holderId }) => holderId),
        ...(done.tellsAdministrators ? { toRoles: ADMINISTRATORS } : {}),
        record: { entity: seal.entity, id: seal.recordId, number: seal.recordNumber },
        path: openingPath(context, sealedOf(seal)),
      });
    });
  } catch (error) {
    if (error instanceof AppError && about && error.error !== "invalid")
      await noteRefusal(context, about, error.message);
    throw error;
  }
}
