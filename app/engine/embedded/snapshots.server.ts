import { z } from "zod";
import { insertSnapshot, newestSnapshot, type SnapshotOf } from "~/data/record-snapshots.server";
import { type Context, consequenceOf } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { embeddedOf } from "../entity/check-embedded";
import type { KeptSection } from "../entity/server-hooks";
import { titleOf } from "../operations/write.server";
import { filesToKeep, keptFileSchema } from "./attachments.server";

/** What we wrote ourselves, and never change; its parts are texts. */
const sectionsSchema = z.array(
  z.custom<KeptSection>((value) => ["table", "chart", "facts"].includes(String(Object(value).kind))),
);

const pageSchema = z.object({
  title: z.string(),
  number: z.string(),
  groups: z.array(z.object({ title: z.string(), sections: sectionsSchema })),
  files: z.array(keptFileSchema).default([]),
});

/** What a page for those who decide elsewhere shows of a record, as it was when its case began. */
export type KeptPage = z.infer<typeof pageSchema>;

/** A kept page: which of the record's it is, counted from 1, and the case it was made for. */
export interface KeptPageOf {
  version: number;
  caseId: string;
  madeAt: string;
  page: KeptPage;
}

/**
 * Draws and keeps the embedded page of a record, in the transaction that begins its case. What is stored later anywhere else does not change it.
 * Nothing is kept for kinds without such a page.
 */
export async function keepPage(
  context: Context,
  { entity, record, caseId }: { entity: AnyEntity; record: AnyRecord; caseId: string },
): Promise<void> {
  const embedded = embeddedOf(entity);
  const hooks = context.services.registry.server(entity.key).embedded;
  if (!embedded || !hooks) return;
  const drawing = consequenceOf(context);
  const groups: KeptPage["groups"] = [];
  for (const [name, title] of Object.entries(embedded.shows)) {
    const sections = [...((await hooks.parts[name]?.(drawing, record)) ?? [])];
    if (sections.length > 0) groups.push({ title, sections });
  }
  const content: KeptPage = {
    title: entity.label,
    number: titleOf(entity, record),
    groups,
    files: filesToKeep(entity, record),
  };
  await keep(context, { entity: entity.key, recordId: record.id, kind: "page" }, { cause: caseId, content });
}

/** The page that was kept last; null where no case with a decision elsewhere has begun yet. */
export async function newestPage(context: Context, entityKey: string, recordId: string): Promise<KeptPageOf | null> {
  const row = await newestSnapshot(context.services.database.connection(), {
    ...{ entity: entityKey, recordId, kind: "page" },
  });
  return row && { version: row.version, caseId: row.cause, madeAt: row.at, page: pageSchema.parse(row.content) };
}

/**
 * Keeps what was compared when something was awarded, with the document that carries the award on.
 * @param about.cause what it was made for, e.g. the inquiry: the same makes no second one
 */
export async function keepComparison(
  context: Context,
  about: { entity: string; recordId: string; cause: string },
  sections: readonly KeptSection[],
): Promise<void> {
  const { entity, recordId, cause } = about;
  await keep(context, { entity, recordId, kind: "comparison" }, { cause, content: sections });
}

/** What was compared at the award, as it was shown then; empty where nothing was. */
export async function keptComparison(context: Context, entity: string, recordId: string): Promise<KeptSection[]> {
  const row = await newestSnapshot(context.services.database.connection(), { entity, recordId, kind: "comparison" });
  return row ? sectionsSchema.parse(row.content) : [];
}

async function keep(
  context: Context,
  of: SnapshotOf,
  { cause, content }: { cause: string; content: unknown },
): Promise<void> {
  const { services, actor, now } = context;
  const row = { ...of, id: services.newId(), cause, content, by: actor.id, at: now.toISOString() };
  await insertSnapshot(services.database.connection(), row);
}
