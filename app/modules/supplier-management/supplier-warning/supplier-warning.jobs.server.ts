import type { JobHandler } from "~/engine/jobs/handler.server";
import { gatherWarnings } from "./supplier-warning.server";

/** What is done for it now and then. */
export const supplierWarningJobs: readonly JobHandler[] = [
  {
    key: "supplier-warnings",
    label: "供应商预警汇总",
    purpose: "把资质、型检、品牌授权的到期情况，未了结的风险和超期的审核汇总到供应商预警；不运行时列表停在上次的情况。",
    schedule: "20 * * * *",
    async run({ services }) {
      return `共${await gatherWarnings(services)}条预警`;
    },
  },
];
