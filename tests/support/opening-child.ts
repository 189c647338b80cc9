// A portal process in which one of two openers gives the share that opens a sealed inquiry, and that is killed on the way. Its arguments: the
// account that opens, its key file, the id of the inquiry, the moment it is, and after how many statements of that to die (0: not at all).
// Says "opened" once the opening is acknowledged, or "refused {code}", and at last how many statements it took.
import { asking } from "~/data/asking.server";
import { AppError } from "~/engine/errors";
import { openTogether } from "~/engine/sealing/joint-opening.server";
import { openSession, signIn } from "~/engine/session/session.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { PASSWORD } from "./company";
import { silentLog } from "./database";
import { Mortal } from "./mortal";

const [account = "", keyFile = "", id = "", moment = "", statements = "0"] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const env = readEnv(process.env);
const { engine } = await startServices(env, { log: silentLog, clock: () => new Date(moment), work: false });
const screen = engine.registry.mainScreen("purchase-management/rfq");
const { token } = await signIn(engine, { account, password: PASSWORD, ip: "10.0.0.9", device: "Chrome/1 Windows" });
const session = await openSession(engine, token, { requestId: "opening", ip: "10.0.0.9", channel: "page" });
if (!session) throw new Error("the session is over");
const asker = new Mortal("opening", Number(statements));
try {
  const { opened } = await asking(asker, () =>
    openTogether(session.context, { screen, id, secret: { how: "file", text: keyFile }, reason: "按时开启" }),
  );
  say(opened ? "opened" : "waiting");
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  say(`refused ${error.code}`);
}
say(`statements ${asker.queries}`);
