import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PaperTable } from "~/ui/print/PaperTable/PaperTable";

test("纸面表格的每一格都写明所在列，手机上一行是一张卡片；合计另成一组", () => {
  const columns = [
    { label: "行", align: "end" as const },
    { label: "含税金额（¥）", align: "end" as const },
  ];
  const rows = [{ id: "0", cells: [{ text: "1" }, { text: "3,500.00", tone: "warning" as const }] }];
  const html = renderToStaticMarkup(
    createElement(PaperTable, { caption: "订单明细", columns, rows, totals: ["合计", "3,500.00"] }),
  );
  expect(html).toContain(
    '<td data-label="行" data-align="end">1</td><td data-label="含税金额（¥）" data-align="end" data-tone="warning">3,500.00</td>',
  );
  expect(html).toContain(
    '<tbody class="pp-totals"><tr><td data-label="行" data-align="end">合计</td><td data-label="含税金额（¥）" data-align="end">3,500.00</td></tr></tbody>',
  );
});
