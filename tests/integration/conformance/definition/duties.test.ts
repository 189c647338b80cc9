import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { selectHands } from "~/data/hands.server";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyTransition } from "~/engine/entity";
import { decisionOf, keepsHands, writes } from "~/engine/entity/duties";
import { tableOf } from "~/engine/entity/table-names";
import { keepHand } from "~/engine/operations/duties.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { entities, newcomerWith, SUPPLIER_ROLES } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { isMoving, mover, readyFor, transitionsOf, typed } from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const connection = () => world.engine.database.connection();

/** Made by staff. What an approval flow asks is decided by whom the flow names, which its own tests hold. */
function isOfStaff({ by, asked }: AnyTransition): boolean {
  return by !== "system" && !asked && by.some((role) => !SUPPLIER_ROLES.includes(role));
}

const staffRole = (transition: AnyTransition): AnyTransition => ({
  ...transition,
  by: transition.by === "system" ? transition.by : transition.by.filter((role) => !SUPPLIER_ROLES.includes(role)),
});

/** What the page of the record and the list offer to the person. */
async function offers(context: Context, entity: AnyEntity, id: string, name: string): Promise<boolean[]> {
  const screen = world.screen(entity.key);
  const { record } = await openRecord(context, { entity, id });
  const query = { filters: {}, toggles: [], sort: ["-created_at"], page: 1, size: 100, transitions: [name] };
  const { rows } = await listRecords(context, screen, query);
  const row = rows.find((one) => one.id === id);
  const page = availableTransitions(context, entity, record).some(([key]) => key === name);
  return row ? [page, row.transitions.includes(name)] : [page];
}

const decisionsOf = (entity: AnyEntity) =>
  transitionsOf(entity).filter(([, transition]) => decisionOf(transition)?.authors && isOfStaff(transition));
const deciding = entities
  .filter(([, one]) => isMoving(one))
  .filter(([, { entity }]) => keepsHands(entity) && decisionsOf(entity).length > 0);

describe.each(deciding)("%s", (_label, one) => {
  const { entity } = one;
  const decisions = decisionsOf(entity);
  const writing = transitionsOf(entity).filter(([, transition]) => writes(transition) && isOfStaff(transition));

  test.each(decisions)(
    "%s：创建人、改过内容或提交过的人不能办，页面和列表都不给；别人可以",
    async (name, transition) => {
      const [from = ""] = transition.from;
      const record = await readyFor(world, one, name, from);
      const decider = await mover(world, entity, staffRole(transition), record);
      const wanted = await typed(world, entity, name, record);
      const allowed = await offers(decider, entity, record.id, name);
      expect(allowed[0]).toBe(true);
      const refused = async (what: string) => {
        expect(await offers(decider, entity, record.id, name), what).not.toContain(true);
        await refusal(applyTransition(decider, wanted), "own_rule");
      };
      if (decisionOf(transition)?.creator) {
        await setCreator(entity, record.id, decider.actor.id);
        await refused("创建人");
        await setCreator(entity, record.id, world.accounts.planner);
      }
      expect(await offers(decider, entity, record.id, name)).toEqual(allowed);
      await keepHand(decider, entity, record.id);
      await refused("写过的人");
      const [role = ""] = staffRole(transition).by;
      const other = await newcomerWith(world, role);
      expect(await offers(other, entity, record.id, name)).toEqual(allowed);
      expect((await applyTransition(other, wanted)).id).toBe(record.id);
    },
  );

  test.each(writing)("%s：办过的人记在单据上", async (name, transition) => {
    const [from = ""] = transition.from;
    const record = await readyFor(world, one, name, from);
    const writer = await mover(world, entity, staffRole(transition), record);
    await applyTransition(writer, await typed(world, entity, name, record));
    expect(await selectHands(connection(), record.id)).toContain(writer.actor.id);
  });
});

async function setCreator(entity: AnyEntity, id: string, userId: string | null): Promise<void> {
  await sql`update ${sql.table(tableOf(entity))} set created_by = ${userId} where id = ${id}`.execute(connection());
}
