// A process of the portal that delivers mail until it is told to stop, or killed. Its clock goes ahead by the given milliseconds,
// so that what a killed one had taken is due again.
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { silentLog } from "./database";

const ahead = Number(process.argv[2] ?? 0);
const services = await startServices(readEnv(), { log: silentLog, clock: () => new Date(Date.now() + ahead) });
process.once("SIGTERM", () => void services.close().finally(() => process.exit(0)));
process.stdout.write("up\n");
setInterval(() => undefined, 60_000);
