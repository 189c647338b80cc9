import type { ConfirmForm, PasswordForm } from "./model";

interface Facts {
  csrf: string;
  from: string;
  account: string;
}

/**
 * Forms that are known without asking: the server draws them on their pages, the shell in a dialog.
 */
export function passwordForm(facts: Facts & { asksPresent: boolean; forced?: string }): PasswordForm {
  return {
    title: "修改密码",
    action: "/account/password",
    submit: "确定",
    errors: [],
    ...facts,
  };
}

export function logoutForm({ csrf, from, account }: Facts): ConfirmForm {
  return {
    title: "退出登录",
    action: "/account/logout",
    submit: "退出登录",
    question: "真的要注销登录吗 ?",
    facts: [{ label: "账号", text: account }],
    fields: [],
    csrf,
    from,
  };
}
