import { inject } from "vitest";
import { permissionVersion } from "~/data/access.server";
import { type Actor, type Context, type EngineServices, systemContext } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import type { Registry, Screen } from "~/engine/entity/registry";
import { actingAs, cachedActor } from "~/engine/session/actor.server";
import { anonymousContext } from "~/engine/session/session.server";
import { readEnv } from "~/env.server";
import type { Logger } from "~/host/log.server";
import type { Services } from "~/services.server";
import { startServices } from "~/start.server";
import { type Clock, stoppedClock } from "./clock";
import type { AccountName, Company } from "./company";
import { type Copy, copyBase, SEALING_KEY, silentLog } from "./database";
import { serving } from "./serving";

/** A running installation of its own for one test file. */
export interface World {
  services: Services;
  engine: EngineServices;
  clock: Clock;
  /** Ids of the fixed small company; not there in a world with demo data. */
  ids: Company["ids"];
  accounts: Company["accounts"];
  actor(account: AccountName): Promise<Actor>;
  /** The person asking, at the present moment of the clock. */
  as(account: AccountName): Promise<Context>;
  system(): Context;
  anonymous(): Context;
  entity(key: string): AnyEntity;
  /** The first screen of an entity. */
  screen(key: string): Screen;
  close(): Promise<void>;
}

/**
 * Starts an installation on a copy of the base database: with the small company, or with the demo's data instead.
 * @param options.shippedFlows leaves the flows and rules that come with the program in force
 * @param options.copy a copy of the base with the company that the test has made itself
 */
export async function openWorld(
  options: {
    demo?: boolean;
    clock?: Clock;
    copy?: Copy;
    settings?: Readonly<Record<string, string>>;
    shippedFlows?: boolean;
    /** Takes what the process writes into its log. */
    log?: Logger;
    /** Other definitions than the product's; their tables the test makes itself. */
    registry?: Registry;
  } = {},
): Promise<World> {
  const bases = inject("bases");
  const clock = options.clock ?? stoppedClock();
  const { place, remove } = options.copy ?? (await copyBase(options.demo ? bases.empty : bases.company));
  const settings = { DEMO_DATA: options.demo ? "1" : "0", SEALING_KEY, ...place, ...options.settings };
  const env = readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ...settings });
  const given = options.registry ? { registry: options.registry } : {};
  const services = await startServices(env, {
    log: options.log ?? silentLog,
    clock: clock.now,
    work: false,
    // The small company has the flows that its tests publish: what comes with the program the start tests look at.
    flows: options.demo === true || options.shippedFlows === true,
    // The bases hold what a start writes, but for what hangs on settings and on definitions of a test's own.
    registers: options.settings !== undefined || options.registry !== undefined || options.copy !== undefined,
    ...given,
  });
  const { engine } = services;
  serving.services = services;
  // As a request has it: read anew only when rights have changed.
  const actor = async (account: AccountName) =>
    cachedActor(engine, bases.facts.accounts[account], await permissionVersion(engine.database.connection()));
  return {
    services,
    engine,
    clock,
    ...bases.facts,
    actor,
    as: async (account) => actingAs(engine, await actor(account), clock.now(), "page"),
    system: () => systemContext(engine, "测试"),
    anonymous: () => anonymousContext(engine, { requestId: engine.newId(), ip: "", channel: "page" }),
    entity: (key) => engine.registry.entity(key),
    screen(key) {
      return engine.registry.mainScreen(key);
    },
    async close() {
      await services.close();
      await remove();
    },
  };
}
