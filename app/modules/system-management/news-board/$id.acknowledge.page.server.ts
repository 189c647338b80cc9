import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { readNews } from "~/engine/notify/news-receipts.server";
import { openRecord } from "~/engine/operations/records.server";
import { requireAction } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordPath } from "~/engine/screen/address";

const BOARD = "system-management/news-board";

async function openNews(context: Context, id: string) {
  const screen = context.services.registry.screen(BOARD);
  if (!screen) throw new AppError("not_found");
  requireAction(context, screen.entity, "get", screen);
  const { record } = await reading(context, () =>
    openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } }),
  );
  return { record, path: recordPath(screen, record.id) };
}

/** Asks a reader to say that news were read. @throws AppError("forbidden" | "not_found") */
export async function acknowledgeModel(context: Context, id: string) {
  const { record, path } = await openNews(context, id);
  return {
    title: `确认已阅读：${String(record.title)}`,
    action: `${path}/acknowledge`,
    version: String(record.version),
    label: "确认已阅读",
    tone: "primary" as const,
    question: "确认您已阅读并了解这条公告的内容。确认后发布人可以看到您的姓名和确认时间。",
    facts: [{ label: "标题", text: String(record.title) }],
    findings: [],
    controls: [],
    errors: [],
    blocked: false,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}

/** Notes that the person has read news and says so; saying it again changes nothing. @throws AppError("forbidden" | "not_found") */
export async function acknowledgeNews(context: Context, id: string): Promise<{ path: string }> {
  const { record, path } = await openNews(context, id);
  await readNews(context, record.id, true);
  return { path };
}
