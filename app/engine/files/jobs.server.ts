import type { JobHandler } from "../jobs/handler.server";
import { removeLooseFiles, removeUnknownBytes, scanWaitingFiles } from "./upkeep.server";

/** Work of this part of the platform that is done now and then. */
export const filesJobs: readonly JobHandler[] = [
  {
    key: "loose-files",
    label: "无主文件清理",
    purpose:
      "删除上传后一天内没有保存到单据的文件、没传完的文件、已删除单据的文件，以及存储中没有任何记录的内容；不运行时只多占空间。",
    schedule: "30 3 * * *",
    timeoutS: 3600,
    async run({ services, signal }) {
      const removed = await removeLooseFiles(services, () => signal.aborted);
      const unknown = await removeUnknownBytes(services, () => signal.aborted);
      const said = [
        ...(removed > 0 ? [`已清理${removed}个文件`] : []),
        ...(unknown > 0 ? [`已清走没有记录的内容${unknown}份`] : []),
      ];
      return said.length > 0 ? said.join("，") : undefined;
    },
  },
  {
    key: "file-scan",
    label: "附件病毒检查",
    purpose: "把新上传的附件交给病毒扫描服务检查；不运行时附件一直显示待检查，不能下载。没有配置扫描服务时不做任何事。",
    schedule: "*/2 * * * *",
    awaited: true,
    async run({ services, signal }) {
      const { clean, infected, failed } = await scanWaitingFiles(services, () => signal.aborted);
      if (clean + infected + failed === 0) return undefined;
      return `通过${clean}个，隔离${infected}个，未能检查${failed}个（下次再试）`;
    },
  },
];
