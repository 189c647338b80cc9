import { unscopedRows } from "~/engine/operations/unscoped.server";
import { type PlannedMaterial, plannedMaterials } from "../master-data/material/material.demo";
import type { DemoWriter } from "./demo-writer.server";

/** A material that may be ordered, with what an order needs to know of it. */
export interface DemoMaterial extends Pick<PlannedMaterial, "type" | "uom" | "price"> {
  id: string;
}

/** The materials that orders are made of: those that stand, with their usual prices. */
export async function orderable(writer: DemoWriter): Promise<DemoMaterial[]> {
  const rows = await unscopedRows(writer.context(writer.now), "master-data/material", ["id", "code"], []);
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  return plannedMaterials().flatMap(({ code, type, uom, price, status }) => {
    const id = ids.get(code);
    return id && status !== "stopped" ? [{ id, type, uom, price }] : [];
  });
}
