import { describe, expect, test } from "vitest";
import type { Filter, ListModel } from "~/ui/model/list";
import { sentList } from "~/ui/table/drawn";
import { choicesHtml, chosenLabels } from "~/ui/table/FilterBar/choices-html";

const options = [
  { value: "draft", label: "草稿" },
  { value: 'a"b', label: "<img src=x onerror=alert(1)>" },
];
const filter: Filter = { name: "state", label: "状态", kind: "options", values: ["draft"], options };

describe("筛选的勾选框", () => {
  test("首个框带着标签所指的编号，已选的勾上，文字不成为标记", () => {
    expect(choicesHtml(filter, "q-state", options, filter.values)).toBe(
      '<legend class="vh">状态</legend>' +
        '<label><input id="q-state" type="checkbox" name="state" value="draft" checked="">草稿</label>' +
        '<label><input type="checkbox" name="state" value="a&quot;b">&lt;img src=x onerror=alert(1)&gt;</label>' +
        '<button type="submit" class="bt" data-tone="primary">查询</button>',
    );
  });

  test("整页不再另送已画出的选项，但仍说得出勾了什么", () => {
    const typed: Filter = { name: "q", label: "搜索", kind: "contains", values: ["糖"] };
    const model = { filters: [filter, typed], datalists: [], table: { caption: "", columns: [], rows: [] } };
    const sent = sentList(model as unknown as ListModel);
    expect(sent.filters).toEqual([{ ...filter, options: "drawn", chosen: ["草稿"] }, typed]);
    expect(sent.filters.map(chosenLabels)).toEqual([["草稿"], []]);
    expect(chosenLabels({ ...filter, values: ["别的"] })).toEqual([]);
  });
});
