import type { Context } from "~/engine/context.server";
import { type DemoPen, inventedCreditCode, inventedPhone } from "~/engine/entity/seed";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { applicantContext } from "~/engine/tickets/applicants.server";
import { where } from "~/shared/condition";

const REGISTRATION = "supplier-onboarding/supplier-registration";
const INVITE = "supplier-onboarding/registration-invite";

interface Newcomer {
  days: number;
  serial: number;
  place: string;
  province: string;
  region: string;
  kind: string;
  type: string;
  contact: string;
  products: string;
  supplier_type: string;
  /** What becomes of it; those that are handed in wait for a decision without one. */
  fate?: "draft" | "withdrawn" | "expired" | "joining" | "supplement" | "approved" | "rejected";
}

const FUJIAN = { place: "岚溪", province: "福建省", region: "359901" };
const GUANGXI = { place: "梧岭", province: "广西壮族自治区", region: "459901" };

/** Invented companies in invented cities; serials lie above the numbers of the suppliers. */
const NEWCOMERS: readonly Newcomer[] = [
  {
    ...{ ...FUJIAN, days: 8, serial: 9801, kind: "青麦杂粮专业合作社", type: "Y01", contact: "林样" },
    ...{ products: "荞麦粉、燕麦粉，年供货300吨", supplier_type: "trader" },
  },
  {
    ...{ ...GUANGXI, days: 1, serial: 9802, kind: "云溪纸品有限公司", type: "B01", contact: "何样" },
    ...{ products: "五层瓦楞纸箱，年产能800万只", supplier_type: "packaging" },
  },
  {
    ...{ ...FUJIAN, days: 6, serial: 9811, kind: "海棠果蔬贸易有限公司", type: "Y07", contact: "梁样" },
    ...{ products: "冻干草莓、脱水胡萝卜，年供货120吨", supplier_type: "trader", fate: "supplement" },
  },
  {
    ...{ ...GUANGXI, days: 24, serial: 9812, kind: "甘棠辅料商贸有限公司", type: "F01", contact: "覃样" },
    ...{ products: "复合调味料、香辛料，年供货80吨", supplier_type: "trader", fate: "approved" },
  },
  {
    ...{ ...FUJIAN, days: 17, serial: 9813, kind: "远帆化工贸易有限公司", type: "F02", contact: "蔡样" },
    ...{ products: "工业级柠檬酸", supplier_type: "trader", fate: "rejected" },
  },
  {
    ...{ ...GUANGXI, days: 2, serial: 9814, kind: "青榕标签印务有限公司", type: "B04", contact: "韦样" },
    ...{ products: "不干胶标签", supplier_type: "packaging", fate: "draft" },
  },
  {
    ...{ ...FUJIAN, days: 13, serial: 9815, kind: "潮音水产有限公司", type: "Y06", contact: "许样" },
    ...{ products: "冷冻虾仁", supplier_type: "trader", fate: "withdrawn" },
  },
  {
    ...{ ...GUANGXI, days: 41, serial: 9816, kind: "桂香坚果合作社", type: "Y04", contact: "黄样" },
    ...{ products: "夏威夷果仁", supplier_type: "origin_coop", fate: "expired" },
  },
  {
    ...{ ...FUJIAN, days: 9, serial: 9817, kind: "禾穗源面粉销售分公司", type: "Y01", contact: "郑样" },
    ...{ products: "小麦粉", supplier_type: "trader", fate: "joining" },
  },
];

