import type { Hono } from "hono";
import { AppError } from "~/engine/errors";
import { previewSchedule } from "~/engine/jobs/schedule.server";
import { firstWording, type NotificationChannel, type NotificationSide } from "~/shared/scenarios";
import { previewWording } from "~/shared/wording";
import { jsonBody, optionalText } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** What settings would mean before they are kept (`shell-and-api.md` 13.4). */
export function previewCalls(app: Hono<RestEnv>): void {
  app.post("/v2/sys/job/preview", async (c) => {
    const body = await jsonBody(c.req.raw);
    const schedule = {
      type: optionalText(body, "scheduleType") ?? "",
      conf: optionalText(body, "scheduleConf") ?? null,
      zone: optionalText(body, "timeZone") ?? "Asia/Shanghai",
    };
    const { text, next, error } = previewSchedule(schedule, c.get("context").now);
    return success({ valid: error === null, text, next, error });
  });

  app.post("/v2/sys/template/preview", async (c) => {
    const body = await jsonBody(c.req.raw);
    const facts = c.get("context").services.registry.scenarioFacts(optionalText(body, "scenario") ?? "");
    if (!facts) throw new AppError("malformed", { message: "参数格式不正确：scenario" });
    const channel: NotificationChannel = body.channel === "email" ? "email" : "site";
    const side: NotificationSide = body.side === "supplier" ? "supplier" : "internal";
    const first = firstWording(facts, channel, side);
    const title = optionalText(body, "title") ?? first.title;
    const content = optionalText(body, "content") ?? first.content;
    return success(previewWording(facts.variables, { title, content }));
  });
}
