import { reference } from "~/engine/entity";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { refreshAllCompleteness } from "../supplier/refresh-completeness.server";

/** What is done for it now and then. */
export const supplierCertificateJobs: readonly JobHandler[] = [
  {
    key: "supplier-completeness",
    label: "供应商资料完整度",
    purpose: "按现行的必备资质规则重新计算每家供应商的资料完整度和待补充资料；不运行时只在档案变化时更新。",
    schedule: "30 2 * * *",
    timeoutS: 3600,
    params: {
      supplier_id: reference("supplier-management/supplier", {
        label: "供应商",
        help: "只核对这一家；留空核对全部",
      }),
    },
    async run({ services, given, signal }) {
      const only = typeof given.supplier_id === "string" ? given.supplier_id : null;
      const looked = await refreshAllCompleteness(services, () => !signal.aborted, only);
      return looked > 0 ? `核对${looked}家供应商` : undefined;
    },
  },
];
