import type { JobHandler } from "../jobs/handler.server";
import { makeExports } from "./worker.server";

/** Work of this part of the platform that is done now and then. */
export const exportsJobs: readonly JobHandler[] = [
  {
    key: "exports",
    label: "后台导出",
    purpose: "生成导出中心里排队的文件，完成后通知；到期的文件在这里删除。不运行时导出一直排队。",
    schedule: "* * * * *",
    awaited: true,
    timeoutS: 3600,
    async run({ services, signal }) {
      const { done, failed, expired } = await makeExports(services, signal);
      if (done + failed + expired === 0) return undefined;
      return `生成${done}个文件，失败${failed}个，到期清理${expired}个`;
    },
  },
];
