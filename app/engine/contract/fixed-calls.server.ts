import { ASSIGN_CALLS } from "./fixed/assign";
import type { FixedCall } from "./fixed/define";
import { SESSION_CALLS } from "./fixed/session";
import { USER_CALLS } from "./fixed/users";

/** Calls that belong to no entity. Each one the program answers stands here: a test compares them with the routes. */
export const FIXED_CALLS: readonly FixedCall[] = [...SESSION_CALLS, ...USER_CALLS, ...ASSIGN_CALLS];
