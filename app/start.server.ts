import { hostname } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import { v7 as uuid } from "uuid";
import { createRest } from "~/api/rest.server";
import { asking, jobAsker } from "~/data/asking.server";
import { type Database, openDatabase } from "~/data/database.server";
import { diskStore } from "~/data/file-store/disk-store.server";
import { s3Store } from "~/data/file-store/s3-store.server";
import { openJobQueue } from "~/data/job-queue.server";
import { migrate, schemaVersion } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import { gatewayCarrier, gatewayRoute } from "~/engine/channels/gateway.server";
import type { EngineServices } from "~/engine/context.server";
import { refreshDictionaries, seedDictionaries } from "~/engine/dictionaries.server";
import type { Registry } from "~/engine/entity/registry";
import { refreshExtensions, seedExtensions } from "~/engine/extensions.server";
import { clamd } from "~/engine/files/clamd.server";
import type { FileService } from "~/engine/files/service.server";
import { oaApprovals } from "~/engine/integrations/approval-hook.server";
import {
  fileRoute,
  httpRoute,
  type IntegrationRoute,
  type IntegrationRoutes,
} from "~/engine/integrations/routes.server";
import { startIntegrations } from "~/engine/integrations/worker.server";
import { onNudge, seedJobs } from "~/engine/jobs/runs.server";
import { startJobs } from "~/engine/jobs/start.server";
import { smtpRoute, smtpServer } from "~/engine/mail/smtp.server";
import { startMail } from "~/engine/mail/worker.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { seedNumberRules } from "~/engine/numbering/numbers.server";
import { seedParameters } from "~/engine/parameters.server";
import { checkSealing, readSealing } from "~/engine/sealing-fields/own-key.server";
import { startSearchUpkeep } from "~/engine/search/upkeep.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { watchUpdates } from "~/engine/stream/update-watch.server";
import type { Env, Gateway } from "~/env.server";
import { createLog } from "~/host/log.server";
import { createMetrics, type Metrics } from "~/host/metrics.server";
import { programVersion, projectRoot } from "~/host/root.server";
import { DEMO_ACCOUNTS } from "~/modules/demo/accounts";
import { DEMO_REPLACES } from "~/modules/demo/own-defaults";
import { demoWelcome } from "~/modules/demo/welcome";
import { createFirstAdministrator } from "~/modules/first-administrator.server";
import { homeBlocks } from "~/modules/home-blocks.server";
import { registry } from "~/modules/registry.server";
import { shipFlows } from "~/modules/shipped-flows.server";
import { shipRules } from "~/modules/shipped-rules.server";
import type { Services } from "~/services.server";
import type { GatewayChannel } from "~/shared/channels";
import type { IntegratedSystem } from "~/shared/interfaces";

const JOBS_LOOKED_AT_MS = 2_000;

export interface StartOptions {
  log?: Logger;
  registry?: Registry;
  clock?: () => Date;
  /** Whether this process takes part in the work beside the requests (jobs, mail, search columns); it does unless told otherwise. */
  work?: boolean;
  /** Whether the approval flows and rules that come with the program are put into force; they are unless told otherwise. */
  flows?: boolean;
  /** Whether parameters, dictionaries, scenarios and the like are brought up to this program; a copy of a database that has them needs it not. */
  registers?: boolean;
}

/** How far a given clock lies from that of the machine, which is the database's as well. */
const shiftOf = (clock: () => Date) => () => clock().getTime() - Date.now();

