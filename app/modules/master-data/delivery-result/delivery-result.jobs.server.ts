import { text } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { isStorageAway } from "~/engine/storage-away.server";
import { addDays, addMonths, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { MONTH } from "../delivery-assessment/delivery-assessment.rules";
import { makeMonth, monthRefusal } from "./delivery-result.server";

/** What is done for it now and then. */
export const deliveryResultJobs: readonly JobHandler[] = [
  {
    key: "delivery-results",
    label: "月度交货考核",
    purpose: "每月按启用的交货考核规则计算上月各供应商的结果，生成待发布的考核结果；不运行时须在规则页上手工生成。",
    schedule: "30 5 * * *",
    params: { month: text({ label: "月份", maxLength: 7, pattern: MONTH, help: "留空为上月" }) },
    async run({ services, context, given, signal, say }) {
      const today = dayOf(context.now);
      const asked = typeof given.month === "string" ? given.month : null;
      const month = asked ?? addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
      // Some days after the end of the month, so that receipts of its last days are booked.
      const from = addDays(`${today.slice(0, 7)}-01`, await intParameter(services, "assessment.afterDays"));
      if (asked === null && today < from) return undefined;
      const columns = ["id", "title"] as const;
      const rules = await unscopedRows(context, "master-data/delivery-assessment", columns, [
        where.eq("enabled", true),
      ]);
      let made = 0;
      let failed = 0;
      for (const { id, title } of rules) {
        if (signal.aborted) break;
        try {
          if ((await monthRefusal(context, id, month)) !== null) continue;
          // By itself only what is missing is made, also after a run that broke off: drafts are brought up to date when somebody asks.
          const done = await makeMonth(context, {
            ruleId: id,
            month,
            renew: asked !== null,
            goesOn: () => !signal.aborted,
          });
          made += done.made + done.renewed;
        } catch (error) {
          if (isStorageAway(error)) throw error;
          services.log.error({ err: error, rule: id }, "a month of deliveries failed");
          say(`规则「${title}」没有计算成功`);
          failed += 1;
        }
      }
      if (failed > 0) throw new AppError("invalid", { message: `${failed}条规则没有计算成功，原因见系统运行日志` });
      return made > 0 ? `${month}考核结果${made}份` : undefined;
    },
  },
];
