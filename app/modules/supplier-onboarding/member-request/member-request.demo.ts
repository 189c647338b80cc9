import { type DemoPen, inventedPhone } from "~/engine/entity/seed";

const MEMBER = "supplier-onboarding/member-request";

/** Somebody who would like an account of the first supplier. */
export async function demoMemberRequests(pen: DemoPen): Promise<void> {
  const [company] = pen.suppliers;
  if (!company) return;
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
}
