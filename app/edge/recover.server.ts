import { redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import {
  askForNewPassword,
  RECOVERY_ASKED,
  recoveryAccount,
  setRecoveredPassword,
} from "~/engine/session/recovery.server";
import type { RecoverModel } from "~/ui/login/login-model";
import { answering, type Edge, type EdgeArgs, openEdge, pageError, postedFields } from "./request.server";

interface RecoverAnswer {
  model: RecoverModel;
  status: number;
  headers: [string, string][];
}

const EMPTY: RecoverModel = { step: "ask", notices: [], account: "", email: "", ticket: "", errors: {} };

function answer(model: Partial<RecoverModel>, status = 200, headers: [string, string][] = []): RecoverAnswer {
  return { model: { ...EMPTY, ...model }, status, headers };
}

/** The form for asking, or, opened from a mail, the one for the new password. Opening it uses nothing up: mail programs open links. */
export async function recoverPage(args: EdgeArgs): Promise<RecoverAnswer> {
  return answering(async () => {
    const { parts } = await openEdge(args);
    const { searchParams } = new URL(args.request.url);
    const ticket = searchParams.get("ticket");
    if (searchParams.get("asked") === "1")
      return answer({ step: "asked", notices: [{ id: "asked", level: "success", text: RECOVERY_ASKED }] });
    if (ticket === null) return answer({});
    try {
      return answer({ step: "set", ticket, account: await recoveryAccount(parts.engine, ticket) });
    } catch (error) {
      return refused(error, { step: "over" });
    }
  });
}

/** Asks for a mail, or sets the new password; both go on by a redirect. */
export async function recoverAction(args: EdgeArgs): Promise<RecoverAnswer> {
  const edge = await answering(() => openEdge(args));
  const form = await postedFields(args, "mark");
  return answering(() => (form.has("ticket") ? setNew(args, edge, form) : ask(edge, form)));
}

async function ask({ parts, context }: Edge, form: FormData): Promise<RecoverAnswer> {
  const account = text(form, "account");
  const email = text(form, "email");
  try {
    await askForNewPassword(parts.engine, { account, email, ip: context.ip });
  } catch (error) {
    return refused(error, { account: account.slice(0, 254), email: email.slice(0, 254) });
  }
  throw redirect("/user/recover?asked=1", 303);
}

async function setNew(args: EdgeArgs, { parts, context }: Edge, form: FormData): Promise<RecoverAnswer> {
  const ticket = text(form, "ticket");
  const account = await recoveryAccount(parts.engine, ticket).catch((error: unknown) => error);
  if (typeof account !== "string") return refused(account, { step: "over" });
  try {
    await setRecoveredPassword(parts.engine, {
      ticket,
      newpassword: text(form, "newpassword"),
      confirmpassword: text(form, "confirmpassword"),
      ip: context.ip,
      device: args.request.headers.get("User-Agent") ?? "",
    });
  } catch (error) {
    const isOver = error instanceof AppError && error.error === "wrong_state";
    return refused(error, isOver ? { step: "over" } : { step: "set", ticket, account });
  }
  throw redirect("/user/login?why=recovered", 303);
}

function refused(error: unknown, model: Partial<RecoverModel>): RecoverAnswer {
  if (!(error instanceof AppError)) throw error;
  if (error.error === "unavailable") throw pageError(error);
  const { retryAfter } = error.facts;
  const headers: [string, string][] = typeof retryAfter === "number" ? [["Retry-After", String(retryAfter)]] : [];
  const errors = Object.fromEntries(error.complaints.map((complaint) => [complaint.field, complaint.message]));
  const said = error.complaints.length === 0 ? { problem: error.message } : {};
  return answer({ ...model, errors, ...said }, error.status, headers);
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}
