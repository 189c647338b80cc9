import type { Complaint } from "./entity/record";

/** The closed catalogue of things that can go wrong on purpose. Anything else that is thrown is a fault of the program. */
export const ERRORS = {
  invalid: { status: 400, code: 40001, message: "填写内容有误，请按提示修改" },
  malformed: { status: 400, code: 40002, message: "参数格式不正确" },
  wrong_state: { status: 400, code: 40003, message: "当前状态不允许此操作" },
  duplicate: { status: 400, code: 40004, message: "数据已存在" },
  in_use: { status: 400, code: 40003, message: "已被其他单据引用，不能删除" },
  stale_record: { status: 400, code: 40009, message: "数据已被他人修改，请刷新后重试" },
  acknowledge: { status: 400, code: 40003, message: "存在需要确认的检查结果，请填写原因后继续" },
  captcha: { status: 400, code: 40010, message: "验证码错误或已过期" },
  signed_out: { status: 401, code: 40101, message: "Authorization verification failed" },
  expired: { status: 401, code: 40105, message: "登录已过期，请重新登录" },
  wrong_password: { status: 401, code: 40102, message: "账户或密码错误" },
  locked: { status: 401, code: 40103, message: "密码错误次数过多，请在{wait}后再试" },
  blocked: { status: 401, code: 40104, message: "账号已冻结：{reason}，请联系管理员" },
  forbidden: { status: 403, code: 40301, message: "无操作权限：{permission}" },
  own_rule: { status: 403, code: 40302, message: "不能处理本人创建或经手的单据，请由他人办理" },
  password_first: { status: 403, code: 40303, message: "请先修改密码" },
  foreign_menu: { status: 403, code: 40302, message: "不能打开他人的菜单" },
  link_gone: { status: 403, code: 40305, message: "链接已失效，请从审批单或通知邮件重新打开" },
  not_found: { status: 404, code: 40401, message: "数据不存在或已被删除" },
  stopped: { status: 404, code: 40401, message: "该功能已停用" },
  too_often: { status: 429, code: 42901, message: "操作过于频繁，请稍后再试" },
  unavailable: { status: 503, code: 50301, message: "系统暂时不可用，请稍后重试" },
} as const;

export type ErrorName = keyof typeof ERRORS;

export interface ErrorDetails {
  /** Replaces the catalogue's sentence. */
  message?: string;
  /** Values for `{name}` in the sentence. */
  values?: Record<string, string | number>;
  complaints?: readonly Complaint[];
  /** Anything the translators put beside the message, e.g. both versions of a stale record. */
  facts?: Readonly<Record<string, unknown>>;
}

/** The one class of expected errors. Two translators turn it into a form result or a REST body. */
export class AppError extends Error {
  readonly status: number;
  readonly code: number;
  readonly complaints: readonly Complaint[];
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    readonly error: ErrorName,
    details: ErrorDetails = {},
  ) {
    const known = ERRORS[error];
    const template: string = details.message ?? known.message;
    super(template.replace(/\{(\w+)\}/g, (_whole, name: string) => String(details.values?.[name] ?? "")));
    this.name = "AppError";
    this.status = known.status;
    this.code = known.code;
    this.complaints = details.complaints ?? [];
    this.facts = details.facts ?? {};
  }
}

/** What a hook complains about is refused as a guard would. @throws AppError("invalid") */
export function refuseIf(complaint: Complaint | null): void {
  if (complaint) throw new AppError("invalid", { message: complaint.message, complaints: [complaint] });
}
