import { sql } from "kysely";
import type { Context } from "~/engine/context.server";
import { type DemoPen, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const COA = "receiving/inbound-coa";
const STANDARD = "base-data/coa-standard";
const PAPER = JSON.stringify([
  { id: "00000000-0000-7000-8000-0000000000c0", name: "coa.pdf", size: 1000, type: "pdf" },
]);

/** What laboratories find, a little different from batch to batch; the share of the upper limit, or a word. */
const SHARES = ["0.62", "0.71", "0.55", "0.66", "0.8", "0.59", "0.74"];

/** The batch a certificate of the demo is about, and where its values lie. */
interface DemoBatch {
  supplier_id: string;
  material_id: string;
  batch_no: string;
  produce_date: string;
  test_date: string;
  batch_qty: string;
  /** Of the upper limit; above 1 it is out of limits. */
  share: string;
}

/** A draft of the demo with a value for every item. */
export async function writeCertificate(pen: DemoPen, context: Context, batch: DemoBatch): Promise<string> {
  const screen = pen.screen(COA);
  const { share, ...values } = batch;
  const { supplier_id, ...typed } = values;
  // Papers are brought in by people: by those of the supplier, who names no supplier.
  const more = context.actor.supplierId
    ? { file: await pen.picture(context, screen.entity, "file", `COA ${batch.batch_no}.png`) }
    : { supplier_id };
  const { id, version } = await pen.create(context, COA, { ...typed, lab: "供方化验室", ...more });
  const { record } = await openRecord(context, { entity: screen.entity, id });
  const readings = linesOf(record, "readings").map((row) => ({
    id: row.id,
    value:
      row.value_kind === "pass"
        ? "合格"
        : row.value_kind === "text"
          ? "符合标准要求"
          : decimal(String(row.upper ?? 1))
              .times(decimal(share))
              .toFixed(2),
  }));
  await updateRecordBy(context, { screen, id, version, values: { readings } });
  return id;
}

/** Fills in and leads certificates of the demo. */
class Certificates {
  constructor(private readonly pen: DemoPen) {}

  private at(days: number) {
    return this.pen.context(this.pen.moment(this.pen.daysAgo(days), 14));
  }

  async filled(days: number, owner: { supplier_id: string; material_id: string }, share: string): Promise<string> {
    const people = [await this.pen.person("supplier1"), await this.pen.person("supplier2")];
    const person = people.find(({ supplierId }) => supplierId === owner.supplier_id);
    const at = this.pen.moment(this.pen.daysAgo(days), 14);
    return writeCertificate(this.pen, this.pen.context(at, person), {
      ...owner,
      batch_no: `P${this.pen.daysAgo(days + 3).replaceAll("-", "")}`,
      produce_date: this.pen.daysAgo(days + 3),
      test_date: this.pen.daysAgo(days + 1),
      batch_qty: "5000",
      share,
    });
  }

  async move(days: number, id: string, name: string, more: { reason?: string; concession?: string } = {}) {
    const { entity } = this.pen.screen(COA);
    await applyTransition(this.at(days), {
      entity,
      id,
      name,
      ...(more.reason ? { reason: more.reason } : {}),
      ...(more.concession ? { input: { concession_no: more.concession } } : {}),
    });
  }
}

/** Batches of a year and a half in every state: passed, let through, turned back, refused, and one after the other the same. */
async function demoCertificates(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(0), 9));
  const standards = await unscopedRows(
    context,
    STANDARD,
    ["material_id"],
    [where.eq("state", "active"), where.empty("supplier_id")],
  );
  const sources = await unscopedRows(
    context,
    "base-data/source-data",
    ["supplier_id", "material_id"],
    [
      where.oneOf(
        "material_id",
        standards.map(({ material_id }) => material_id),
      ),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  const owners = [...new Map(sources.map((one) => [`${one.supplier_id} ${one.material_id}`, one])).values()];
  const paper = new Certificates(pen);
  for (const [position, owner] of owners.slice(0, 5).entries()) {
    for (const [index, share] of SHARES.entries()) {
      const days = 440 - index * 60 - position;
      const id = await paper.filled(days, owner, share);
      await paper.move(days, id, "submit");
      await paper.move(days - 1, id, "approve");
    }
  }
  const [first, second, third, fourth] = owners;
  if (first) {
    const let1 = await paper.filled(40, first, "1.06");
    await paper.move(40, let1, "submit");
    await paper.move(39, let1, "concede", { reason: "超出甚少，用于烘焙产品", concession: "RB-0012" });
    await paper.filled(1, first, "0.6");
  }
  if (second) {
    const bad = await paper.filled(25, second, "1.6");
    await paper.move(25, bad, "submit");
    await paper.move(24, bad, "refuse", { reason: "水分超标，有霉变风险" });
    await paper.move(3, await paper.filled(3, second, "0.68"), "submit");
  }
  if (third) {
    const unclear = await paper.filled(6, third, "0.7");
    await paper.move(6, unclear, "submit");
    await paper.move(5, unclear, "send_back", { reason: "原件看不清，请重新扫描" });
  }
  // Six batches that agree in every item; nobody measures like that.
  if (fourth)
    for (let index = 0; index < 6; index += 1)
      await paper.move(18 - index * 3, await paper.filled(18 - index * 3, fourth, "0.65"), "submit");
}

/** Only trust lets one pass as it is sent, and none that looks copied. */
async function passAtOnce(world: SeedWorld, id: string): Promise<void> {
  const trustId = world.engine.newId();
  await world.run(sql`insert into coa_trust (id, number, state, supplier_id, material_id, valid_from, valid_to, reason)
    select ${trustId}, ${`SAMPLE-${trustId}`}, 'active', supplier_id, material_id, '2025-01-01', '2099-12-31', '样例'
    from inbound_coa where id = ${id}`);
  await world.run(sql`update inbound_coa_readings set value = '0.' || (select count(*) + 100 from inbound_coa)
      where root_id = ${id} and value_kind = 'number'`);
}

async function fitCertificate(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void> {
  if (!["submit", "approve", "concede"].includes(transition)) return;
  const figure = transition === "concede" ? "9999999" : "1";
  const judge = transition === "concede" ? "fail" : "pass";
  await world.run(sql`update inbound_coa_readings set judge = 'pass',
      value = case value_kind when 'number' then ${figure} when 'pass' then '合格' else text_value end where root_id = ${id}`);
  await world.run(sql`update inbound_coa set file = ${PAPER}::jsonb, auto_result = ${judge} where id = ${id}`);
  await world.run(sql`update coa_trust set state = 'ended' where number like 'SAMPLE-%'`);
  if (transition === "submit" && wanted === "approved") await passAtOnce(world, id);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: COA,
  least: {
    needs: ["supplier-management/supplier", "master-data/material", STANDARD],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      material_id: id("master-data/material"),
      batch_no: `P${serial}`,
      produce_date: "2025-01-06",
      test_date: "2025-01-07",
      batch_qty: "100",
      lab: "样例化验室",
    }),
  },
  rows: {
    names: ["inboundCoaA", "inboundCoaB"],
    target: "inboundCoaA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["inboundCoaA", "supplierA"],
        ["inboundCoaB", "supplierB"],
      ] as const) {
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("box"),
          batch_no: "P0001",
          produce_date: "2025-01-06",
          test_date: "2025-01-07",
          batch_qty: "100",
          lab: "测试化验室",
        });
      }
    },
  },
  fit: fitCertificate,
  demo: demoCertificates,
});
