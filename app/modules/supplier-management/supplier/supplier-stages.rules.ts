/** Grades of the last published appraisal. */
export const gradeLabels = { A: "A级", B: "B级", C: "C级", D: "D级", N: "未评级" } as const;

/** How risky a supplier is, by its open risk events. */
export const riskLevels = { high: "高风险", medium: "中风险", low: "低风险" } as const;

/** Whether freezes are in effect, and how much of the business they stop. */
export const freezeStatuses = { none: "正常", partial: "部分冻结", full: "全部冻结" } as const;

/** Stages in which nothing is bought from a supplier any more. */
export const ENDED_STAGES = ["eliminated", "blacklisted"] as const;
