import { describe, expect, test } from "vitest";
import { fakeHost } from "./support";

describe("地址里不能识别的字符", () => {
  test.each([
    "/web/purchase-orders/purchase-order?state=%00",
    "/web/registerSupplier/notices/%00",
    "/web/user/register?preq=a%00b",
    "/web/user-administration/user-assign/%00/roles",
    "/web/purchase-orders/purchase-order/export?format=csv&number=%00",
  ])("页面 %s：400，一句话，不再往下走", async (address) => {
    const { app, reached } = fakeHost();
    const answer = await app.request(address);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("地址中包含不能识别的字符，请检查后重新打开");
    expect(reached).toEqual([]);
  });

  test.each(["/v2/purchase-orders/purchase-order/%00", "/v2/sys/users?keyword=%00"])(
    "接口 %s：40002",
    async (address) => {
      const { app, reached } = fakeHost();
      const answer = await app.request(address);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ success: false, code: 40002, traceId: expect.any(String) });
      expect(reached).toEqual([]);
    },
  );

  test("写着百分号和两个零的地址不是空字符", async () => {
    const { app, reached } = fakeHost();
    expect((await app.request("/web/x?q=%2500")).status).toBe(200);
    expect(reached).toEqual(["remix"]);
  });
});

describe("没有页面的地址出错", () => {
  const broken = () =>
    fakeHost({
      remix: async (_request, context) => {
        context.fault?.(new Error("cannot read 'x'"));
        return new Response("Unexpected Server Error\n\nError: secret", {
          status: 500,
          headers: { "Content-Type": "text/plain" },
        });
      },
    });

  test("脚本得到一句话和追踪号，没有别的", async () => {
    const answer = await broken().app.request("/web/purchase-orders/purchase-order/compute", {
      headers: { Accept: "*/*" },
    });
    const trace = answer.headers.get("X-Request-Id");
    expect(trace).toMatch(/^[0-9a-f]{16}$/);
    expect([answer.status, await answer.text()]).toEqual([500, `系统繁忙，请稍后再试（追踪号${trace}）`]);
  });

  test("浏览器得到一页，也是这一句", async () => {
    const answer = await broken().app.request("/web/purchase-orders/purchase-order/export", {
      headers: { Accept: "text/html,*/*;q=0.8" },
    });
    const trace = answer.headers.get("X-Request-Id");
    const html = await answer.text();
    expect(answer.headers.get("Content-Type")).toContain("text/html");
    expect(html).toContain(`系统繁忙，请稍后再试（追踪号${trace}）`);
    expect(html).not.toContain("secret");
  });

  test("日志是一行，堆栈在里面", async () => {
    const { app, lines } = broken();
    const answer = await app.request("/web/x/export");
    const [fault] = lines.filter(({ msg }) => msg === "unexpected error");
    expect(fault).toMatchObject({
      level: 50,
      requestId: answer.headers.get("X-Request-Id"),
      path: "/web/x/export",
      err: { message: "cannot read 'x'", stack: expect.stringMatching(/\n\s+at /) },
    });
  });
});