/** Companies that apply: two wait for a decision, one of them longer than promised; the others show how an application may end. */
export async function demoRegistrations(pen: DemoPen): Promise<void> {
  const { entity } = pen.screen(REGISTRATION);
  const move = (days: number, id: string, name: "withdraw" | "expire" | "join", input: object = {}) =>
    applyTransition(pen.context(pen.moment(pen.daysAgo(days), 17)), { entity, id, name, input: { ...input } });
  for (const newcomer of NEWCOMERS) {
    const { days, fate } = newcomer;
    const id = await apply(pen, newcomer);
    if (fate === "withdrawn") await move(days - 2, id, "withdraw");
    else if (fate === "expired") await move(days - 31, id, "expire");
    else if (fate === "joining") await move(days, id, "join", { supplier: pen.suppliers[0]?.id });
    else if (fate !== "draft") await handIn(pen, id, newcomer);
    if (fate === "supplement" || fate === "approved" || fate === "rejected") await decide(pen, id, newcomer, fate);
  }
}

/** The applicant begins. */
async function apply(pen: DemoPen, newcomer: Newcomer): Promise<string> {
  const { days, serial, place, province, region, kind, type, contact, products, supplier_type, fate } = newcomer;
  const context = pen.context(pen.moment(pen.daysAgo(days), 15));
  const contact_email = `contact${serial}@example.com`;
  const values = {
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
    contact_email,
    login_name: `newcomer${serial}`,
    declaration: "1",
    categories: [{ material_type_id: await pen.idOf("master-data/material-type", type) }],
  };
  const { id } = await pen.create(context, REGISTRATION, values, await invitedBy(context, contact_email));
  // Whoever joins a supplier proves the mailbox with it; whoever never does lapses.
  if (fate !== "joining" && fate !== "expired")
    await applyTransition(context, { entity: pen.screen(REGISTRATION).entity, id, name: "prove" });
  return id;
}

/** What an application begins with that follows an invitation sent to its mailbox. */
async function invitedBy(context: Context, email: string): Promise<Readonly<Record<string, unknown>>> {
  const open = [where.eq("email", email), where.eq("state", "sent")];
  const [invite] = await unscopedRows(context, INVITE, ["code", "inviter_id"], open);
  return invite ? { source: "invite", invite_code: invite.code, inviter_id: invite.inviter_id } : {};
}

async function handIn(pen: DemoPen, id: string, { days, serial, place, region }: Newcomer): Promise<void> {
  const { entity } = pen.screen(REGISTRATION);
  const context = pen.context(pen.moment(pen.daysAgo(days), 15));
  // The applicant uploads the scan to the row of its certificate, outside what the program writes in one go.
  const applicant = applicantContext(context, id);
  const files = await pen.picture(applicant, entity, "certificates.files", "营业执照.png");
  const licence = {
    ...{ certificate_type: "business_license", certificate_no: inventedCreditCode(serial, region) },
    ...{ issuer: `${place}市市场监督管理局`, issue_date: "2014-05-16", is_long_term: "1", files },
  };
  const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
  const screen = pen.screen(REGISTRATION);
  await updateRecordBy(applicant, { screen, id, version: record.version, values: { certificates: [licence] } });
  await applyTransition(context, { entity, id, name: "submit" });
}

/** The manager decides some days later. */
async function decide(
  pen: DemoPen,
  id: string,
  { days, type }: Newcomer,
  fate: "supplement" | "approved" | "rejected",
): Promise<void> {
  const { entity } = pen.screen(REGISTRATION);
  const at = pen.context(pen.moment(pen.daysAgo(days - 3), 10), await pen.person("manager1"));
  if (fate === "supplement")
    await applyTransition(at, { entity, id, name: "ask_more", reason: "请补充食品经营许可证和近一年的检测报告。" });
  else if (fate === "rejected")
    await applyTransition(at, { entity, id, name: "reject", reason: "所供为工业级原料，不能用于食品生产。" });
  else {
    const code = type.startsWith("F") ? "G2" : "G1";
    const [own] = await unscopedRows(at, "master-data/supplier-class", ["id"], [where.eq("code", code)]);
    const buyer = await pen.person("buyer1");
    const input = { supplier_class_id: own?.id, buyer_id: buyer.id };
    await applyTransition(at, { entity, id, name: "approve", reason: "资料齐全，同意建档。", input });
  }
}
