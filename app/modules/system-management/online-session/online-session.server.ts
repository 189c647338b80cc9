import type { EntityServer } from "~/engine/entity/server-hooks";
import { endWhatLapsed } from "~/engine/session/run-out.server";
import { clients } from "../login-log/login-log.server";

export const onlineSessionServer: EntityServer<"system-management/online-session"> = {
  // Who stayed away for too long is not online, though nobody has told him yet.
  freshen: ({ services }) => endWhatLapsed(services),
  extra: (context, _screen, ids) => clients(context, "system-management/online-session", ids),
};
