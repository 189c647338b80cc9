import { beginConversion, CONVERSION_TASK } from "~/engine/conversions/task.server";
import { workOnConversions } from "~/engine/conversions/work.server";
import { linesToConvert, requireConversion } from "~/engine/operations/conversion.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { decimal } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";

const ORDER = "purchase-orders/purchase-order";

interface Story {
  /** Of what the orders are made. */
  from: "from_shares" | "from_demand";
  /** What is typed for each chosen line, as a multiple of what is open of it. */
  shares: readonly string[];
  /** None for lines that are still to be looked at. */
  move?: "start" | "cancel";
}

/**
 * A part of a share was ordered; quantities with a zero too many were refused; somebody thought better of it; and a share waits to be
 * started. None is under way: the job would end it as soon as the demo runs.
 */
const STORIES: readonly Story[] = [
  { from: "from_shares", shares: ["0.2"], move: "start" },
  { from: "from_demand", shares: ["10", "10"], move: "start" },
  { from: "from_demand", shares: ["10", "0.5"], move: "start" },
  { from: "from_shares", shares: ["1"], move: "cancel" },
  { from: "from_shares", shares: ["1"] },
];

/** Documents made beside the page, of shares that were locked and of what suppliers were asked for. */
export async function loadConversionTasks(writer: DemoWriter): Promise<void> {
  const buyer = writer.context(writer.now, await writer.person("buyer1"));
  const { entity } = writer.screen(CONVERSION_TASK);
  for (const { from, shares, move } of STORIES) {
    const conversion = requireConversion(buyer, writer.screen(ORDER), from);
    const lines = await linesToConvert(buyer, conversion, { page: { size: shares.length } });
    // What is open depends on the day the demo is loaded.
    if (lines.length === 0) continue;
    const typed = new Map(
      lines.map(({ id, open }, at) => [
        id,
        decimal(open)
          .times(shares[at] ?? "1")
          .round(0)
          .toFixed(),
      ]),
    );
    const { id } = await beginConversion(buyer, conversion, { wanted: { ids: lines.map((line) => line.id) }, typed });
    if (!move) continue;
    await applyTransition(buyer, { entity, id, name: move });
    await workOnConversions(writer.services, () => true);
  }
}
