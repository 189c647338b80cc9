import { expect, test } from "vitest";
import { calendarText } from "~/engine/output/calendar";

const of = {
  id: "0193a8d4-0000-7000-8000-000000000001",
  version: 4,
  href: "https://srm.example.com/web/supplier-management/quality-audit/1",
  now: new Date("2026-03-02T01:02:03Z"),
};

test("一天占一整天，到次日零点为止；没有确认的日期是暂定", () => {
  const lines = calendarText({ title: "年度审核", day: "2026-03-31", isOpen: true }, of).split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "DTSTART;VALUE=DATE:20260331",
      "DTEND;VALUE=DATE:20260401",
      "DTSTAMP:20260302T010203Z",
      "SEQUENCE:4",
      "STATUS:TENTATIVE",
      `UID:${of.id}@supplier-portal`,
    ]),
  );
  expect(lines.at(-1)).toBe("");
});

test("逗号、分号、反斜杠和换行按日历文件的写法，一行不超过75个字节，汉字不切开", () => {
  const title = "准入审核：绿野,香料；安徽;有限公司".repeat(4);
  const text = calendarText({ title, day: "2026-03-31", note: "第一行\n第二行\\完" }, of);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const whole = text.replaceAll("\r\n ", "");
  expect(whole).toContain(`SUMMARY:${title.replaceAll(",", "\\,").replaceAll(";", "\\;")}`);
  expect(whole).toContain("DESCRIPTION:第一行\\n第二行\\\\完");
  expect(text).not.toContain("�");
});
