import type { EntityServer } from "~/engine/entity/server-hooks";

export const userLogServer: EntityServer = {};
