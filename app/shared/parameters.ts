export type ParameterType = "text" | "int" | "switch";
export type ParameterGroup = "security" | "ui" | "warning" | "export" | "log";

/** One tunable limit of the product. What stands here exists; the row in the table holds the value that applies. */
export interface ParameterFacts {
  name: string;
  group: ParameterGroup;
  type: ParameterType;
  initial: string;
  /** Bounds of whole numbers, inclusive. */
  min?: number;
  max?: number;
  unit?: string;
  remark?: string;
}

/**
 * Every parameter, by key. Nothing stands here that the program does not read: an administrator who turns a knob must see
 * something happen.
 */
export const PARAMETERS = {
  "security.login.maxFail": int("连续登录失败次数上限", "security", 5, 3, 20, "次", "达到后锁定账号"),
  "security.login.failWindowMin": int("失败次数统计时长", "security", 30, 5, 1440, "分钟"),
  "security.login.lockMin": int("账号锁定时长", "security", 15, 1, 1440, "分钟"),
  "ui.copyright": copy("页脚版权信息", "供应商平台"),
  "ui.filingNumber": copy("页脚备案号", ""),
} satisfies Readonly<Record<string, ParameterFacts>>;

export type ParameterKey = keyof typeof PARAMETERS;

/** What is known about a key that may come from anywhere; undefined for one the program does not read. */
export function parameterFacts(key: string): ParameterFacts | undefined {
  const all: Readonly<Record<string, ParameterFacts>> = PARAMETERS;
  return Object.hasOwn(all, key) ? all[key] : undefined;
}

function int(
  name: string,
  group: ParameterGroup,
  initial: number,
  min: number,
  max: number,
  unit: string,
  remark?: string,
): ParameterFacts {
  return { name, group, type: "int", initial: String(initial), min, max, unit, ...(remark ? { remark } : {}) };
}

function copy(name: string, initial: string): ParameterFacts {
  return { name, group: "ui", type: "text", initial };
}
