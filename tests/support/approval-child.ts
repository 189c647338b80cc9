// A portal process that takes orders through their approval and is killed on the way. Its arguments: the company, the office system
// (`{address, origin, secret}`), how many minutes after START it is now, ids of orders to take the whole way first (those of earlier
// processes; every step is asked for again as people and systems would, under its own request id), the id of the order to die over,
// and after how many statements of that to die (0: not at all). Says "{id} {step} {state}" for what was acknowledged, and at last
// how many statements the last order took.
import { createAdaptorServer } from "@hono/node-server";
import { sql } from "kysely";
import { asking } from "~/data/asking.server";
import { httpRoute } from "~/engine/integrations/routes.server";
import { sendCalls } from "~/engine/integrations/worker.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { START } from "./clock";
import type { Company } from "./company";
import { silentLog } from "./database";
import { Mortal } from "./mortal";
import { ORDER } from "./order-values";

const [company = "{}", office = "{}", minutes = "0", earlier = "[]", own = "", statements = "0"] =
  process.argv.slice(2);
const { accounts } = JSON.parse(company) as Company;
const oa = JSON.parse(office) as { address: string; origin: string; secret: string };
const now = new Date(START.getTime() + Number(minutes) * 60_000);
const say = (line: string) => process.stdout.write(`${line}\n`);

const env = readEnv({ ...process.env, SSO_SECRETS: `oa=${oa.secret}`, OA_URL: oa.address });
const { engine, rest } = await startServices(env, { log: silentLog, clock: () => now, work: false });
const routes = new Map([["oa", httpRoute(engine, oa)]] as const);

let asker = new Mortal("approval", 0);
const server = createAdaptorServer({
  fetch: (request: Request) => asking(asker, () => rest.fetch(request, { requestId: engine.newId(), ip: "127.0.0.1" })),
});
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
const address = server.address();
await fetch(`${oa.origin}/portal-moved?to=${typeof address === "object" && address ? address.port : 0}`);

const entity = engine.registry.entity(ORDER);
async function step(
  id: string,
  account: "buyerA" | "manager",
  name: "submit" | "approve",
  version: number,
): Promise<void> {
  const context = actingAs(engine, await loadActor(engine, accounts[account]), now, "page");
  const saved = await applyTransition(context, { entity, id, name, version, requestId: `${name}-${id}` });
  say(`${id} ${name} ${saved.version}`);
}

async function wholeWay(id: string): Promise<void> {
  await step(id, "buyerA", "submit", 1);
  await step(id, "manager", "approve", 2);
  await sendCalls(engine, routes, "http://portal.test");
  const { rows } = await sql<{ id: string }>`
    select s.id from approval_step s join approval_case c on c.id = s.case_id
    where c.record_id = ${id} and s.definition ->> 'decider' = 'outside'`.execute(engine.database.connection());
  const body = new URLSearchParams({ decision: "approve", by: "陈总" });
  for (const { id: stepId } of rows) {
    const todo = await fetch(`${oa.origin}/todo/${stepId}`, { method: "POST", body });
    if (/平台已收到/.test(await todo.text())) say(`${id} decided 3`);
  }
}

for (const id of JSON.parse(earlier) as string[]) await asking(asker, () => wholeWay(id));
asker = new Mortal("approval", Number(statements));
await asking(asker, () => wholeWay(own));
say(`statements ${asker.queries}`);
