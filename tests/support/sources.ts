import { sql } from "kysely";
import { createRecord } from "~/engine/operations/save.server";
import { minimal } from "./conformance";
import type { World } from "./world";

const SAMPLE = "supplier-management/sample-verification";

/** A sample of the material that passed: what people need before they make a source a formal one. */
export async function passedSample(world: World, supplierId: string, materialId: string): Promise<string> {
  const values = { ...minimal(world, SAMPLE), supplier_id: supplierId, material_id: materialId };
  const { id } = await createRecord(world.system(), { screen: world.screen(SAMPLE), values });
  await sql`update sample_verification set state = 'passed', decided_on = '2024-05-01' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return id;
}
