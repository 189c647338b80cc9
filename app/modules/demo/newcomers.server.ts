import { applyTransition } from "~/engine/operations/transition.server";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import { CITIES, inventedCreditCode, inventedPhone } from "./places";
import type { DemoSupplier } from "./suppliers.server";

const INVITE = "supplier-onboarding/registration-invite";
const MEMBER = "supplier-onboarding/member-request";
const REGISTRATION = "supplier-onboarding/supplier-registration";
/** Above the numbers of the suppliers. */
const FIRST_SERIAL = 9801;

/** Somebody who would like an account of the first supplier, and companies on their way in: two that were invited, and two that wait for a decision, one of them longer than promised. */
export async function loadNewcomers(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const actor = suppliers[0]?.buyer.actor;
  const at = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 14), actor);
  const bySystem = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 15));
  for (const [days, email, company, note] of [
    [6, "sauce@example.com", "云岫远山调味有限公司", "您的酱料在展会上给我们留下了印象，欢迎注册。"],
    [2, "carton@example.com", "青渠清禾包装有限公司", "我们正在增加纸箱的备选供应商。"],
  ] as const) {
    const { id } = await writer.create(at(days), INVITE, { email, company, note });
    await applyTransition(at(days), { entity: writer.screen(INVITE).entity, id, name: "send" });
  }
  const company = suppliers[0];
  if (company)
    await writer.create(
      bySystem(1),
      MEMBER,
      {
        supplier_id: company.id,
        contact_name: "冯样",
        contact_phone: inventedPhone(FIRST_SERIAL + 8),
        contact_email: "colleague9809@example.com",
        login_name: "colleague9809",
      },
      { asked_at: bySystem(1).now.toISOString() },
    );
  const { entity } = writer.screen(REGISTRATION);
  for (const [index, [days, kind, type, contact, products]] of (
    [
      [8, "青麦杂粮专业合作社", "Y01", "林样", "荞麦粉、燕麦粉，年供货300吨"],
      [1, "云溪纸品有限公司", "B01", "何样", "五层瓦楞纸箱，年产能800万只"],
    ] as const
  ).entries()) {
    const serial = FIRST_SERIAL + index;
    const city = CITIES[(index + 4) % CITIES.length] ?? CITIES[0];
    const { id } = await writer.create(bySystem(days), REGISTRATION, {
      name: `${city.name.slice(0, -1)}${kind}`,
      uscc: inventedCreditCode(city.region, serial),
      supplier_type: type === "B01" ? "packaging" : "trader",
      taxpayer_type: "general",
      legal_person: `${contact.slice(0, 1)}法人`,
      established_on: "2014-05-16",
      region: `${city.province}${city.name}`,
      registered_address: `${city.province}${city.name}示范工业园${serial}号`,
      main_products: products,
      contact_name: contact,
      contact_phone: inventedPhone(serial),
      contact_email: `contact${serial}@example.com`,
      login_name: `newcomer${serial}`,
      declaration: "1",
      categories: [{ material_type_id: organisation.materialTypes.get(type) }],
    });
    for (const name of ["prove", "submit"]) await applyTransition(bySystem(days), { entity, id, name });
  }
}
