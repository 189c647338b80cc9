import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { filePlaceAt } from "~/engine/files/file-fields";
import { receiveFile } from "~/engine/files/upload.server";
import { ask } from "~/engine/operations/published.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { isParameterOn } from "~/engine/parameters.server";
import { doNamed } from "~/engine/screen/named-form.server";
import { newCaptcha, openSolvedForm, provesCaptcha, solvedForm } from "~/engine/session/captcha.server";
import { anonymousContext } from "~/engine/session/session.server";
import { applicantContext, countApplicantFile, resumeTicket } from "~/engine/tickets/applicants.server";
import { openTicket } from "~/engine/tickets/tickets.server";
import { services } from "~/services.server";
import type { ApplicantAnswer, ApplicantPage } from "~/shared/applicant-page";
import type { EntryModel, RegisterModel, StartModel } from "~/ui/register/register-model";
import { postedForm } from "./posted-form.server";
import { answering, type EdgeArgs, isAhead, postedFields } from "./request.server";

const ENTITY = "supplier-onboarding/supplier-registration";
const HERE = "/registerSupplier/registerUI";
/** A scan of a licence; more is a photograph that should be taken anew (catalogue: 10 MB). */
const FILE_BYTES = 10 * 1024 * 1024;
const TEXT_BYTES = 256 * 1024;

/** Sessions and cookies are not looked at: an applicant has none. */
export async function visitor(args: EdgeArgs): Promise<Context> {
  const parts = await services();
  const requestId = args.context.requestId ?? parts.engine.newId();
  return anonymousContext(parts.engine, { requestId, ip: args.context.ip ?? "", channel: "page" });
}

