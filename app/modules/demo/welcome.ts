import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./accounts";

const WIDTH = Math.max(...DEMO_ACCOUNTS.map(({ account }) => account.length)) + 2;

/** What whoever started the demo needs to know: where it is and whom to sign in as. */
export function demoWelcome(address: string): string {
  const accounts = DEMO_ACCOUNTS.map(({ account, role }) => `  ${account.padEnd(WIDTH)}${role}`).join("\n");
  return `\n演示系统已就绪：${address}\n演示账号（密码均为 ${DEMO_PASSWORD}，香满园食品为虚构企业）：\n${accounts}\n`;
}