/** Opens the database, brings it to this version of the program, and puts the services together. */
export async function startServices(env: Env, options: StartOptions = {}): Promise<Services> {
  const log = options.log ?? createLog(env);
  const metrics = env.metricsPort === undefined ? undefined : createMetrics();
  const database = await openDatabase({
    dataDir: path.resolve(projectRoot(), env.dataDir),
    ...(env.databaseUrl ? { databaseUrl: env.databaseUrl, pooler: env.databasePooler } : {}),
    slowQueryMs: env.slowQueryMs,
    meter: metrics,
    log,
  });
  metrics?.watchLoad(() => database.load());
  try {
    return await asking(jobAsker("start"), () => prepare(env, database, { ...options, log, metrics }));
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepare(
  env: Env,
  database: Database,
  options: StartOptions & { log: Logger; metrics: Metrics | undefined },
): Promise<Services> {
  const { log, metrics } = options;
  const definitions = options.registry ?? registry;
  const engine: EngineServices = {
    database,
    registry: definitions,
    log,
    clock: options.clock ?? (() => new Date()),
    // Only whoever brings a clock of their own, as tests do, moves the moment that decides who is in time.
    ...(options.clock ? { storageShift: shiftOf(options.clock) } : {}),
    newId: () => uuid(),
    files: fileService(env),
    origin: originOf(env, env.port),
    sealing: readSealing({ sealingKey: env.sealingKey, dataDir: path.resolve(projectRoot(), env.dataDir) }),
    warnings: definitions.warnings,
    homeBlocks,
    jobs: definitions.jobs,
    integration: { systems: new Set(integratedSystems(env)) },
    approvals: { integration: oaApprovals },
    channels: new Set(gatewaysOf(env).keys()),
    mailWaits: !env.mailUrl,
    ...(env.mailUrl ? { mailServer: smtpServer({ url: env.mailUrl, from: env.mailFrom }) } : {}),
    ...(env.mdmDropDir ? { peopleFolder: env.mdmDropDir } : {}),
    ...(env.riskDropDir ? { riskFolder: env.riskDropDir } : {}),
    ...(metrics ? { meter: metrics } : {}),
  };
  const applied = await migrate(database, migrations);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  await checkSealing(engine);
  await (options.registers === false ? readRegisters(engine) : seedRegisters(engine));
  if (options.flows !== false) await shipDefaults(engine, env.demoData ? DEMO_REPLACES : []);
  // Fetched where it is wanted: nobody else runs a line of the demo or of what it knows about entities.
  if (env.demoData) await (await import("~/modules/demo/load-demo.server")).loadDemo(engine);
  else await createFirstAdministrator(engine);
  if (options.registers !== false) await seedJobs(engine);
  const stopWork = options.work === false ? async () => undefined : startWork(env, engine);
  const version = programVersion();
  const updates = watchUpdates(engine);
  return {
    env,
    log,
    engine,
    rest: createRest({ env, log, engine }),
    updates,
    asking,
    ...(metrics ? { metrics } : {}),
    demoAccounts: env.demoData ? DEMO_ACCOUNTS : [],
    welcome: (port) => (env.demoData ? demoWelcome(addressOf(env, port)) : null),
    async health() {
      try {
        await database.ping();
        return { status: "ok", version, engine: database.engine, schema: await schemaVersion(database) };
      } catch {
        return { status: "unavailable", version, engine: database.engine, schema: "" };
      }
    },
    async close() {
      updates.end();
      await stopWork();
      await database.close();
    },
  };
}

/** What registers hold of this version of the program; what was set in them stays. */
async function seedRegisters(engine: EngineServices): Promise<void> {
  await seedAccess(engine);
  await seedParameters(engine);
  await seedDictionaries(engine);
  await seedExtensions(engine);
  await seedScenarios(engine);
  await seedNumberRules(engine);
}

/** What the program keeps of registers in its memory; a start that writes them reads it as well. */
async function readRegisters(engine: EngineServices): Promise<void> {
  await refreshDictionaries(engine);
  await refreshExtensions(engine);
}

/** Approval flows and rules that come with the program, but for those a company replaces. */
async function shipDefaults(engine: EngineServices, without: readonly string[]): Promise<void> {
  const flows = await shipFlows(engine, without);
  if (flows.length > 0) engine.log.info({ flows }, "approval flows published");
  const rules = await shipRules(engine, without);
  if (rules.length > 0) engine.log.info({ rules }, "rules put into force");
}

/** Where files lie: a bucket if one is set, else a folder beside the embedded database; and who scans them. */
function fileService({ dataDir, s3Url, clamdUrl }: Env): FileService {
  const folder = path.resolve(projectRoot(), dataDir, "files");
  return {
    store: s3Url ? s3Store({ url: s3Url }) : diskStore(folder),
    scanner: clamdUrl ? clamd(clamdUrl) : null,
  };
}

/** Begins what is done beside the requests. @returns a function that stops it and waits for what is under way */
function startWork(env: Env, engine: EngineServices): () => Promise<void> {
  const stopJobs = startJobs(engine, () => openJobQueue(engine.database, engine.log), {
    worker: `${hostname()}:${process.pid}`,
    lookEveryMs: JOBS_LOOKED_AT_MS,
    onNudge: (wake) => onNudge(engine, wake),
  });
  const stopSearchUpkeep = startSearchUpkeep(engine);
  const route = env.mailUrl ? smtpRoute({ url: env.mailUrl, from: env.mailFrom }) : null;
  const origin = originOf(env, env.port);
  const carriers = [...gatewaysOf(env)].map(([channel, { url, secret }]) =>
    gatewayCarrier(engine, { channel, route: gatewayRoute(engine, { address: url, secret }), origin }),
  );
  const stopMail = startMail(engine, { route, carriers, origin });
  const stopIntegrations = startIntegrations(engine, integrationRoutes(env, engine), {
    origin,
    dropFolder: dropFolder(env),
  });
  return async () => {
    await stopIntegrations();
    await stopMail();
    await stopSearchUpkeep();
    await stopJobs();
  };
}

/** Gateways of the settings, by what leaves by them. */
function gatewaysOf({ wecomGateway, smsGateway }: Env): ReadonlyMap<GatewayChannel, Gateway> {
  return new Map([
    ...(wecomGateway ? [["wecom", wecomGateway] as const] : []),
    ...(smsGateway ? [["sms", smsGateway] as const] : []),
  ]);
}

/** Other systems that the settings connect. */
function integratedSystems(env: Env): IntegratedSystem[] {
  return [...(env.oaUrl ? (["oa"] as const) : []), ...(env.sapUrl || env.sapDropDir ? (["sap"] as const) : [])];
}

function dropFolder({ sapDropDir }: Env): string | undefined {
  return sapDropDir === undefined ? undefined : path.resolve(projectRoot(), sapDropDir);
}

function integrationRoutes(env: Env, engine: EngineServices): IntegrationRoutes {
  const http = (system: IntegratedSystem, address: string): IntegrationRoute =>
    httpRoute(engine, { address, secret: env.ssoSecrets.get(system) ?? "" });
  const routes = new Map<IntegratedSystem, IntegrationRoute>();
  if (env.oaUrl) routes.set("oa", http("oa", env.oaUrl));
  if (env.sapUrl) routes.set("sap", http("sap", env.sapUrl));
  const folder = dropFolder(env);
  if (folder !== undefined) routes.set("sap", fileRoute(folder));
  return routes;
}

function addressOf(env: Env, port: number): string {
  return `${originOf(env, port)}/web/`;
}

/** Where people reach us as far as the settings say: a mail must not believe the Host header of whoever asked for it. */
function originOf(env: Env, port: number): string {
  const host = env.host === "127.0.0.1" ? "localhost" : env.host;
  return env.publicUrl ?? `http://${host}:${port}`;
}
