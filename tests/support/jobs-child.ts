// A second process that works on jobs at the place its settings name, and says what it does:
//   work   carries out what it gets, says "ran <name of the process>" for each run
//   hang   says "begun" and never ends, until it is killed
import { setTimeout as pause } from "node:timers/promises";
import { openJobQueue } from "~/data/job-queue.server";
import { createWorker } from "~/engine/jobs/worker.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { START } from "./clock";
import { silentLog } from "./database";

const [mode = "", worker = ""] = process.argv.slice(2);
const { engine } = await startServices(readEnv(), { log: silentLog, clock: () => START, work: false });
const queue = await openJobQueue(engine.database, silentLog);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<string | undefined> {
  if (mode === "hang") {
    say("begun");
    return new Promise(() => undefined);
  }
  say(`ran ${worker}`);
  return undefined;
}

const job = { key: "loose-files", label: "测试", purpose: "测试", schedule: "0 * * * *", run };
const one = createWorker({ ...engine, jobs: [job] }, queue, { worker, lanes: 1 });
say("ready");
for (;;) {
  await one.look();
  if (mode !== "hang") await one.settled();
  await pause(20);
}
