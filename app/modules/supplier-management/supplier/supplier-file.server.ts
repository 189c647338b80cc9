import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { type Facet, readFacets } from "~/engine/operations/facets.server";
import { dayOf } from "~/shared/calendar";
import { contactAccounts } from "./file-contacts.server";
import {
  accounts,
  auditsAndCorrections,
  certificates,
  changes,
  contracts,
  freezes,
  risks,
  sites,
  sources,
} from "./file-documents.server";
import { gateLights } from "./file-lights.server";
import { orderOverview } from "./file-orders.server";
import type { At, FilePart } from "./file-part.server";
import { parties } from "./file-parties.server";
import { timeline } from "./file-timeline.server";
import { toDo } from "./file-to-do.server";

type SupplierRecord = RecordFor<"supplier-management/supplier">;

/** What the file shows, in the order it is read; a later area adds its part here. */
const PARTS: readonly FilePart[] = [
  gateLights,
  toDo,
  certificates,
  sites,
  contactAccounts,
  accounts,
  changes,
  sources,
  auditsAndCorrections,
  contracts,
  orderOverview,
  freezes,
  risks,
  parties,
  timeline,
];

/** What belongs on the sheet of those who keep the master record, and on its paper: short enough for one page. */
const SHEET_PARTS: readonly FilePart[] = [contactAccounts, sites, accounts, certificates];

/**
 * The file of a supplier on the screen 供应商信息, the same for staff and for the supplier itself: first what has to be done, then what
 * stands beside the master record. Staff also see what the gate says. What a person has no right to is left out.
 */
export async function supplierFileSections(
  context: Context,
  record: SupplierRecord,
  screen: Screen,
): Promise<readonly OwnSection[]> {
  const parts = { "supplier-info": PARTS, "supplier-maintenance": SHEET_PARTS }[screen.key];
  if (!parts) return [];
  const at: At = { context, record, today: dayOf(context.now), isSupplier: Boolean(context.actor.supplierId) };
  const wanted = parts.flatMap((part, index) =>
    Object.entries(part.facets?.(at) ?? {}).map(([name, facet]): [string, Facet] => [`${index} ${name}`, facet]),
  );
  const found = await readFacets(context, Object.fromEntries(wanted));
  const sections: OwnSection[] = [];
  for (const [index, part] of parts.entries())
    sections.push(...(await part.draw(at, (name) => found[`${index} ${name}`] ?? [])));
  return sections.filter((part) => part.kind !== "table" || part.table.rows.length > 0);
}
