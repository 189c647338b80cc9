import type { ScenarioFacts } from "~/shared/scenarios";

const number = { label: "单据编号", sample: "XJ2026030001" };
const by = { label: "操作人", sample: "李梅" };

/** What people are notified of about sealed content. */
export const sealingScenarios = {
  "seal.share-given": {
    label: "另一名开启人已交出份额",
    module: "单据",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    mandatory: true,
    help: "密封内容由两名开启人共同开启，一人交出份额后提醒另一人。不能关闭。",
    variables: { number, by },
    wording: {
      title: "{{number}} 等待您共同开启",
      content: "{{by}} 已交出开启份额，请打开单据，用您的开启口令共同开启。",
    },
  },
  "seal.recovery": {
    label: "启用监督人的开启份额",
    module: "单据",
    level: "security",
    channels: ["site", "email"],
    audience: "internal",
    mandatory: true,
    help: "管理员申请、确认或驳回启用监督人的份额时，告知开启人、监督人和其他管理员。不能关闭。",
    variables: {
      number,
      by,
      verdict: { label: "步骤", sample: "申请" },
      reason: { label: "原因", sample: "开启人离职，口令已遗失" },
    },
    wording: {
      title: "{{number}}：{{by}} {{verdict}}启用监督人的份额",
      content:
        "原因：{{reason}}。两名管理员申请并确认后，监督人可以代替一名开启人交出份额。如有异议，请立即联系管理员。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
