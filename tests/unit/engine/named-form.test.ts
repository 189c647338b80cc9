import { describe, expect, test } from "vitest";
import { AppError } from "~/engine/errors";
import { doNamed } from "~/engine/screen/named-form.server";

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

  test("表单自己的错误原样抛出", async () => {
    const failing = { save: async () => Promise.reject(new ReferenceError("自己的")) };
    await expect(doNamed("save", failing)).rejects.toThrow("自己的");
  });
});
