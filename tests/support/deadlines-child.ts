// A portal process that reminds of what is due, and that is killed on the way. Its arguments: what it does, and what belongs to that:
//   round <statements> <ids>  waits for the samples with these ids and works one round; dies with that statement of it (0: not at all); says
//                             "statements {count}" once the round is over
//   stand <count>             works one round; in the transaction of the reminder after so many others, which is sent and noted and not yet
//                             kept, it says "sent {record}" and stands there until it is killed
//   job <count>               the same as a run of the job, which another process queued
import { sql } from "kysely";
import { asking } from "~/data/asking.server";
import { openJobQueue } from "~/data/job-queue.server";
import { systemContext } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { createWorker } from "~/engine/jobs/worker.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { START } from "./clock";
import { silentLog } from "./database";
import { Mortal } from "./mortal";

const [mode = "", count = "0", ids = ""] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const { engine } = await startServices(readEnv(), { log: silentLog, clock: () => START, work: false });
const context = systemContext(engine, "到期与提醒");

if (mode === "round") {
  const connection = engine.database.connection();
  await sql`update sample_verification set state = 'requested' where id = any(${ids.split(",")})`.execute(connection);
  const asker = new Mortal("deadlines", Number(count));
  await asking(asker, () => workDeadlines(context, { remindNow: true }));
  say(`statements ${asker.queries}`);
} else {
  let before = Number(count);
  engine.registry.server("supplier-management/sample-verification").reminded = async ({ recordId }) => {
    if (before > 0) {
      before -= 1;
      return;
    }
    say(`sent ${recordId}`);
    await new Promise(() => undefined);
  };
  // What stands there is no work the process waits for.
  setInterval(() => undefined, 2 ** 31 - 1);
  if (mode === "stand") await workDeadlines(context, { remindNow: true });
  else {
    const worker = createWorker(engine, await openJobQueue(engine.database, silentLog), { worker: "一", lanes: 1 });
    await worker.look();
    await worker.settled();
  }
}
