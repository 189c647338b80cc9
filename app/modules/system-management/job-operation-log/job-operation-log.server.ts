import type { EntityServer } from "~/engine/entity/server-hooks";
import { changeText, readTrail } from "~/engine/operations/audit-trail.server";

export const jobOperationLogServer: EntityServer = {
  async extra(context, _screen, ids) {
    const entries = await readTrail(context, ids);
    return new Map([...entries].map(([id, { changes }]) => [id, { changes: changes.map(changeText).join("；") }]));
  },
};
