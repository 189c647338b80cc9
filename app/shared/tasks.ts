/** How urgent a task is. */
export const TASK_PRIORITIES = { high: "高", normal: "中", low: "低" } as const;
export type TaskPriority = keyof typeof TASK_PRIORITIES;

/** Where a task comes from: a case of approval that asks somebody, the program for a document, or a colleague. */
export const TASK_SOURCES = { approval: "审批", system: "系统生成", manual: "人工分派" } as const;