function question<T>(context: Context, name: string, input: unknown): Promise<T> {
  return ask(context, { entityKey: ENTITY, name, input, answer: z.custom<T>() });
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

function errorsOf(complaints: readonly { field: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(complaints.map(({ field, message }) => [field, message]));
}

function statusOf(error: AppError): { status: number; headers: [string, string][] } {
  const { retryAfter } = error.facts;
  return {
    status: error.status,
    headers: typeof retryAfter === "number" ? [["Retry-After", String(retryAfter)]] : [],
  };
}

async function startModel(
  context: Context,
  values: Record<string, string>,
  more: Partial<StartModel> = {},
): Promise<StartModel> {
  const isOpen = await isParameterOn(context.services, "registration.open");
  const captcha = isOpen && !more.solved ? await newCaptcha(context.services) : null;
  const from = { code: values.code ?? "", preq: values.preq ?? "" };
  const about = await question<{ title: string; deadline: string } | null>(context, "arrival", from);
  return { isOpen, values, errors: {}, captcha, solved: "", about, ...more };
}

/** What leads somebody to the door: the code of an invitation, the number of a notice. */
const CAME_WITH = ["code", "preq"] as const;

/** The door to an application: company, contact, mailbox. */
export async function registerPage(args: EdgeArgs) {
  const { searchParams } = new URL(args.request.url);
  const values = Object.fromEntries(CAME_WITH.map((name) => [name, (searchParams.get(name) ?? "").slice(0, 40)]));
  return answering(async () => data(await startModel(await visitor(args), values)));
}

const START_FIELDS = ["uscc", "contact_name", "contact_phone", "contact_email", ...CAME_WITH] as const;

/** Complaints of the door, as `check` says them. */
interface Refusal {
  complaints: readonly { field: string; message: string }[];
  problem?: string;
}

/** Begins an application and goes on to the mailbox's answer; a refused form says at once all that is wrong with it. */
export async function registerAction(args: EdgeArgs) {
  const form = await postedFields(args, "mark");
  return answering(async () => {
    const context = await visitor(args);
    const values = Object.fromEntries(START_FIELDS.map((name) => [name, text(form, name).slice(0, 300)]));
    const shown = { ...values, agree: text(form, "agree") };
    if (!(await isParameterOn(context.services, "registration.open"))) return data(await startModel(context, {}));
    const wanted = { ...values, agree: shown.agree === "1" };
    const { complaints, problem } = await question<Refusal>(context, "check", wanted);
    const proof = await proofOf(context, form, complaints.length === 0 && problem === undefined);
    const errors = { ...errorsOf(complaints), ...(proof.isSolved ? {} : { captcha: proof.message }) };
    const again = async (more: Partial<StartModel>) =>
      startModel(context, shown, { solved: proof.isSolved ? await proof.keep() : "", ...more });
    if (Object.keys(errors).length > 0 || problem !== undefined)
      return data(await again({ errors, ...(problem ? { problem } : {}) }), { status: 400 });
    try {
      const { id } = await question<{ id: string }>(context, "start", wanted);
      throw redirect(await way(context, id, values.contact_email ?? ""), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.error === "unavailable") throw error;
      const said = error.complaints.length === 0 ? { problem: error.message } : {};
      return data(await again({ errors: errorsOf(error.complaints), ...said }), statusOf(error));
    }
  });
}

const FORM = "register";

type Proof = { isSolved: true; keep(): Promise<string> } | { isSolved: false; message: string };

/**
 * Whether the sum of this form is solved: now, or in a submission of it before.
 * @param accepts nothing else is wrong: what the form carried is used up before it is accepted, so that it is accepted once
 */
async function proofOf({ services }: Context, form: FormData, accepts: boolean): Promise<Proof> {
  const carried = text(form, "solved");
  if (carried === "") {
    const [id, typed] = [text(form, "captchaId"), text(form, "captcha")];
    if (await provesCaptcha(services, id, typed)) return { isSolved: true, keep: () => solvedForm(services, FORM) };
    return { isSolved: false, message: typed.trim() === "" ? "请输入图中算式的结果" : "验证码错误或已过期" };
  }
  const solved = await openSolvedForm(services, FORM, carried);
  if (!solved || (accepts && !(await solved.spend()))) return { isSolved: false, message: "验证码已过期，请再算一次" };
  return {
    isSolved: true,
    async keep() {
      if (accepts) await solved.giveBack();
      return carried;
    },
  };
}

/** The address of an application, with a new ticket. */
async function way(context: Context, recordId: string, email: string): Promise<string> {
  const acting = applicantContext(context, null);
  const secret = await inTransaction(acting, () => resumeTicket(acting, { entity: ENTITY, recordId, email }));
  return `${HERE}?ticket=${secret}`;
}

interface Asked {
  context: Context;
  id: string;
  secret: string;
  step: string | null;
}

/** Whoever brings the ticket of an application. @throws AppError("link_gone") */
async function bearer(args: EdgeArgs): Promise<Asked> {
  const context = await visitor(args);
  const { searchParams } = new URL(args.request.url);
  const secret = searchParams.get("ticket");
  const device = args.request.headers.get("User-Agent") ?? "";
  const looking = !isAhead(args.request);
  const ticket = await openTicket(context, secret, "registration-resume", { device, looking });
  if (ticket.entity !== ENTITY) throw new AppError("link_gone");
  return { context, id: ticket.recordId, secret: secret ?? "", step: searchParams.get("step") };
}

async function applicationModel(
  { context, id, secret, step }: Asked,
  more: Partial<RegisterModel> = {},
): Promise<RegisterModel> {
  const page = await question<ApplicantPage>(context, "page", { id, step });
  return { kind: "application", ticket: secret, page, errors: {}, values: {}, ...more };
}

const LOST: EntryModel["lost"] = { uscc: "", email: "", isOpen: false };
const ENTRY: EntryModel = { kind: "entry", number: "", errors: {}, lost: LOST };
/** Whether there is such an application is told by nothing but the letter. */
const ACCESS_ASKED = "如果有这样的申请，受理号和查询码已发到邮箱；没有收到的，请核对企业代码和邮箱，或重新注册";

/** The application behind a ticket; without one the two ways to it. */
export async function applicationPage(args: EdgeArgs) {
  return answering(async () => {
    const { searchParams } = new URL(args.request.url);
    if (!searchParams.has("ticket"))
      return data(searchParams.get("asked") === "1" ? { ...ENTRY, lost: { ...LOST, said: ACCESS_ASKED } } : ENTRY);
    try {
      return data(await applicationModel(await bearer(args)));
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "link_gone") throw error;
      const problem = "链接已失效，请用受理号和查询码查询，或重新注册";
      return data({ ...ENTRY, problem }, { status: 403 });
    }
  });
}

/** The result of handing in; without a ticket only the way back. */
export async function resultPage(args: EdgeArgs) {
  return answering(async () => {
    if (!new URL(args.request.url).searchParams.has("ticket")) return data(null);
    try {
      const asked = await bearer(args);
      return data(await applicationModel(asked));
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "link_gone") throw error;
      return data(null, { status: 403 });
    }
  });
}

