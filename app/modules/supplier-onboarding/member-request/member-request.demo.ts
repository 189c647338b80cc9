import { type DemoPen, type DemoSupplier, inventedPhone } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { askToJoin, goOnWithMembers } from "./member-request.server";

const MEMBER = "supplier-onboarding/member-request";
const REGISTRATION = "supplier-onboarding/supplier-registration";
const SUPPLIER = "supplier-management/supplier";

/** What becomes of people who would like an account of the second supplier; one of them has chosen a name that is taken. */
const JOINERS = [
  { days: 52, serial: 9821, name: "施样", end: "expire" },
  { days: 36, serial: 9822, name: "庄样", end: "agree" },
  { days: 21, serial: 9823, name: "纪样", end: "refuse", reason: "该人员已于上月离职，不再代表我司。" },
  { days: 10, serial: 9824, name: "骆样", end: "withdraw" },
  { days: 5, serial: 9825, name: "闵样", end: "agree", login: "supplieruser1" },
] as const;

/** Somebody who would like an account of the first supplier, and what became of others at the second. */
export async function demoMemberRequests(pen: DemoPen): Promise<void> {
  const [company, other] = pen.suppliers;
  if (!company || !other) return;
  const context = pen.context(pen.moment(pen.daysAgo(1), 15));
  await pen.create(
    context,
    MEMBER,
    {
      supplier_id: company.id,
      contact_name: "冯样",
      contact_phone: inventedPhone(9809),
      contact_email: "colleague9809@example.com",
      login_name: "colleague9809",
    },
    { asked_at: context.now.toISOString() },
  );
  for (const joiner of JOINERS) await join(pen, other, joiner);
}

/** Somebody applies with the credit code of the supplier, whose administrator answers; the program does the rest. */
async function join(pen: DemoPen, company: DemoSupplier, joiner: (typeof JOINERS)[number]): Promise<void> {
  const { days, serial, name, end } = joiner;
  const { registry } = pen.services;
  const asked = pen.context(pen.moment(pen.daysAgo(days), 14));
  const [file] = await unscopedRows(asked, SUPPLIER, ["uscc"], [where.eq("id", company.id)]);
  const who = {
    contact_name: name,
    contact_phone: inventedPhone(serial),
    contact_email: `colleague${serial}@example.com`,
    login_name: "login" in joiner ? joiner.login : `colleague${serial}`,
  };
  await pen.together(asked, async () => {
    const values = { name: company.name, uscc: file?.uscc, ...who };
    const { id } = await pen.create(asked, REGISTRATION, values);
    const entity = registry.entity(REGISTRATION);
    await applyTransition(asked, { entity, id, name: "join", input: { supplier: company.id } });
    await askToJoin(asked, { registrationId: id, supplierId: company.id, ...who });
  });
  const [request] = await unscopedRows(asked, MEMBER, ["id"], [where.eq("contact_email", who.contact_email)]);
  if (!request) return;
  // Without an answer it lapses after a month; whoever applied takes it back by the program.
  const at = pen.moment(pen.daysAgo(end === "expire" ? days - 31 : days - 1), 16);
  const isAnswered = end === "agree" || end === "refuse";
  await applyTransition(pen.context(at, isAnswered ? company.actor : undefined), {
    ...{ entity: registry.entity(MEMBER), id: request.id, name: end },
    ...("reason" in joiner ? { reason: joiner.reason } : {}),
  });
  await goOnWithMembers({ ...pen.services, clock: () => at });
}
