import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Element } from "domhandler";
import { describe, expect, onTestFinished, test } from "vitest";
import { explained } from "../../e2e/support/complaints";
import { chooseFiles, entriesOf, sendingOf } from "../../e2e/support/reader/form";
import { nameOf } from "../../e2e/support/reader/names";
import { Reader } from "../../e2e/support/reader/reader";
import { isShown, pageOf, select, shownText } from "../../e2e/support/reader/tree";

const HERE = "http://127.0.0.1/web/orders?state=draft";

function parts(html: string) {
  const page = pageOf(html);
  const one = (selector: string): Element => {
    const [element] = select(page, selector);
    if (!element) throw new Error(`no ${selector}`);
    return element;
  };
  return { page, one };
}

describe("表单在没有脚本时送出的内容", () => {
  const HTML = `<form id="f" action="/save" method="post">
    <input type="hidden" name="_csrf" value="k"><input name="remark" value="原样">
    <input type="checkbox" name="urgent" value="1" checked><input type="checkbox" name="late" value="1">
    <input type="radio" name="mode" value="a"><input type="radio" name="mode" value="b" checked>
    <select name="unit"><option disabled value="">请选择</option><option value="KG">千克</option></select>
    <select name="term"><option value="d30">月结30天</option><option value="d60" selected>月结60天</option></select>
    <textarea name="note">第一行
第二行</textarea>
    <input name="off" value="x" disabled><fieldset disabled><input name="inner" value="x"></fieldset>
    <button name="_intent" value="check">核对</button><button name="_intent" value="save">保存</button>
  </form><input form="f" name="outer" value="y">`;

  test("隐藏的、勾选的、选中的、框外的和按下的按钮，按页面上的次序；没有勾选的和停用的不送", () => {
    const { page, one } = parts(HTML);
    expect(entriesOf(one("form"), one("[value=save]"), page)).toEqual([
      ["_csrf", "k"],
      ["remark", "原样"],
      ["urgent", "1"],
      ["mode", "b"],
      ["unit", "KG"],
      ["term", "d60"],
      ["note", "第一行\r\n第二行"],
      ["_intent", "save"],
      ["outer", "y"],
    ]);
  });

  test("按钮可以改去向；查询把条件写进地址，原来的条件不留", () => {
    const { page, one } = parts(
      `<form><input name="q" value="面粉"><button>查询</button><button formaction="/web/batch" formmethod="post">批量</button></form>`,
    );
    const [search, batch] = select(page, "button");
    const asked = sendingOf(one("form"), search, page, HERE);
    expect([
      asked.method,
      asked.address.pathname,
      asked.address.searchParams.get("q"),
      asked.address.searchParams.size,
    ]).toEqual(["GET", "/web/orders", "面粉", 1]);
    const sent = sendingOf(one("form"), batch, page, HERE);
    expect([sent.method, sent.address.pathname]).toEqual(["POST", "/web/batch"]);
  });

  test("文件按原样送出，没有选的送一个空的", () => {
    const { page, one } = parts(
      `<form method="post" enctype="multipart/form-data"><input type="file" name="a"><input type="file" name="b"></form>`,
    );
    chooseFiles(one("[name=a]"), [{ name: "图纸.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") }]);
    const sent = sendingOf(one("form"), undefined, page, HERE).body?.bytes.toString();
    expect(sent).toMatch(/name="a"; filename="图纸.pdf"\r\nContent-Type: application\/pdf\r\n\r\n%PDF\r\n/);
    expect(sent).toMatch(/name="b"; filename=""\r\nContent-Type: application\/octet-stream\r\n\r\n\r\n/);
  });

  test("浏览器会先要求填写的，不送出", () => {
    const { page, one } = parts(`<form method="post"><input name="reason" required></form>`);
    expect(() => sendingOf(one("form"), undefined, page, HERE)).toThrow("reason");
    one("form").attribs.novalidate = "";
    expect(sendingOf(one("form"), undefined, page, HERE).method).toBe("POST");
  });
});

test("控件和按钮按读屏读到的名字找", () => {
  const { page, one } = parts(`<label for="a">数量</label><input id="a"><label>备注 <textarea></textarea></label>
    <button aria-label="删除第 1 行">×</button><a href="/x"><span aria-hidden="true">+</span>新建 <b>订单</b></a>
    <section aria-labelledby="t"><h2 id="t">预警</h2></section><table><caption>订单明细</caption></table>`);
  const names = ["input", "textarea", "button", "a", "section", "table"].map((name) => nameOf(one(name), page));
  expect(names).toEqual(["数量", "备注", "删除第 1 行", "新建 订单", "预警", "订单明细"]);
});

test("折起来的、隐藏的不算看得见，文字分行分格", () => {
  const { one } = parts(`<main><details><summary>更多</summary><p id="in">折起</p></details><p hidden id="no">无</p>
    <div>一<script>x</script></div><div>二 <b>三</b></div><table><tr><td>甲</td><td><b>乙</b><i>丙</i></td></tr><tr><td>丁</td></tr></table></main>`);
  expect([isShown(one("summary")), isShown(one("#in")), isShown(one("#no"))]).toEqual([true, false, false]);
  expect(shownText(one("main"))).toBe("更多\n一\n二 三\n甲\t乙\n丙\n丁");
});

test("没有走到的页面，失败信息写出页面上的提示：表单顶部、字段旁边和通知，各一次", async () => {
  const refused = `<html><body><div class="sh-notices"><ul><li class="no">网络恢复</li></ul></div><main>
    <div role="alert" data-level="error">请改正2处</div><p id="f-name-error">请填写名称</p><p id="f-price-error">请填写名称</p>
    <form method="post" novalidate><button>保存</button><button disabled>提交</button></form></main></body></html>`;
  const server = createServer((_asked, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(refused);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: AddressInfo = Object(server.address());
  const reader = new Reader({ baseURL: `http://127.0.0.1:${port}` }, () => undefined);
  onTestFinished(async () => {
    await reader.close();
    server.close();
  });
  const page = await reader.newPage();
  await page.goto("/new");
  await page.getByRole("button", { name: "保存" }).click();
  const said = ["网络恢复", "请改正2处", "请填写名称"].map((text) => `\n  页面提示：${text}`).join("");
  await expect(explained(page, () => page.waitForURL(/saved/))).rejects.toThrow(said);
  await expect(page.getByRole("button", { name: "提交" }).click()).rejects.toThrow(said);
  await expect(explained(page, async () => "保存了")).resolves.toBe("保存了");
});
