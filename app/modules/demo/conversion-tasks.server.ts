import { beginConversion, CONVERSION_TASK } from "~/engine/conversions/task.server";
import { workOnConversions } from "~/engine/conversions/work.server";
import { linesToConvert, requireConversion } from "~/engine/operations/conversion.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { decimal } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import { addPerson } from "./staff.server";

const ORDER = "purchase-orders/purchase-order";
const USER = "system-management/user";
/** Lines enough to stand on more than one document. */
const MANY = 12;
/** Whoever goes away has no other part in the demo. */
const LEAVER = { account: "heqing", name: "何清", role: "buyer", seat: 34 } as const;

const BUYERS = ["buyer1", "buyer2"] as const;

interface Story {
  /** Of what the orders are made. */
  from: "from_shares" | "from_demand";
  /** What is typed for each chosen line, as a multiple of what is open of it. */
  shares: readonly string[];
  /** None for lines that are still to be looked at; a half is one document, after which it is cancelled or its owner goes away. */
  move?: "start" | "half" | "leave";
}

/**
 * A part of a share was ordered; quantities with a zero too many were refused, of a second task in one line alone; one was cancelled half-way; one is under way for good, as its
 * owner's account was blocked in the middle of it and the job waits for the owner (any other it would end as soon as the demo runs); and a
 * share waits to be started.
 */
const STORIES: readonly Story[] = [
  { from: "from_shares", shares: ["0.2"], move: "start" },
  { from: "from_demand", shares: ["10", "10"], move: "start" },
  { from: "from_demand", shares: ["10", ...Array<string>(MANY).fill("0.1")], move: "start" },
  { from: "from_demand", shares: Array<string>(MANY).fill("0.1"), move: "half" },
  { from: "from_demand", shares: Array<string>(MANY).fill("0.1"), move: "leave" },
  { from: "from_shares", shares: ["1"] },
];

/** Whoever of them is offered most of these lines: by kind of material that hangs on what the demand of the day is about. */
async function offered(writer: DemoWriter, accounts: readonly string[], wanted: { from: Story["from"]; most: number }) {
  const found = await Promise.all(
    accounts.map(async (account) => {
      const buyer = writer.context(writer.now, await writer.person(account));
      const conversion = requireConversion(buyer, writer.screen(ORDER), wanted.from);
      return { buyer, conversion, lines: await linesToConvert(buyer, conversion, { page: { size: wanted.most } }) };
    }),
  );
  const [best] = found.sort((one, other) => other.lines.length - one.lines.length);
  if (!best) throw new Error("nobody buys");
  return best;
}

/** Documents made beside the page, of shares that were locked and of what suppliers were asked for. */
export async function loadConversionTasks(writer: DemoWriter, organisation: Organisation): Promise<void> {
  const { entity } = writer.screen(CONVERSION_TASK);
  const leaver = await addPerson(writer, organisation, LEAVER);
  for (const { from, shares, move } of STORIES) {
    const { buyer, conversion, lines } = await offered(writer, move === "leave" ? [LEAVER.account] : BUYERS, {
      from,
      most: shares.length,
    });
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
    await applyTransition(buyer, { entity, id, name: "start" });
    let documents = 0;
    await workOnConversions(writer.services, () => move === "start" || documents++ === 0);
    if (move === "half") await applyTransition(buyer, { entity, id, name: "cancel" });
    if (move !== "leave") continue;
    const administrator = writer.context(writer.now, await writer.person("useradmin1"));
    const away = { entity: writer.screen(USER).entity, id: leaver, name: "block", reason: "临时外派，返岗前停用" };
    await applyTransition(administrator, away);
  }
}
