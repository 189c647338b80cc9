/** By which way somebody came. */
export const CHANNELS = { password: "密码", single: "单点登录", recover: "找回密码" } as const;

/** Why a session ended, as the program writes it. */
export const END_REASONS = {
  "sign-out": "本人退出",
  expired: "超过有效期",
  kick: "管理员强制下线",
  forced: "本人在其他设备上退出",
  password: "修改密码",
  "password-reset": "管理员重置密码",
  recover: "通过邮件重置密码",
  blocked: "账号已冻结",
  deleted: "账号已删除",
} as const;

/** Why somebody was refused, and what else is said of a line of the log. */
export const REASONS = {
  wrong_password: "密码错误",
  unknown_account: "账号不存在",
  address: "地址禁止登录",
  "password-recovered": "通过邮件重置密码",
  ...END_REASONS,
} as const;
