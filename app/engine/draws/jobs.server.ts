import type { JobHandler } from "../jobs/handler.server";
import { checkDraws } from "./check-up.server";

/** Work of this part of the platform that is done now and then. */
export const drawsJobs: readonly JobHandler[] = [
  {
    key: "draw-check",
    label: "链上数量核对",
    purpose: "按单据重新计算订单行等的已通知、已收、可送数量，列出不一致之处，不自动更改；不运行时差异无人发现。",
    schedule: "20 3 * * *",
    timeoutS: 7200,
    async run({ context, signal, say }) {
      const { lines, differences, named } = await checkDraws(context, signal);
      for (const sentence of named) say(sentence);
      return differences > 0 ? `核对${lines}行，发现${differences}处不一致，请查明原因` : `核对${lines}行，全部一致`;
    },
  },
];
