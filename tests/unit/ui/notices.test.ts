import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NoticeList } from "~/ui/shell/Notices/NoticeList";

const html = (count: number) =>
  renderToStaticMarkup(
    createElement(NoticeList, {
      connectionNotices: [],
      notices: Array.from({ length: count }, (_one, at) => ({
        id: `n${at}`,
        level: "info" as const,
        text: `消息${at}`,
      })),
      row: (notice) => createElement("li", { key: notice.id }, notice.text),
    }),
  );

test("最多同时三条消息，其余折在后面，没有就什么都不画", () => {
  expect(html(0)).toBe("");
  expect(html(3)).not.toContain("<details");
  const [shown = "", folded = ""] = html(5).split("<details>");
  expect(shown.match(/消息\d/g)).toEqual(["消息0", "消息1", "消息2"]);
  expect(folded).toContain("<summary>另有2条</summary>");
  expect(folded.match(/消息\d/g)).toEqual(["消息3", "消息4"]);
});
