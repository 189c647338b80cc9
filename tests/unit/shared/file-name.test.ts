import { describe, expect, test } from "vitest";
import { sizeText } from "~/shared/file-kinds";
import { fileName } from "~/shared/file-name";

describe("上传文件的名字", () => {
  test("去掉路径", () => {
    expect(fileName("C:\\fakepath\\合同.pdf")).toBe("合同.pdf");
    expect(fileName("../../etc/passwd")).toBe("passwd");
  });

  test("去掉看不见的字符和改变阅读方向的符号", () => {
    expect(fileName("报价\u0000\u202Efdp.exe")).toBe("报价fdp.exe");
    expect(fileName('a<b>:"c|?*.txt')).toBe("a_b___c___.txt");
  });

  test("五百个字的名字缩短，保留后缀，表情不切成两半", () => {
    const family = "👨‍👩‍👧‍👦";
    const short = fileName(`${family.repeat(500)}.pdf`);
    expect(short.endsWith(".pdf")).toBe(true);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(240);
    expect(short.slice(0, -4)).toBe(family.repeat(short.slice(0, -4).length / family.length));
    expect([...fileName(`${"长".repeat(500)}.docx`)].length).toBeLessThanOrEqual(100);
  });

  test("没有名字的也有名字", () => {
    expect(fileName("...")).toBe("未命名");
    expect(fileName("/")).toBe("未命名");
  });

  test("大小按人的读法", () => {
    expect([sizeText(980), sizeText(12_800), sizeText(3 * 1024 * 1024)]).toEqual(["980 B", "12.5 KB", "3 MB"]);
  });
});
