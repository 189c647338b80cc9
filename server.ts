import "~/host/check-mode.server";
import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createHost } from "~/host/app.server";
import { listen, startComplaint, stopOnSignals } from "~/host/listen.server";
import { type Services, services } from "~/start.server";

// With the base path among the exports, `remix-serve build/server.js` serves the same build.
export * from "@remix-run/dev/server-build";
export const basename = "/web";

const serverBuild: ServerBuild = { ...build, basename };

/** The whole application behind one `fetch`; the life of a request is in `app/host/app.server.ts`. */
export function createApp(parts: Services) {
  const remix = createRequestHandler(serverBuild, parts.env.nodeEnv);
  return createHost({ env: parts.env, log: parts.log, services: parts, remix });
}

// Imported by a test or by remix-serve, this file only offers its exports.
if (process.env.NO_LISTEN !== "1" && wasStarted()) await start();

async function start(): Promise<void> {
  let parts: Services | undefined;
  try {
    const started = await services({ closeOnSignal: false });
    parts = started;
    const { env, log } = started;
    const { stop, port } = await listen(createApp(started), env, log);
    const welcome = started.welcome(port);
    if (welcome) console.log(welcome);
    if (env.nodeEnv === "development") void broadcastDevReady(serverBuild);
    stopOnSignals(async (signal) => {
      log.info({ signal }, "stopping");
      await stop();
      await started.close();
    });
  } catch (error) {
    console.error(startComplaint(error));
    await parts?.close();
    process.exit(1);
  }
}

/** True for `node build/server.js` and for the demo, which prepares its settings and then imports this file. */
function wasStarted(): boolean {
  return /(^|[\\/])(build[\\/]server\.js|config[\\/]demo\.mjs)$/.test(process.argv[1] ?? "");
}
