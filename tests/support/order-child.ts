// A second process that is killed in the middle of its work: saves `count` orders of buyer A at the place its settings
// name, four at a time, and says each id once the save has been acknowledged.
import { createRecord } from "~/engine/operations/save.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { START } from "./clock";
import type { Company } from "./company";
import { silentLog } from "./database";
import { ORDER, orderValues } from "./order-values";

const [facts = "{}", count = "0"] = process.argv.slice(2);
const { ids, accounts } = JSON.parse(facts) as Company;

const { engine } = await startServices(readEnv(), { log: silentLog, clock: () => START, work: false });
const context = actingAs(engine, await loadActor(engine, accounts.buyerA), START, "page");
const screens = engine.registry.screensOf(ORDER).slice(0, 1);
let left = Number(count);

async function saveOrders(): Promise<void> {
  for (const screen of screens) {
    while (left > 0) {
      left -= 1;
      const { id } = await createRecord(context, { screen, values: orderValues({ ids }) });
      process.stdout.write(`${id}\n`);
    }
  }
}

await Promise.all(Array.from({ length: 4 }, saveOrders));
setInterval(() => undefined, 60_000); // stays until it is killed
