import { dayOf } from "~/shared/calendar";
import type { PrintDocument } from "~/shared/print-document";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { ListPaper } from "../entity/server-hooks";
import { AppError } from "../errors";
import { type ListQuery, narrowedScreen } from "../operations/list.server";
import { requireAction } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { listHref, pairsOf } from "../screen/list-query.server";
import { conditionText, noteTaken } from "./export.server";
import type { OutputFile } from "./output-file.server";
import { pdfFile } from "./pdf-thread.server";
import { printCode } from "./print-code.server";

const PLATFORM = "供应商平台";
/** Path of all pages. */
const BASE = "/web";

/** The paper of a list, where its entity has one for this screen. */
export function paperOf(context: Context, screen: Screen): ListPaper | undefined {
  const { paper } = context.services.registry.server(screen.entity.key);
  return paper?.screen === screen.key ? paper : undefined;
}

/**
 * A list as it stands on paper, of the rows it shows under these conditions; for whoever may take it out of the product.
 * @param origin where the QR code leads: to the list under the same conditions; empty where nobody knows it, then there is none
 * @throws AppError("forbidden"), AppError("not_found") for a list without a paper
 */
export async function printedList(
  context: Context,
  screen: Screen,
  query: ListQuery,
  origin: string,
): Promise<PrintDocument> {
  requireAction(context, screen.entity, "export", screen);
  const paper = paperOf(context, screen);
  if (!paper) throw new AppError("not_found");
  const parts = await reading(context, async () => {
    const narrowed = await narrowedScreen(context, screen, query);
    return paper.draw(context, narrowed.screen);
  });
  const today = dayOf(context.now);
  const asked = conditionText(screen, query);
  return {
    title: paper.title,
    head: { title: "", name: PLATFORM, facts: [] },
    number: { label: "截至", text: today },
    mark: null,
    qr: origin === "" ? null : printCode(`${origin}${BASE}${listHref(screen, pairsOf(query))}`),
    parties: [],
    parts: [...parts],
    sums: [],
    words: null,
    clauses: [],
    signatures: [...paper.signatures],
    landscape: true,
    foot: [`${paper.title} · ${today}`, ...(asked === "" ? [] : ["按列表条件筛选"])].join(" · "),
  };
}

/** The paper of a list as an A4 file; that it was taken stands in the trail. @throws as `printedList` does */
export async function listPdf(context: Context, screen: Screen, query: ListQuery, origin: string): Promise<OutputFile> {
  const document = await printedList(context, screen, query, origin);
  await noteTaken(context, screen, { label: `导出${document.title}`, format: "pdf", list: query, rows: null });
  const body = await pdfFile(document, `${dayOf(context.now)}T00:00:00.000Z`);
  return { name: `${document.title}_${dayOf(context.now)}.pdf`, type: "application/pdf", body };
}
