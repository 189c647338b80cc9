import {
  countOpenMatters,
  type FileDays,
  type OpenMatters,
  type Party,
  type PartyEdge,
  selectParties,
} from "~/data/supplier-file.server";
import { addDays, dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { limitFor } from "../parameters.server";
import { EXPIRY_DAYS } from "../warnings/listed.server";

export type { OpenMatters, Party, PartyEdge };

async function daysFor(context: Context): Promise<FileDays> {
  const today = dayOf(context.now);
  return { today, soon: addDays(today, await limitFor(context, EXPIRY_DAYS)) };
}

/** Whom a supplier is related to, two steps far; see `selectParties`. Empty for suppliers, who are never told. */
export async function partiesOf(context: Context, id: string): Promise<{ edges: PartyEdge[]; parties: Party[] }> {
  if (context.actor.supplierId) return { edges: [], parties: [] };
  return selectParties(context.services.database.connection(), id);
}

/** What is open about the suppliers of a page, which the person sees. */
export async function openMattersOf(context: Context, ids: readonly string[]): Promise<OpenMatters[]> {
  return countOpenMatters(context.services.database.connection(), ids, await daysFor(context));
}
