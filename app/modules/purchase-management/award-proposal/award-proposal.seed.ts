import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoAwardProposals } from "./award-proposal.demo";

/** Its inquiry is open, and somebody asked for it. */
async function openInquiry({ run }: SeedWorld, id: string): Promise<void> {
  await run(sql`
    update rfq set state = 'opened', opened_at = now(), round_no = 1
    where id = (select rfq_id from award_proposal where id = ${id})`);
}

/** A way that was found: everything to the first who was invited, under the quotes of that moment. */
async function giveWay(world: SeedWorld, id: string): Promise<void> {
  await openInquiry(world, id);
  // As the quotes of the inquiry are told from others: none of them is open.
  await world.run(
    sql`update supplier_quote set opened_at = null where rfq_id = (select rfq_id from award_proposal where id = ${id})`,
  );
  await world.run(sql`
    update award_proposal set round_no = 1, quotes_mark = encode(sha256(convert_to('[1,[]]', 'UTF8')), 'hex') where id = ${id}`);
  await world.run(sql`delete from award_proposal_parts where root_id = ${id}`);
  await world.run(sql`
    insert into award_proposal_parts (id, root_id, line_no, way, item_no, material, supplier_name, supplier_id, share, qty, price, amount)
    select ${world.engine.newId()}, ${id}, 10, 'cheapest', 10, '样例物料', '样例供应商', s.supplier_id, 100, 1, 1, 1
    from rfq_suppliers s join award_proposal p on p.rfq_id = s.root_id where p.id = ${id} order by s.line_no limit 1`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/award-proposal",
  least: {
    needs: ["purchase-management/rfq"],
    sample: ({ id, serial }) => ({
      rfq_id: id("purchase-management/rfq"),
      title: `样例方案${serial}`,
      limits: [{ kind: "lot", weight: "must" }],
    }),
  },
  rows: {
    names: ["proposalTwo", "proposalOne"],
    async make({ add, at }) {
      for (const [name, title, amount] of [
        ["proposalTwo", "两家供货", "2"],
        ["proposalOne", "一家供货", "1"],
      ] as const)
        await add(name, {
          ...{ rfq_id: at("rfqDraft"), title },
          limits: [{ kind: "suppliers", amount, weight: "must" }],
        });
    },
  },
  async fit(world, id, transition) {
    if (transition === "propose") await openInquiry(world, id);
    if (transition === "adopt") await giveWay(world, id);
  },
  demo: demoAwardProposals,
});
