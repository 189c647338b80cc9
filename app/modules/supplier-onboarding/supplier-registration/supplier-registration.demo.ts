import { type DemoPen, inventedCreditCode, inventedPhone } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { applicantContext } from "~/engine/tickets/applicants.server";

const REGISTRATION = "supplier-onboarding/supplier-registration";

/** Invented companies in invented cities; serials lie above the numbers of the suppliers. */
const NEWCOMERS = [
  {
    ...{ days: 8, serial: 9801, place: "岚溪", province: "福建省", region: "359901", kind: "青麦杂粮专业合作社" },
    ...{ type: "Y01", contact: "林样", products: "荞麦粉、燕麦粉，年供货300吨", supplier_type: "trader" },
  },
  {
    ...{ days: 1, serial: 9802, place: "梧岭", province: "广西壮族自治区", region: "459901", kind: "云溪纸品有限公司" },
    ...{ type: "B01", contact: "何样", products: "五层瓦楞纸箱，年产能800万只", supplier_type: "packaging" },
  },
];

/** Two companies that wait for a decision, one of them longer than promised. */
export async function demoRegistrations(pen: DemoPen): Promise<void> {
  const { entity } = pen.screen(REGISTRATION);
  for (const { days, serial, place, province, region, kind, type, contact, products, supplier_type } of NEWCOMERS) {
    const context = pen.context(pen.moment(pen.daysAgo(days), 15));
    const { id } = await pen.create(context, REGISTRATION, {
      name: `${place}${kind}`,
      uscc: inventedCreditCode(serial, region),
      supplier_type,
      taxpayer_type: "general",
      legal_person: `${contact.slice(0, 1)}法人`,
      established_on: "2014-05-16",
      region: `${province}${place}市`,
      registered_address: `${province}${place}市示范工业园${serial}号`,
      main_products: products,
      contact_name: contact,
      contact_phone: inventedPhone(serial),
      contact_email: `contact${serial}@example.com`,
      login_name: `newcomer${serial}`,
      declaration: "1",
      categories: [{ material_type_id: await pen.idOf("master-data/material-type", type) }],
    });
    // The applicant uploads the scan to the row of its certificate, outside what the program writes in one go.
    const applicant = applicantContext(context, id);
    const files = await pen.picture(applicant, entity, "certificates.files", "营业执照.png");
    const licence = {
      ...{ certificate_type: "business_license", certificate_no: inventedCreditCode(serial, region) },
      ...{ issuer: `${place}市市场监督管理局`, issue_date: "2014-05-16", is_long_term: "1", files },
    };
    await pen.change(applicant, REGISTRATION, id, { certificates: [licence] });
    for (const name of ["prove", "submit"]) await applyTransition(context, { entity, id, name });
  }
}
