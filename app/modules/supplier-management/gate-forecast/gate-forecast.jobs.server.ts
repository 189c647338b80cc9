import type { JobHandler } from "~/engine/jobs/handler.server";
import { forecastGate } from "./gate-forecast.server";

/** What is done for it now and then. */
export const gateForecastJobs: readonly JobHandler[] = [
  {
    key: "gate-forecast",
    label: "限单预告推算",
    purpose: "推算不久将不能下达的订单，供限单预告查看；报告、货源或冻结有变化后可再次运行。",
    schedule: "10 6 * * *",
    async run({ services }) {
      const { orders, found } = await forecastGate(services);
      return `推算${orders}张订单，预告${found}条`;
    },
  },
];
