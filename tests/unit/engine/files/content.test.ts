import { describe, expect, test } from "vitest";
import { contentComplaint, contentOf, isShowable, zipContent } from "~/engine/files/content";
import { zipFacts } from "~/engine/files/zip-check.server";
import { USUAL_GROUPS } from "~/shared/file-kinds";
import { pdf, SHEET_NAMES, zip } from "../../../support/files";

const complaint = (bytes: Uint8Array, name: string, groups = USUAL_GROUPS) =>
  contentComplaint(contentOf(bytes, name), name, groups);
const facts = (bytes: Buffer) =>
  zipFacts(bytes.length, async (start, end) => Buffer.from(bytes.subarray(start, end + 1)));

describe("文件是什么，看内容不看名字", () => {
  test("PDF和图片按开头识别", () => {
    expect(contentOf(pdf(), "x")?.type).toBe("application/pdf");
    expect(contentOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "x")?.type).toBe("image/jpeg");
    expect(complaint(pdf(), "合同.pdf")).toBeNull();
  });

  test("改了后缀的程序、网页和脚本不收", () => {
    expect(complaint(Buffer.from("MZ\u0090\0\u0003"), "报价.pdf")).toContain("不是可以上传的文件");
    expect(complaint(Buffer.from("<!DOCTYPE html><script>alert(1)</script>"), "说明.txt")).toContain("不是可以上传");
    expect(complaint(Buffer.from("<svg onload='x'>"), "图.png")).toContain("不是可以上传");
  });

  test("网页在前、PDF在后的文件不算PDF", () => {
    expect(contentOf(Buffer.concat([Buffer.from("<html>"), pdf()]), "x.pdf")).toBeNull();
  });

  test("内容和后缀不符时说明是什么", () => {
    expect(complaint(pdf(), "合同.docx")).toContain("内容是PDF");
    expect(complaint(pdf(), "图.jpg", ["picture"])).toContain("仅支持图片");
  });

  test("只有能安全显示的类型可以预览", () => {
    expect(isShowable("application/pdf")).toBe(true);
    expect(isShowable("text/plain; charset=utf-8")).toBe(false);
    expect(isShowable(null)).toBe(false);
  });
});

describe("压缩文件", () => {
  test("Office文档按里面的名字识别", async () => {
    const found = await facts(await zip(SHEET_NAMES));
    expect(typeof found === "string" ? [] : zipContent(found.names).endings).toEqual([".xlsx"]);
    expect(zipContent(["a.pdf"]).endings).toEqual([".zip"]);
  });

  test("解开后过大的不收", async () => {
    const bomb = await zip(["a"], 60 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await facts(bomb)).toBe("压缩文件解开后过大，不能上传");
  });

  test("不完整的不收", async () => {
    const whole = await zip(["a"]);
    expect(await facts(whole.subarray(0, whole.length - 10))).toBe("压缩文件不完整或已损坏");
  });
});
