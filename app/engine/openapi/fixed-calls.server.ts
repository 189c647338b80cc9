import { ASSIGN_CALLS } from "./fixed/assign.server";
import { CONTRACT_CALLS } from "./fixed/contracts.server";
import type { FixedCall } from "./fixed/define.server";
import { DICTIONARY_CALLS } from "./fixed/dictionary.server";
import { EXPORT_CALLS } from "./fixed/exports.server";
import { INTEGRATION_CALLS } from "./fixed/integrations.server";
import { LIMIT_CALLS } from "./fixed/limits.server";
import { MENU_CALLS } from "./fixed/menus.server";
import { MESSAGE_CALLS } from "./fixed/messages.server";
import { PREVIEW_CALLS } from "./fixed/previews.server";
import { SESSION_CALLS } from "./fixed/session.server";
import { USER_LOG_CALLS } from "./fixed/user-log.server";
import { USER_CALLS } from "./fixed/users.server";

/** Calls that belong to no entity. Each one the program answers stands here: a test compares them with the routes. */
export const FIXED_CALLS: readonly FixedCall[] = [
  ...SESSION_CALLS,
  ...MESSAGE_CALLS,
  ...USER_CALLS,
  ...USER_LOG_CALLS,
  ...ASSIGN_CALLS,
  ...MENU_CALLS,
  ...CONTRACT_CALLS,
  ...DICTIONARY_CALLS,
  ...EXPORT_CALLS,
  ...PREVIEW_CALLS,
  ...LIMIT_CALLS,
  ...INTEGRATION_CALLS,
];
