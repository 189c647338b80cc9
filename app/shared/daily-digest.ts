/** Something a daily digest tells of, as the single letter would have said it. */
export interface DigestEntry {
  /** Time in China, e.g. `03-02 09:30`. */
  time: string;
  title: string;
  content: string;
  /** Where it leads, as a whole address; null: nowhere. */
  address: string | null;
}

/** What stands in one mail; the rest is in the portal. */
const MOST = 50;

/** The daily digest: every message with its time, without the greeting and the name of the sender that single letters carry. */
export function dailyDigest(
  reader: string,
  day: string,
  notified: readonly DigestEntry[],
): { subject: string; body: string } {
  const shown = notified.slice(0, MOST).map(({ time, title, content, address }, index) => {
    const words = content.replace(/^[^\n]*，您好：\n+/, "") + (address === null ? "" : `\n查看：${address}`);
    return `${index + 1}. ${time} ${title.replace(/^【[^】]*】/, "")}\n${words.replace(/^(?=.)/gm, "   ")}`;
  });
  const more = notified.length > MOST ? [`另有${notified.length - MOST}条，请登录平台查看。`] : [];
  return {
    subject: `【供应商平台】每日汇总 ${day}（${notified.length}条）`,
    body: [`${reader}，您好：`, `以下是您选择每日汇总的通知，共${notified.length}条。`, ...shown, ...more].join("\n\n"),
  };
}