/** What an applicant does with the application; every answer that changed something goes on by a redirect. */
export async function applicationAction(args: EdgeArgs) {
  return answering(async () => {
    if (!new URL(args.request.url).searchParams.has("ticket")) return enter(args);
    let asked: Asked;
    try {
      asked = await bearer(args);
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "link_gone") throw error;
      const problem = "链接已失效，请用受理号和查询码查询，或重新注册";
      return data({ ...ENTRY, problem }, { status: 403 });
    }
    const { form, refused } = await readForm(args, asked);
    try {
      return await act(asked, form, refused);
    } catch (error) {
      if (!(error instanceof AppError) || error.error === "unavailable") throw error;
      const errors = errorsOf(error.complaints);
      const problem = error.complaints.length === 0 ? { problem: error.message } : {};
      return data(await applicationModel(asked, { errors, ...problem }), statusOf(error));
    }
  });
}

async function enter(args: EdgeArgs) {
  const form = await postedFields(args, "mark");
  const context = await visitor(args);
  if (text(form, "_intent") === "lost") return askAgain(context, form);
  const number = text(form, "number").slice(0, 40);
  const found = await question<{ id: string; email: string } | null>(context, "enter", {
    number,
    code: text(form, "access").slice(0, 40),
  });
  if (found) throw redirect(await way(context, found.id, found.email), 303);
  return data({ ...ENTRY, number, problem: "未查询到申请记录" }, { status: 400 });
}

/** Has the access code sent again. */
async function askAgain(context: Context, form: FormData) {
  const [uscc, email] = [text(form, "uscc").slice(0, 40), text(form, "email").slice(0, 120)];
  try {
    await question(context, "askAccess", { uscc, email });
  } catch (error) {
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    const problem = error.complaints.length === 0 ? { problem: error.message } : {};
    const lost = { uscc, email, isOpen: true };
    return data({ ...ENTRY, lost, errors: errorsOf(error.complaints), ...problem }, statusOf(error));
  }
  throw redirect(`${HERE}?asked=1`, 303);
}

async function act(asked: Asked, form: FormData, refused: Record<string, string>) {
  const { context, id, secret } = asked;
  const here = `${HERE}?ticket=${secret}`;
  const version = Number(text(form, "version"));
  const save = (goOn: boolean) => async () => {
    const step = text(form, "step");
    const values = valuesOf(form);
    const said = await question<ApplicantAnswer>(context, "save", { id, version, step, values, goOn });
    return answer({ ...asked, step }, form, said, refused);
  };
  return doNamed(
    text(form, "_intent"),
    {
      async verify() {
        const { access } = await question<{ access: string }>(context, "verify", {
          id,
          code: text(form, "email_code"),
        });
        // Shown once, in the answer itself, as every other secret of ours.
        return data(await applicationModel(asked, { access }));
      },
      async resend() {
        await question(context, "resend", { id });
        throw redirect(`${here}&sent=1`, 303);
      },
      withdraw: async () => answer(asked, form, await question<ApplicantAnswer>(context, "withdraw", { id, version })),
      join: async () =>
        answer(asked, form, await question<ApplicantAnswer>(context, "join", { id, values: valuesOf(form) })),
      async submit() {
        const declaration = text(form, "declaration") === "1";
        return answer(asked, form, await question<ApplicantAnswer>(context, "submit", { id, version, declaration }));
      },
      next: save(Object.keys(refused).length === 0),
      save: save(false),
    },
    save(false),
  );
}

