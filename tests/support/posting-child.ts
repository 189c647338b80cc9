// A portal process that posts receipts and is killed on the way. Its arguments: the company, the id of a receipt to post, under a request id
// of its own, and after how many statements of that to die (0: not at all). Says "posted {version}" once the posting is acknowledged, and at
// last how many statements it took.
import { asking } from "~/data/asking.server";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { START } from "./clock";
import type { Company } from "./company";
import { silentLog } from "./database";
import { Mortal } from "./mortal";

const [company = "{}", id = "", statements = "0"] = process.argv.slice(2);
const { accounts } = JSON.parse(company) as Company;
const say = (line: string) => process.stdout.write(`${line}\n`);

const env = readEnv({ ...process.env, SSO_SECRETS: `sap=${"posting-".repeat(5)}`, SAP_URL: "https://sap.test" });
const { engine } = await startServices(env, { log: silentLog, clock: () => START, work: false });
const entity = engine.registry.entity("receiving/goods-receipt");
const context = actingAs(engine, await loadActor(engine, accounts.warehouse), START, "page");
const asker = new Mortal("posting", Number(statements));
const { version } = await asking(asker, async () => {
  const { record } = await openRecord(context, { entity, id });
  return applyTransition(context, {
    entity,
    id,
    name: "post",
    // Asked again after a death, it is the version it was asked with.
    version: record.state === "posted" ? record.version - 1 : record.version,
    requestId: `post-${id}`,
  });
});
say(`posted ${version}`);
say(`statements ${asker.queries}`);
