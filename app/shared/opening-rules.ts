/** Rules of a new opening passphrase, the same for the server and for the browser. */

/** Shortest passphrase: it is guessed against a copy of the database, where nobody counts. */
export const PASSPHRASE_LEAST = 12;
export const PASSPHRASE_MOST = 128;
const SIGNS_LEAST = 6;

export const PASSPHRASE_HINT = `至少${PASSPHRASE_LEAST}个字符，可以是一句只有您知道的话；不能与登录密码相同`;
/** Said of a sign-in password that is the opening passphrase, and the other way round. */
export const PASSPHRASE_TAKEN = "登录密码与开启口令不能相同";

/** What is wrong with a new passphrase, at most one sentence per field; that it is not the sign-in password is for the server to say. */
export function passphraseComplaints(input: {
  passphrase: string;
  again: string;
}): { field: "passphrase" | "again"; message: string }[] {
  const problem = passphraseProblem(input.passphrase);
  if (problem) return [{ field: "passphrase", message: problem }];
  if (input.again === "") return [{ field: "again", message: "请再输入一次开启口令" }];
  return input.again.normalize("NFKC") === input.passphrase.normalize("NFKC")
    ? []
    : [{ field: "again", message: "两次输入的开启口令不一致" }];
}

function passphraseProblem(text: string): string | null {
  const signs = [...text.normalize("NFKC")];
  if (text === "") return "请输入开启口令";
  if (signs.length < PASSPHRASE_LEAST) return `开启口令至少${PASSPHRASE_LEAST}个字符`;
  if (signs.length > PASSPHRASE_MOST) return `开启口令不能超过${PASSPHRASE_MOST}个字符`;
  return new Set(signs).size < SIGNS_LEAST ? "开启口令重复的字符太多，请换一个" : null;
}
