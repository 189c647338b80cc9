import { chinaTime } from "~/shared/calendar";
import { ADMINISTRATORS } from "../assign/second-person.server";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { AppError } from "../errors";
import { othersGave, readiness, type UnderSeal, underSeal } from "../sealing/joint-opening.server";
import { ownShare } from "../sealing/seals.server";
import { listPath, recordPath } from "./address";
import { showState } from "./show";

/** Which of the forms of the page was sent. */
export type OpeningStep = "give" | "ask" | "confirm" | "refuse";

/** What was sent and not taken; no secret is drawn again. */
export interface RefusedOpening {
  step: OpeningStep;
  error: AppError;
  reason: string;
}

const ROLES = { holder: "开启人", supervisor: "监督人" } as const;

/**
 * Who opens a record together, who has given a share, and what the person can do now.
 * @throws AppError("forbidden" | "not_found")
 */
export async function openingPageModel(context: Context, screen: Screen, id: string, refused?: RefusedOpening) {
  const found = await underSeal(context, screen, id);
  const { record, shares } = found;
  const { text, tone } = showState(screen.entity, record.state);
  const path = recordPath(screen, record.id);
  const isOpen = shares[0]?.state === "opened";
  return {
    title: `共同开启：${screen.noun} ${record.number ?? ""}`,
    state: { label: text, tone },
    list: { label: screen.label, href: listPath(screen) },
    backHref: path,
    action: `${path}/opening`,
    csrf: context.session?.csrf ?? "",
    summary: summaryOf(found),
    shares: {
      caption: "谁持有开启份额",
      columns: ["身份", "姓名", "份额", "时间"],
      empty: "没有开启份额。",
      rows: shares.map((row) => ({
        key: row.holderId,
        cells: [
          { text: ROLES[row.role] },
          { text: row.name },
          row.givenAt === null ? { text: waitingText(row) } : { text: "已交出", tone: "done" },
          { text: row.givenAt === null ? "—" : chinaTime(row.givenAt).slice(0, 16) },
        ],
      })),
    },
    ...(refused && refused.error.complaints.length === 0
      ? { problem: { step: refused.step, text: refused.error.message } }
      : {}),
    give: isOpen ? null : await giveForm(context, found, refused),
    recovery: isOpen ? null : recoveryPart(context, found, refused),
  };
}

function waitingText({ keyState, role, recovery }: UnderSeal["shares"][number]): string {
  if (role === "supervisor" && recovery !== "confirmed") return "未启用";
  return keyState === "lost" ? "未交出（口令已遗失，须用原来的）" : "未交出";
}

function summaryOf({ shares }: UnderSeal): string {
  const [first] = shares;
  if (first?.state === "opened" && first.openedAt !== null)
    return `已于${chinaTime(first.openedAt).slice(0, 16)}开启。`;
  const given = shares.filter(({ givenAt }) => givenAt !== null).length;
  return given === 0
    ? "须两名持有人各交出一份，到齐后立即开启。"
    : "已有一份交出，再有一名持有人交出即开启。若上次开启没有完成，任一已交出的人再交一次即可。";
}

/** The form of whoever holds a share, or why there is none. */
async function giveForm(context: Context, found: UnderSeal, refused: RefusedOpening | undefined) {
  const userId = context.actor.id;
  const own = found.shares.find(({ holderId }) => holderId === userId);
  if (!own) return { kind: "none" as const, why: "您不是该单据的开启人或监督人，只能查看进度。" };
  if (own.role === "supervisor" && own.recovery !== "confirmed")
    return { kind: "none" as const, why: "监督人的份额须由两名管理员申请并确认后才能交出。" };
  const { refusal, warnings } = await readiness(context, found);
  if (refusal) return { kind: "none" as const, why: refusal.message };
  const share = await ownShare(context, found.sealId);
  const error = errorOf(refused, "give");
  const asksReason = warnings.length > 0 && othersGave(found, userId);
  return {
    kind: "form" as const,
    how: share?.how ?? ("passphrase" as const),
    label: share?.how === "file" ? "密钥文件" : "开启口令",
    given: own.givenAt !== null,
    warnings,
    reason: asksReason ? reasonEntry("说明", refused?.step === "give" ? refused.reason : "", error("reason")) : null,
    ...error("secret"),
  };
}

/** How the supervisor's share comes to be used: one administrator asks, a second one confirms. */
function recoveryPart(context: Context, { shares }: UnderSeal, refused: RefusedOpening | undefined) {
  const { actor } = context;
  const [first] = shares;
  const state = first?.recovery ?? null;
  const mayAct =
    actor.roles.some((role) => ADMINISTRATORS.includes(role)) && !shares.some(({ holderId }) => holderId === actor.id);
  const error = errorOf(refused, "ask");
  const isMine = first?.recoveryBy === actor.id;
  return {
    text:
      state === null
        ? "开启人不能开启时，由一名管理员申请、另一名管理员确认，监督人即可代为交出一份。"
        : state === "asked"
          ? "管理员已申请启用监督人的份额，等待另一名管理员确认。"
          : "两名管理员已启用监督人的份额，监督人可以交出。",
    ask:
      mayAct && state === null
        ? reasonEntry("申请原因", refused?.step === "ask" ? refused.reason : "", error("reason"))
        : null,
    settle: mayAct && state === "asked" ? { confirms: !isMine, refuses: isMine ? "撤回申请" : "驳回申请" } : null,
  };
}

function errorOf(refused: RefusedOpening | undefined, step: OpeningStep) {
  return (field: string): { error?: string } => {
    const found = refused?.step === step ? refused.error.complaints.find((one) => one.field === field) : undefined;
    return found ? { error: found.message } : {};
  };
}

function reasonEntry(label: string, value: string, error: { error?: string }) {
  return { name: "reason", label, kind: "textarea" as const, value, required: true, maxLength: 200, ...error };
}
