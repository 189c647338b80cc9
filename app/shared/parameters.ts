export type ParameterType = "text" | "int" | "switch";
export type ParameterGroup = "security" | "ui" | "warning" | "export" | "log" | "files" | "notify";

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
  "security.login.perMinute": int(
    "每个地址每分钟登录次数上限",
    "security",
    20,
    5,
    10000,
    "次",
    "多人共用一个出口地址时可调高",
  ),
  "security.login.addressFail": int("每个地址10分钟内登录失败次数上限", "security", 20, 5, 1000, "次"),
  "security.captcha.afterFail": int("登录失败几次后要求图形验证码", "security", 3, 1, 20, "次"),
  "security.password.maxAgeDays": int(
    "密码最长使用天数",
    "security",
    180,
    0,
    3650,
    "天",
    "超过后须先修改密码；0为不限",
  ),
  "security.password.history": int("不能重复使用的最近密码数", "security", 5, 1, 24, "次", "含当前密码"),
  "security.tempPassword.hours": int("一次性密码有效时长", "security", 72, 1, 720, "小时"),
  "security.session.idleHours": int("闲置多久后需重新登录", "security", 0, 0, 168, "小时", "0为不限"),
  "export.maxRows": int("一次导出的最多行数", "export", 200_000, 1000, 200_000, "行", "超过后须缩小筛选条件再导出"),
  "export.backgroundRows": int(
    "超过多少行改为后台导出",
    "export",
    20_000,
    1000,
    200_000,
    "行",
    "更多的行在导出中心生成，完成后通知",
  ),
  "export.perPerson": int("每人同时进行的后台导出上限", "export", 3, 1, 20, "个"),
  "export.atOnce": int("同时生成的后台导出", "export", 2, 1, 8, "个", "其余的排队；每人同时只生成一个"),
  "export.keepDays": int("导出文件保留天数", "export", 7, 1, 90, "天", "到期后文件删除，可重新生成"),
  "log.keepDays": int("登录日志保留天数", "log", 180, 180, 3650, "天", "网络日志留存不少于六个月"),
  "job.keepDays": int("任务执行日志保留天数", "log", 90, 7, 3650, "天", "每个任务最近一次的日志始终保留"),
  "notify.quietFrom": int("免打扰开始", "notify", 22, 0, 23, "时", "此后的邮件推迟到免打扰结束；与结束相同则不推迟"),
  "notify.quietTo": int("免打扰结束", "notify", 7, 0, 23, "时"),
  "supplier.bank.coolingHours": int(
    "新银行账户付款复核时长",
    "warning",
    72,
    0,
    720,
    "小时",
    "账户生效后这段时间内的付款须财务再次确认；0为不要求",
  ),
  "notify.formDueDays": int("表单截止前几天提醒", "notify", 2, 0, 30, "天", "0为只在截止当天提醒"),
  "files.mostMb": int("单个文件大小上限", "files", 50, 1, 2048, "MB"),
  "files.totalMb": int("单据附件合计上限", "files", 200, 1, 10240, "MB"),
  "forms.draftsPerForm": int("同一表单最多保留的暂存份数", "ui", 5, 1, 20, "份", "超过后最早的一份不再保留"),
  "forms.draftKeepDays": int("暂存内容保留天数", "ui", 30, 1, 365, "天", "从最后一次暂存算起"),
  "registration.open": toggle("开放供应商自主注册", "security", "1", "关闭后，注册页面只说明如何联系采购员"),
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

function toggle(name: string, group: ParameterGroup, initial: "0" | "1", remark: string): ParameterFacts {
  return { name, group, type: "switch", initial, remark };
}

function copy(name: string, initial: string): ParameterFacts {
  return { name, group: "ui", type: "text", initial };
}