/** Fields of files, at the head and in the rows of certificates. */
const FILES = /^(business_license|production_permit|other_papers|certificates\.\d{1,2}\.files)$/;
/** Names that a form may send several times. */
const isList = (name: string) => name === "categories" || FILES.test(name);
const SHOWN = ".shown";

function valuesOf(form: FormData): Record<string, string | string[]> {
  const dropped = new Set(form.getAll("drop").map(String));
  const names = [
    ...new Set([
      ...form.keys(),
      ...[...form.keys()].filter((name) => name.endsWith(SHOWN)).map((name) => name.slice(0, -SHOWN.length)),
    ]),
  ].filter((name) => !name.endsWith(SHOWN));
  return Object.fromEntries(
    names.map((name) => {
      const all = form.getAll(name).map(String);
      return [name, isList(name) ? all.filter((one) => one !== "" && !dropped.has(one)) : (all[0] ?? "")];
    }),
  );
}

async function answer(asked: Asked, form: FormData, said: ApplicantAnswer, refused: Record<string, string> = {}) {
  const { complaints, problem, next } = said;
  const errors = { ...errorsOf(complaints), ...refused };
  if (next && Object.keys(errors).length === 0) {
    const { secret } = asked;
    if (next === "done") throw redirect(`/user/register-result?ticket=${secret}`, 303);
    throw redirect(next === "status" ? `${HERE}?ticket=${secret}` : `${HERE}?ticket=${secret}&step=${next}`, 303);
  }
  const model = await applicationModel(asked, { errors, values: typedTexts(form), ...(problem ? { problem } : {}) });
  return data(model, { status: 400 });
}

function typedTexts(form: FormData): Record<string, string> {
  const secret = ["newpassword", "confirmpassword"];
  const typed = [...form.entries()].filter(([name, value]) => typeof value === "string" && !secret.includes(name));
  return Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
}

/** The fields of a form; files are taken as they come, each at most 10 MB, and stand as the ids they were given. */
async function readForm(args: EdgeArgs, asked: Asked): Promise<{ form: FormData; refused: Record<string, string> }> {
  let page: Promise<ApplicantPage> | undefined;
  const { form, refused } = await postedForm(args, TEXT_BYTES, async ({ field, name, bytes }) => {
    // Asked once, and only where a file comes.
    page ??= question<ApplicantPage>(asked.context, "page", { id: asked.id, step: "licences" });
    if (!(await page).canEdit || !FILES.test(field)) return null;
    await countApplicantFile(asked.context, asked.id, field);
    return bringIn(asked, field, name, bytes);
  });
  return { form, refused: errorsOf(refused) };
}

async function bringIn({ context, id }: Asked, name: string, fileName: string, bytes: AsyncIterable<Uint8Array>) {
  const [screen] = context.services.registry.screensOf(ENTITY);
  // Of a row, rights and limits are those of its column; what is wrong stands at the control.
  const path = name.replace(/\.\d+\./, ".");
  const field = screen ? filePlaceAt(screen.entity, path)?.field : undefined;
  if (!screen || !field) throw new AppError("not_found");
  const target = { screen, name: path, field, at: name };
  const message = `「${fileName}」超过10 MB，请压缩后上传`;
  const file = { name: fileName, bytes: upTo(bytes, FILE_BYTES, { field: name, message }) };
  return (await receiveFile(applicantContext(context, id), target, file)).id;
}

async function* upTo(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  complaint: { field: string; message: string },
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > most) throw new AppError("invalid", { complaints: [complaint] });
    yield piece;
  }
}
