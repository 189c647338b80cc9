import type { DemoSupplier } from "~/engine/entity/seed";
import { createGiven } from "~/engine/operations/save.server";
import { applyTogether, applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";

const CERTIFICATE = "supplier-management/supplier-certificate";
const SITE = "supplier-management/supplier-site";
const CERTIFICATES_EACH = 3;

const SITES = [
  ["一厂", "工业园东路6号", "两条生产线，年产能6000吨"],
  ["二厂", "工业园西路19号", "一条生产线，年产能2500吨"],
] as const;

interface Paper {
  type: string;
  name: string;
  issuer: string;
  /** Issued so many days ago, and its last day so many days ahead; null for what lasts. */
  ago: number;
  ends: number | null;
}

const LICENCE: Paper = {
  type: "business_license",
  name: "营业执照",
  issuer: "演示市市场监督管理局（虚构）",
  ago: 640,
  ends: null,
};
const QUALITY: Paper = {
  type: "iso9001",
  name: "ISO9001质量管理体系",
  issuer: "演示认证中心（虚构）",
  ago: 410,
  ends: 685,
};
const HACCP: Paper = { type: "haccp", name: "HACCP体系", issuer: "演示认证中心（虚构）", ago: 350, ends: 745 };
const BANK: Paper = { type: "bank_permit", name: "开户证明", issuer: "演示银行（虚构）", ago: 600, ends: null };

/** What a supplier has in the first place, by the letter of what it delivers; the later ones fill up where some are there already. */
const PAPERS: Readonly<Record<string, readonly Paper[]>> = {
  Y: [
    LICENCE,
    { type: "food_production", name: "食品生产许可证", issuer: LICENCE.issuer, ago: 500, ends: 1_320 },
    HACCP,
    QUALITY,
  ],
  F: [
    LICENCE,
    { type: "food_production", name: "食品生产许可证", issuer: LICENCE.issuer, ago: 500, ends: 1_320 },
    HACCP,
    QUALITY,
  ],
  B: [
    LICENCE,
    { type: "printing", name: "印刷经营许可证", issuer: "演示市新闻出版局（虚构）", ago: 420, ends: 670 },
    QUALITY,
    HACCP,
  ],
  W: [LICENCE, QUALITY, BANK, HACCP],
};

/** Two sites and three certificates for each supplier that delivers, and certificates in every state they come to. */
export async function loadSupplierPapers(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const active = suppliers.filter(({ isAdmitted }) => isAdmitted);
  await loadSites(writer, active);
  await loadCertificates(writer, active, suppliers);
  await loadFates(writer, active);
}

async function loadSites(writer: DemoWriter, active: readonly DemoSupplier[]): Promise<void> {
  const at = writer.context(writer.moment(writer.daysAgo(640), 11));
  const screen = writer.screen(SITE);
  const known = await unscopedRows(at, SITE, ["supplier_id"], []);
  const given = active.flatMap(({ id, type, name }) => {
    const place = name.slice(0, 2);
    const there = known.filter(({ supplier_id }) => supplier_id === id).length;
    return SITES.slice(there).map(([label, street, capacity]) => ({
      ...screen.initial,
      supplier_id: id,
      name: `${place}${type === "W01" ? label.replace("厂", "站") : label}`,
      address: `${place}市${street}`,
      capacity: type === "W01" ? null : capacity,
      enabled: true,
    }));
  });
  await writer.together(at, () => createGiven(at, screen, given));
}

async function loadCertificates(
  writer: DemoWriter,
  active: readonly DemoSupplier[],
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const at = writer.context(writer.moment(writer.daysAgo(340), 10));
  const screen = writer.screen(CERTIFICATE);
  const known = await unscopedRows(
    at,
    CERTIFICATE,
    ["supplier_id", "certificate_type"],
    [where.oneOf("state", ["valid", "renewing"])],
  );
  const given = active.flatMap(({ id, type: delivered }) => {
    const own = known.filter(({ supplier_id }) => supplier_id === id).map(({ certificate_type }) => certificate_type);
    const papers = (PAPERS[delivered.charAt(0)] ?? []).filter(({ type }) => !own.includes(type));
    const serial = String(suppliers.findIndex((one) => one.id === id) + 1);
    return papers.slice(0, Math.max(0, CERTIFICATES_EACH - own.length)).map(({ type, name, issuer, ago, ends }) => ({
      ...screen.initial,
      ...{ supplier_id: id, certificate_type: type, certificate_name: name, issuer, origin: "staff" },
      certificate_no: (type === "food_production"
        ? `SC1999903${serial.padStart(7, "0")}`
        : `YS-ZZ-${type}-${serial}`
      ).toUpperCase(),
      issue_date: writer.daysAgo(ago),
      is_long_term: ends === null,
      valid_to: ends === null ? null : writer.daysAgo(-ends),
    }));
  });
  await writer.together(at, async () => {
    await createGiven(at, screen, given);
    const made = await unscopedRows(at, CERTIFICATE, ["id"], [where.eq("state", "draft")]);
    const items = made.map(({ id }) => ({ id, input: { method: "online" } }));
    const { entity } = screen;
    await applyTogether(at, { entity, name: "submit", items: made.map(({ id }) => ({ id })) });
    await applyTogether(at, { entity, name: "verify", items });
  });
}

/** What becomes of certificates: one that ran out, a renewal that is declared, one that was renewed, one sent back, one taken out, one begun. */
async function loadFates(writer: DemoWriter, active: readonly DemoSupplier[]): Promise<void> {
  const { entity } = writer.screen(CERTIFICATE);
  // Not of those with accounts to look at, whose orders nothing stops.
  const [ran, declared, renewed, returned, revoked, begun] = active.slice(-8);
  if (!ran || !declared || !renewed || !returned || !revoked || !begun) return;
  const move = (days: number, id: string, name: string, more: object = {}) =>
    applyTransition(writer.context(writer.moment(writer.daysAgo(days), 14)), { entity, id, name, ...more });
  const paper = (
    supplier: DemoSupplier,
    { type, no, ago, ends, more = {} }: { type: string; no: string; ago: number; ends: number; more?: object },
    by = writer.context(writer.moment(writer.daysAgo(Math.min(ago, 700)), 10)),
  ) =>
    writer.create(by, CERTIFICATE, {
      ...{ supplier_id: supplier.id, certificate_type: type, certificate_no: no, issuer: QUALITY.issuer },
      ...{ issue_date: writer.daysAgo(ago), valid_to: writer.daysAgo(-ends), ...more },
    });
  const verified = async (supplier: DemoSupplier, facts: Parameters<typeof paper>[1]) => {
    const { id } = await paper(supplier, facts);
    await move(facts.ago, id, "submit");
    await move(facts.ago, id, "verify", { input: { method: "original" } });
    return id;
  };
  const at = writer.context(writer.moment(writer.daysAgo(0), 8));
  const underRenewal = await writer.together(at, async () => {
    const over = await verified(ran, { type: "fssc_brc", no: "YS-FSSC-0311", ago: 720, ends: -9 });
    await move(8, over, "expire");
    const first = await verified(renewed, { type: "organic", no: "YS-YJ-0427", ago: 372, ends: -7 });
    await verified(renewed, { type: "organic", no: "YS-YJ-0427-2", ago: 21, ends: 344, more: { renews_id: first } });
    const back = await paper(returned, { type: "third_party_report", no: "YS-JC-2281", ago: 12, ends: 353 });
    await move(11, back.id, "submit");
    await move(10, back.id, "reject", { reason: "扫描件缺检测结果页，请补齐后重新提交。" });
    const wrong = await verified(revoked, { type: "organic", no: "YS-YJ-0533", ago: 95, ends: 270 });
    await move(30, wrong, "revoke", { reason: "发证机构已注销该证书。", input: { cause: "cancelled" } });
    await paper(begun, { type: "quality_agreement", no: "YS-ZB-0102", ago: 2, ends: 728 });
    return verified(declared, { type: "fssc_brc", no: "YS-FSSC-0612", ago: 700, ends: 24 });
  });
  // The supplier brings the slip of the authority in, outside what the program writes in one go.
  const person = writer.context(writer.moment(writer.daysAgo(4), 15), declared.actor);
  const acceptance_slip = await writer.picture(person, entity, "acceptance_slip", "换证受理回执.png");
  await applyTransition(person, { entity, id: underRenewal, name: "declare_renewal", input: { acceptance_slip } });
}
