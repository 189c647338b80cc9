import { namedAction } from "remix-utils/named-action";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "~/engine/errors";
import { doNamed } from "~/engine/screen/named-form.server";

vi.mock("remix-utils/named-action", async (original) => {
  const { namedAction } = await original<typeof import("remix-utils/named-action")>();
  return { namedAction: vi.fn(namedAction) };
});

const forms = { save: async () => "已保存", default: async () => "已设为默认" };

describe("一页几个表单", () => {
  test("按按钮的名字做；没有按钮的做另外说好的", async () => {
    expect(await doNamed("save", forms)).toBe("已保存");
    expect(await doNamed("default", forms)).toBe("已设为默认");
    expect(await doNamed("", forms, async () => "回车")).toBe("回车");
  });

  test.each(["remove", "toString", "constructor", "__proto__", "hasOwnProperty", "/save", ""])(
    "没有「%s」这个按钮：400",
    async (name) => {
      const refused = await doNamed(name, forms).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AppError);
      expect(refused).toMatchObject({ error: "malformed", status: 400 });
    },
  );

  test.each([
    ["save", "default", "另存"],
    ["remove", "save", "已保存"],
  ])("哪个按钮由 namedAction 决定：发来「%s」，它说是「%s」", async (sent, said, answer) => {
    vi.mocked(namedAction).mockImplementationOnce(async (_form: unknown, table: object) => {
      const [, action] = Object.entries(table).find(([name]) => name.endsWith(said)) ?? [];
      return action();
    });
    expect(await doNamed(sent, { save: forms.save }, async () => "另存")).toBe(answer);
  });

  test("没有按钮时做的事，没有名字可叫", async () => {
    await expect(doNamed("default", { save: forms.save }, async () => "回车")).rejects.toMatchObject({ status: 400 });
  });

  test("表单自己的错误原样抛出", async () => {
    const failing = { save: async () => Promise.reject(new ReferenceError("自己的")) };
    await expect(doNamed("save", failing)).rejects.toThrow("自己的");
  });
});
