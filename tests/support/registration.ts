import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { filePlaceAt } from "~/engine/files/file-fields";
import { receiveFile } from "~/engine/files/upload.server";
import { ask } from "~/engine/operations/published.server";
import { applicantContext } from "~/engine/tickets/applicants.server";
import type { ApplicantAnswer, ApplicantPage } from "~/shared/applicant-page";
import type { World } from "./world";

export const REGISTRATION = "supplier-onboarding/supplier-registration";
export const APPLICANT_PASSWORD = "Apply@2025";

/** Asks as the public pages do. */
export function asApplicant<T = unknown>(context: Context, name: string, input: unknown): Promise<T> {
  return ask(context, { entityKey: REGISTRATION, name, input, answer: z.custom<T>() });
}

/** The newest mail to a mailbox. */
export async function mailTo(world: World, email: string): Promise<string> {
  const { rows } = await sql<{ body: string }>`select body from mail_outbox where recipient = ${email}
    order by created_at desc, id desc limit 1`.execute(world.engine.database.connection());
  return rows[0]?.body ?? "";
}

export function codeIn(mail: string): string {
  return /验证码：(\d{6})/.exec(mail)?.[1] ?? "";
}

/** Begins an application and proves the mailbox. */
export async function begin(
  world: World,
  context: Context,
  who: { uscc: string; email: string },
): Promise<{ id: string; access: string }> {
  const { id } = await asApplicant<{ id: string }>(context, "start", {
    uscc: who.uscc,
    contact_name: "李明",
    contact_phone: "13800010077",
    contact_email: who.email,
    agree: true,
  });
  const code = codeIn(await mailTo(world, who.email));
  const { access } = await asApplicant<{ access: string }>(context, "verify", { id, code });
  return { id, access };
}

/** Fills in every part of an application, but does not hand it in. */
export async function fillIn(world: World, context: Context, id: string, more: Record<string, string> = {}) {
  const text = (name: string, fallback: string) => more[name] ?? fallback;
  const save = async (step: string, values: Record<string, string | string[]>) => {
    const { version } = await asApplicant<ApplicantPage>(context, "page", { id, step });
    return asApplicant<ApplicantAnswer>(context, "save", { id, version, step, values, goOn: true });
  };
  const answers = [
    await save("company", {
      name: text("name", "样例食品有限公司"),
      supplier_type: "trader",
      taxpayer_type: "general",
      legal_person: text("legal_person", "王样例"),
      registered_capital: "500",
      established_on: "2015-05-06",
      region: "安徽省样例市",
      registered_address: text("registered_address", "样例市申请路9号"),
    }),
    await save("account", {
      contact_name: "李明",
      contact_phone: text("contact_phone", "13800010077"),
      login_name: text("login_name", "sample01"),
      newpassword: APPLICANT_PASSWORD,
      confirmpassword: APPLICANT_PASSWORD,
    }),
    await save("supply", {
      main_products: "玉米 年供货2000吨",
      main_customers: "",
      categories: [world.ids.grainType],
      "sites.0.name": "一号库",
      "sites.0.address": "样例市仓库路1号",
    }),
    await save("licences", {
      business_license: [(await bringIn(context, id, "business_license")).id],
      "certificates.0.certificate_type": "business_license",
      "certificates.0.certificate_no": "L-1",
      "certificates.0.issuer": "样例市市场监督管理局",
      "certificates.0.issue_date": "2015-05-06",
      "certificates.0.is_long_term": "1",
    }),
  ];
  return answers;
}

/** A small picture, or what is given, for a file field of an application: `business_license`, `certificates.files`. */
export function bringIn(context: Context, id: string, name: string, given?: AsyncIterable<Uint8Array>) {
  const screen = context.services.registry.screensOf(REGISTRATION)[0];
  const field = screen && filePlaceAt(screen.entity, name)?.field;
  if (!screen || !field) throw new Error(`no field ${name}`);
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const bytes = (async function* () {
    yield new Uint8Array(png);
  })();
  return receiveFile(
    applicantContext(context, id),
    { screen, name, field },
    { name: "执照.png", bytes: given ?? bytes },
  );
}

/** Hands an application in. */
export async function handIn(context: Context, id: string): Promise<ApplicantAnswer> {
  const { version } = await asApplicant<ApplicantPage>(context, "page", { id, step: "submit" });
  return asApplicant<ApplicantAnswer>(context, "submit", { id, version, declaration: true });
}
