import "~/host/check-mode.server";
import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { commandName, runCommand } from "~/commands.server";
import { complaint } from "~/complaint.server";
import { createHost } from "~/host/app.server";
import {
  applicationBodies,
  fileBodies,
  formBodies,
  pictureBodies,
  pieceBodies,
  tableBodies,
} from "~/host/body-limit.server";
import { listen, stopOnSignals } from "~/host/listen.server";
import { listenForMetrics } from "~/host/metrics.server";
import { narrowRoutes, withRoutes } from "~/host/narrow-routes.server";
import { notePages } from "~/host/page-answers.server";
import { pageRoutes } from "~/host/page-routes.server";
import { type Services, services, startsWith } from "~/services.server";
import { startServices } from "~/start.server";

// With the base path among the exports, `remix-serve build/server.js` serves the same build.
export * from "@remix-run/dev/server-build";
export const basename = "/web";

startsWith(startServices);

const routes = notePages(build.routes, "routes/_shell");
const serverBuild: ServerBuild = { ...build, routes, basename };

/** The whole application behind one `fetch`; the life of a request is in `app/host/app.server.ts`. */
export function createApp(parts: Services) {
  const remix = remixOf(parts.env.nodeEnv);
  const pageRoute = pageRoutes(serverBuild.routes, basename);
  const release = serverBuild.assets.version;
  return createHost({
    env: parts.env,
    log: parts.log,
    services: parts,
    remix,
    pageRoute,
    release,
    bodyLimits: [pieceBodies, applicationBodies, fileBodies, formBodies, pictureBodies, tableBodies],
  });
}

/** Remix, asked with the routes alone that an address can belong to. */
function remixOf(mode: Services["env"]["nodeEnv"]): RequestHandler {
  const all = createRequestHandler(serverBuild, mode);
  const narrowed = new Map<string, RequestHandler>();
  const keyOf = narrowRoutes(serverBuild.routes, basename);
  return (request, context) => {
    const key = keyOf(new URL(request.url).pathname);
    if (key === null) return all(request, context);
    const handler = narrowed.get(key) ?? createRequestHandler(withRoutes(serverBuild, key), mode);
    narrowed.set(key, handler);
    return handler(request, context);
  };
}

// Imported by a test or by remix-serve, this file only offers its exports.
if (process.env.NO_LISTEN !== "1" && wasStarted()) {
  const command = commandName(process.argv[2]);
  if (command) process.exit(await runCommand(command, process.argv.slice(3)));
  await start();
}

/** Frames of a stack that are kept: what a statement was asked for lies below the ten that are usual. */
const STACK_FRAMES = 40;

async function start(): Promise<void> {
  try {
    const { services: parts, stop } = await serve();
    const { env, log } = parts;
    if (env.nodeEnv === "development") void broadcastDevReady(serverBuild);
    stopOnSignals(async (signal) => {
      log.info({ signal }, "stopping");
      await stop();
    });
  } catch (error) {
    console.error(complaint("无法启动", error));
    process.exit(1);
  }
}

/**
 * Starts the application as its settings say and listens.
 * @returns what the process shares, and the way to end it: no request is cut, and storage is closed afterwards
 * @throws what hinders the start; nothing is open then
 */
export async function serve(): Promise<{ services: Services; stop(): Promise<void> }> {
  Error.stackTraceLimit = STACK_FRAMES;
  const parts = await services({ closeOnSignal: false });
  try {
    const { env, log, metrics } = parts;
    const figures = metrics ? await listenForMetrics(metrics, env, log) : undefined;
    const { stop, port } = await listen(createApp(parts), env, log);
    const welcome = parts.welcome(port);
    if (welcome) console.log(welcome);
    return {
      services: parts,
      async stop() {
        parts.updates.end();
        await stop();
        await figures?.stop();
        await parts.close();
      },
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

/** True for `node build/server.js` and for the demo, which prepares its settings and then imports this file. */
function wasStarted(): boolean {
  return /(^|[\\/])(build[\\/]server\.js|scripts[\\/]demo\.mjs)$/.test(process.argv[1] ?? "");
}
