import type { JobHandler } from "../jobs/handler.server";
import { finishImports } from "./batch.server";

/** Work of this part of the platform that is done now and then. */
export const importsJobs: readonly JobHandler[] = [
  {
    key: "imports",
    label: "导入接续",
    purpose: "把离开页面后没有做完的导入接着检查和执行，完成后通知上传的人。",
    schedule: "* * * * *",
    awaited: true,
    async run({ services, signal }) {
      const ended = await finishImports(services, () => !signal.aborted);
      return ended > 0 ? `处理完${ended}个导入批次` : undefined;
    },
  },
];
