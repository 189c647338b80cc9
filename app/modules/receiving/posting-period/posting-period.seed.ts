import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";

const PERIOD = "receiving/posting-period";
/** Months back that are registered; the last two stay open. */
const MONTHS = 12;

/** Each company's months of the last year: closed by finance a few days after their end, but for the last two. */
async function demoMonths(pen: DemoPen): Promise<void> {
  const person = await pen.person("finance1");
  const { entity } = pen.screen(PERIOD);
  const now = pen.context(pen.moment(pen.daysAgo(0), 8));
  const companies = await unscopedRows(now, "master-data/company", ["id"], []);
  const firsts = Array.from({ length: MONTHS * 31 }, (_unused, days) => pen.daysAgo(days))
    .filter((day) => day.endsWith("-01"))
    .slice(0, MONTHS)
    .reverse();
  for (const [position, first] of firsts.entries()) {
    for (const { id: company_id } of companies) {
      const month = first.slice(0, 7);
      const opened = pen.context(pen.moment(first, 9), person);
      const { id } = await pen.create(opened, PERIOD, { company_id, month });
      if (position >= firsts.length - 2) continue;
      const closed = pen.context(pen.moment(addDays(first, 35), 16), person);
      await applyTransition(closed, { entity, id, name: "close", reason: "月末对账完成" });
    }
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "receiving/posting-period",
  least: {
    needs: ["master-data/company"],
    // Months of long ago, each another one: nothing the tests post lies in them.
    sample: ({ id, serial }) => ({
      company_id: id("master-data/company"),
      month: `20${String(Math.floor(serial / 12) % 20).padStart(2, "0")}-${String((serial % 12) + 1).padStart(2, "0")}`,
    }),
  },
  rows: {
    names: ["closedMonth", "openMonth"],
    async make({ add, at, move }) {
      await add("closedMonth", { company_id: at("company"), month: "2024-12" });
      await move("closedMonth", "close", { reason: "年度结账" });
      await add("openMonth", { company_id: at("company"), month: "2025-03" });
    },
  },
  demo: demoMonths,
});
