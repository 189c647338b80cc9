import { sql } from "kysely";
import { ACTIONS, may } from "~/engine/access/permissions";
import { actingAs, cachedActor, loadActor } from "~/engine/session/actor.server";
import { menusOf } from "~/engine/session/menu.server";
import { readEnv } from "~/env.server";
import { createLog } from "~/host/log.server";
import { startServices } from "~/start.server";

const ROUNDS = 200_000;
/** What a page of a list asks: itself, its buttons, its transitions. */
const ASKED = ["purchase-order", "purchase-order-release", "purchase-order-cancel"];

/** What the rights of one request cost: from the cache under the permission version, and read anew. One line of markdown. */
export async function rightsFigure(place: Readonly<Record<string, string>>): Promise<string> {
  const env = readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", DEMO_DATA: "1", ...place });
  const services = await startServices(env, { log: createLog({ logLevel: "silent" }), clock: () => new Date() });
  const { engine } = services;
  try {
    const { rows } = await sql<{ id: string }>`select id from app_user where accountname = 'buyer1'`.execute(
      engine.database.connection(),
    );
    const id = rows[0]?.id ?? "";
    const request = async () => {
      const actor = await cachedActor(engine, id, 1);
      let held = 0;
      for (const name of ASKED)
        for (const action of ACTIONS) if (may(actor.permissions, `${name}.${action}`)) held += 1;
      return held;
    };
    for (let round = 0; round < ROUNDS / 10; round += 1) await request();
    const warm = await perRound(ROUNDS, request);
    const anew = await perRound(50, () => loadActor(engine, id));
    const context = actingAs(engine, await cachedActor(engine, id, 1), new Date());
    await menusOf(context);
    const menus = await perRound(200, () => menusOf(context));
    const share = warm / anew;
    return `Rights of one request (${ASKED.length * ACTIONS.length} checks) from the cache: ${(warm * 1000).toFixed(2)} µs, ${(
      share * 100
    ).toFixed(
      2,
    )} % of reading them anew (${anew.toFixed(2)} ms, once per change and person); menus from the cache, the version asked for: ${(
      menus * 1000
    ).toFixed(0)} µs.`;
  } finally {
    await services.close();
  }
}

/** Milliseconds per round. */
async function perRound(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) await work();
  return (performance.now() - began) / rounds;
}
