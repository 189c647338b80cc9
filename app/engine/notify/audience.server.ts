import { type Audience, selectAudience } from "~/data/audience.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";

export type { Audience };

/** Ids of the accounts that an audience means today. */
export function peopleOf(context: Context, audience: Audience): Promise<string[]> {
  return selectAudience(context.services.database.connection(), audience, dayOf(context.now));
}
