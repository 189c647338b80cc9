import type { Hono } from "hono";
import { z } from "zod";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { isParameterOn } from "~/engine/parameters.server";
import { provesCaptcha } from "~/engine/session/captcha.server";
import { anonymousContext } from "~/engine/session/session.server";
import { applicantContext, resumeTicket } from "~/engine/tickets/applicants.server";
import { jsonBody, optionalText } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const ENTITY = "supplier-onboarding/supplier-registration";
const PAGE = "/web/registerSupplier/registerUI";
/** Names of the call for the fields of the application. */
const FIELDS = {
  uscc: "uscc",
  contact_name: "contactName",
  contact_phone: "contactPhone",
  contact_email: "contactEmail",
  agree: "agree",
  code: "inviteCode",
} as const;

/** Beginning an application without an account, under the same proof and the same limits as the public page. */
export function registrationCalls(app: Hono<RestEnv>, { engine }: { engine: EngineServices }): void {
  app.post("/v2/user/register", async (c) => {
    const body = await jsonBody(c.req.raw);
    const text = (name: string) => optionalText(body, name) ?? "";
    if (!(await isParameterOn(engine, "registration.open")))
      throw new AppError("wrong_state", { message: "注册已关闭，请联系采购员" });
    if (!(await provesCaptcha(engine, text("captchaId"), text("captcha")))) throw new AppError("captcha");
    const context = anonymousContext(engine, { requestId: c.get("requestId"), ip: c.get("ip"), channel: "rest" });
    const email = text(FIELDS.contact_email);
    const request = {
      uscc: text(FIELDS.uscc),
      contact_name: text(FIELDS.contact_name),
      contact_phone: text(FIELDS.contact_phone),
      contact_email: email,
      agree: body.agree === true,
      code: text(FIELDS.code),
      preq: text("preqNumber"),
    };
    const { id } = await inOwnNames(() =>
      ask(context, { entityKey: ENTITY, name: "start", input: request, answer: z.object({ id: z.string() }) }),
    );
    const acting = applicantContext(context, null);
    const ticket = await inTransaction(acting, () => resumeTicket(acting, { entity: ENTITY, recordId: id, email }));
    const { number } = await ask(context, {
      entityKey: ENTITY,
      name: "page",
      input: { id, step: null },
      answer: z.object({ number: z.string() }),
    });
    return success({ number, ticket, path: `${PAGE}?ticket=${ticket}` }, "验证码已发到邮箱，请在续填页面验证");
  });
}

/** Complaints stand beside the names the caller used. */
async function inOwnNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
    const names: Readonly<Record<string, string>> = FIELDS;
    const complaints = error.complaints.map((one) => ({ ...one, field: names[one.field] ?? one.field }));
    throw new AppError(error.error, { message: error.message, complaints, facts: error.facts });
  }
}
