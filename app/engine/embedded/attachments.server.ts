import { z } from "zod";
import { selectFiles } from "~/data/files.server";
import { ticketStands } from "~/data/tickets.server";
import { type DecisionPage, EMBEDDED_FILES } from "~/shared/embedded-pages";
import { sizeText } from "~/shared/file-kinds";
import { type Context, systemContext } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { embeddedOf } from "../entity/check-embedded";
import type { StoredRef } from "../entity/kinds/file";
import { AppError } from "../errors";
import { storedFileAnswer } from "../files/answer.server";
import { scanRefusal, scanWord } from "../files/download.server";
import { filePlaces, refsAt } from "../files/file-fields";
import { mayRead } from "../operations/scope.server";
import { intParameter } from "../parameters.server";
import { issueTicket, type Ticket } from "../tickets/tickets.server";

const MINUTE_MS = 60_000;

/** A file as an embedded page keeps it: what was handed in, whatever is brought in later. */
export const keptFileSchema = z.object({ id: z.string(), name: z.string(), size: z.number(), type: z.string() });

/** A file on the page; `href` opens once. */
export interface EmbeddedFile {
  id: string;
  name: string;
  size: string;
  href: string | null;
  /** Why it cannot be taken now. */
  note: string | null;
}

/** The files of a record that its page shows. */
export function filesToKeep(entity: AnyEntity, record: AnyRecord): StoredRef[] {
  const wanted = embeddedOf(entity)?.files ?? [];
  return filePlaces(entity)
    .filter(({ path }) => wanted.includes(path))
    .flatMap((place) => refsAt(record, place));
}

/** The files of a document whose paper is shown: all of its head that this context reads. */
export function filesOfPaper(context: Context, entity: AnyEntity, record: AnyRecord): StoredRef[] {
  return filePlaces(entity)
    .filter(({ path, table, field }) => table === null && mayRead(context, entity, path, field))
    .flatMap((place) => refsAt(record, place));
}

/**
 * The files of a page with a link each that opens once and for minutes. Where no links can be made now the page is read without them.
 * @param ticket the link by which the page was opened: what ends it ends these as well
 */
export async function fileLinks(
  anonymous: Context,
  ticket: Ticket,
  files: readonly StoredRef[],
): Promise<EmbeddedFile[]> {
  if (files.length === 0) return [];
  const { services } = anonymous;
  const context = { ...systemContext(services, "审批链接"), now: anonymous.now };
  const stored = new Map(
    (
      await selectFiles(
        services.database.connection(),
        files.map(({ id }) => id),
      )
    ).map((file) => [file.id, file]),
  );
  const noteOf = (id: string): string | null => {
    const file = stored.get(id);
    return file?.state === "whole" ? scanWord(file.scan) : "已不在";
  };
  const minutes = await intParameter(services, "embedded.fileMinutes");
  const ends = Math.min(context.now.getTime() + minutes * MINUTE_MS, Date.parse(ticket.expiresAt));
  const path = EMBEDDED_FILES[ticket.purpose as DecisionPage];
  const make = () =>
    services.database.transaction({ role: "owner" }, async () => {
      const made = new Map<string, string>();
      for (const { id, name } of files) {
        if (noteOf(id) !== null) continue;
        const { secret } = await issueTicket(context, {
          ...{ purpose: "embedded-file", entity: ticket.entity, recordId: ticket.recordId, singleUse: true },
          expiresAt: new Date(ends).toISOString(),
          ...(ticket.recipient === null ? {} : { recipient: ticket.recipient }),
          snapshot: { file: id, name, page: ticket.id, purpose: ticket.purpose },
        });
        made.set(id, `${path}?ticket=${secret}`);
      }
      return made;
    });
  const hrefs = await make().catch((error: unknown) => {
    services.log.error({ err: error, ticket: ticket.id }, "links to files could not be made");
    return new Map<string, string>();
  });
  return files.map(({ id, name, size }) => {
    const href = hrefs.get(id) ?? null;
    return {
      id,
      name,
      size: sizeText(size),
      href,
      note: href === null ? (noteOf(id) ?? "暂时不能下载，请刷新本页") : null,
    };
  });
}

const wantedSchema = z.object({ file: z.string(), name: z.string(), page: z.string(), purpose: z.string() });

/**
 * The file of a link that opens once, to save.
 * @param among the files the page shows now, where it is read anew at every visit
 * @throws AppError("link_gone") also where the link to the page was ended meanwhile, or the file is not to be handed out
 */
export async function embeddedFile(
  context: Context,
  ticket: Ticket,
  page: DecisionPage,
  among?: readonly StoredRef[],
): Promise<Response> {
  const { services, now } = context;
  const connection = services.database.connection();
  const wanted = wantedSchema.safeParse(ticket.snapshot).data;
  if (wanted?.purpose !== page || !(await ticketStands(connection, wanted.page, now.toISOString())))
    throw new AppError("link_gone");
  if (among && !among.some(({ id }) => id === wanted.file)) throw new AppError("link_gone");
  const [file] = await selectFiles(connection, [wanted.file]);
  if (file?.state !== "whole" || scanRefusal(file.scan) !== null) throw new AppError("link_gone");
  return storedFileAnswer(context, file, wanted.name);
}
