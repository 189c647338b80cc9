import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { batchResultModel } from "./batch-model.server";
import { saveResult } from "./result-page.server";

/**
 * Puts what became of a batch on a result page.
 * @param resultHref as `submitBatch` answers it
 * @returns the address of the page
 */
export async function batchResultPage(
  context: Context,
  screen: Screen,
  segment: string,
  resultHref: string,
): Promise<string> {
  const { searchParams } = new URL(resultHref, "http://portal.invalid");
  const { title, done, failed, backHref } = await batchResultModel(context, screen, segment, searchParams);
  const problems = failed.map((row) => ({
    what: row.title,
    message: row.message,
    href: "href" in row ? row.href : null,
  }));
  return saveResult(context, failed.length === 0 ? "success" : "error", {
    title,
    description: failed.length === 0 ? `${done}。` : `${done}，${failed.length} 条没有处理：`,
    problems,
    next: [{ label: "返回列表", href: backHref }],
  });
}
