import type { EntityServer } from "~/engine/entity/server-hooks";
import { clients } from "../login-log/login-log.server";

export const onlineSessionServer: EntityServer = {
  extra: (context, _screen, ids) => clients(context, "system-management/online-session", ids),
};
