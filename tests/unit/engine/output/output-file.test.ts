import { describe, expect, test } from "vitest";
import { readExportRequest } from "~/engine/output/export-request";
import { fileAnswer, pulled } from "~/engine/output/output-file.server";
import { footRule } from "~/ui/print/foot-rule";

/** Pieces that tell what was asked of them. */
function source(count: number) {
  const notified = { made: 0, ended: false };
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (; notified.made < count; ) {
        notified.made += 1;
        yield Buffer.from(`${notified.made};`);
      }
    } finally {
      notified.ended = true;
    }
  }
  return { told: notified, pieces: pieces() };
}

describe("边做边发的文件", () => {
  test("没有人读就什么也不做，读一段做一段", async () => {
    const { told: notified, pieces } = source(3);
    const reader = pulled(pieces).getReader();
    expect(notified.made).toBe(0);
    expect(Buffer.from((await reader.read()).value ?? "").toString()).toBe("1;");
    expect(notified.made).toBe(1);
    await reader.cancel();
    expect(notified).toEqual({ made: 1, ended: true });
  });

  test("读完就结束", async () => {
    expect(await new Response(pulled(source(3).pieces)).text()).toBe("1;2;3;");
  });

  test("中途出错，答复断开而不是提前结束", async () => {
    async function* broken(): AsyncGenerator<Uint8Array, void, void> {
      yield Buffer.from("1;");
      throw new Error("断开");
    }
    await expect(new Response(pulled(broken())).text()).rejects.toThrow("断开");
  });

  test("文件名是中文的，特殊字符不破坏答复头", () => {
    const { headers } = fileAnswer({ name: `订单'("\r\n)_1.csv`, type: "text/csv", body: new Uint8Array([1]) });
    expect(headers.get("Content-Disposition")).toBe(
      `attachment; filename="export.csv"; filename*=UTF-8''%E8%AE%A2%E5%8D%95%27%28%22%0D%0A%29_1.csv`,
    );
    expect(headers.get("Content-Length")).toBe("1");
    expect(headers.get("Cache-Control")).toContain("no-store");
  });
});

test("地址里的导出要求", () => {
  const read = (query: string) => readExportRequest(new URLSearchParams(query));
  expect(read("")).toEqual({ format: "xlsx", columns: [], lines: null });
  expect(read("format=csv&columns=number, amount&columns=state&lines=items")).toEqual({
    format: "csv",
    columns: ["number", "amount", "state"],
    lines: "items",
  });
  expect(read("format=docx")).toBeNull();
});

test("页脚的文字不能改变样式", () => {
  expect(footRule('"}</style><script>')).not.toMatch(/["<>}][^{}]*script|<\//);
});
