import type { Context } from "~/engine/context.server";
import { consequenceOf } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { createRecord } from "~/engine/operations/save.server";
import { withDescendants } from "~/engine/operations/tree.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

type CoaTemplateRecord = RecordFor<"base-data/coa-template">;

const STANDARD = "base-data/coa-standard";
const MATERIAL = "master-data/material";
/** Drafts made at once; the next go on where these end. */
const MOST_MADE = 200;

/** Materials of the template's type, and below, of which no standard for all suppliers is there or on its way. */
async function withoutStandard(context: Context, template: CoaTemplateRecord): Promise<string[]> {
  const types = await withDescendants(context, "master-data/material-type", [String(template.material_type_id)]);
  const materials = await unscopedRows(
    context,
    MATERIAL,
    ["id", "code"],
    [where.oneOf("material_type_id", types), where.not(where.eq("material_status", "stopped"))],
  );
  const ids = materials.map(({ id }) => id);
  const standing = await unscopedRows(
    context,
    STANDARD,
    ["material_id"],
    [
      where.oneOf("material_id", ids),
      where.empty("supplier_id"),
      where.oneOf("state", ["draft", "reviewing", "active"]),
    ],
  );
  const have = new Set(standing.map(({ material_id }) => material_id));
  return materials
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ id }) => id)
    .filter((id) => !have.has(id))
    .slice(0, MOST_MADE);
}

async function somethingToMake(context: Context, template: CoaTemplateRecord): Promise<Finding[]> {
  const count = (await withoutStandard(context, template)).length;
  return count === 0
    ? [{ check: "materials", level: "block", text: "适用物料类型下的物料都已有COA标准" }]
    : [{ check: "materials", level: "note", text: `将为${count}个物料生成COA标准草稿` }];
}

export const coaTemplateServer: EntityServer<"base-data/coa-template"> = {
  async beforeRemove(context, record) {
    const used = await unscopedCount(context, STANDARD, [where.eq("template_id", record.id)]);
    return used > 0 ? "模板已被引用，只能停用" : null;
  },
  transitions: {
    generate: {
      check: somethingToMake,
      async effect(context, { record, input }) {
        const screen = context.services.registry.mainScreen(STANDARD);
        for (const material_id of await withoutStandard(context, record))
          await createRecord(consequenceOf(context), {
            screen,
            values: {
              material_id,
              template_id: record.id,
              required_at: input.required_at,
              valid_from: input.valid_from,
            },
          });
      },
    },
  },
};
