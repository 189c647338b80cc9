/** Rules of a new password (specification section 5), the same for the server and for the browser. */

/** The red hint beside the field of a new password. */
export const PASSWORD_HINT = "密码至少8位，必须含大写、小写、数字3类";

/** Said of a password that does not follow the pattern, both when it is chosen and when one signs in with it. */
export const PASSWORD_WEAK = "您的密码复杂度太低（密码中必须包含大小写字母、数字,最少8位),请及时改密码！";

/** Longest password that is taken: hashing more is of no use to anybody but an attacker. */
export const PASSWORD_MOST = 64;

/** Said where the present password must be named and is not. */
export const PRESENT_PASSWORD_MISSING = "请输入当前密码";

const PATTERN = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d@$!%*?&]{8,}$/;

export interface PasswordComplaint {
  field: "newpassword" | "confirmpassword";
  message: string;
}

/** True when a password does not follow the pattern, e.g. one that was set before the rule existed. */
export function isWeakPassword(password: string): boolean {
  return !PATTERN.test(password);
}

/**
 * What is wrong with a new password, at most one sentence per field; empty when nothing is. That it is none of the last ones is for
 * the server to say.
 */
export function passwordComplaints(input: {
  account: string;
  newpassword: string;
  confirmpassword: string;
}): PasswordComplaint[] {
  const { newpassword, confirmpassword } = input;
  const isDifferent = newpassword !== "" && confirmpassword !== "" && newpassword !== confirmpassword;
  const first = newPasswordProblem(input.account, newpassword) ?? (isDifferent ? "新密码与确认密码不一致" : null);
  const second = confirmpassword === "" ? "确认密码不能为空" : isDifferent ? "确认密码与新密码不一致" : null;
  return [
    ...(first ? [{ field: "newpassword" as const, message: first }] : []),
    ...(second ? [{ field: "confirmpassword" as const, message: second }] : []),
  ];
}

function newPasswordProblem(account: string, password: string): string | null {
  if (password === "") return "新密码不能为空";
  if (isWeakPassword(password)) return PASSWORD_WEAK;
  if (password.length > PASSWORD_MOST) return `密码不能超过${PASSWORD_MOST}位`;
  const name = account.trim().toLowerCase();
  return name !== "" && password.toLowerCase().includes(name) ? "密码不能包含用户账号" : null;
}
