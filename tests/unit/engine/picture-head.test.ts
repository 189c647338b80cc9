import { expect, test } from "vitest";
import { pictureHead } from "~/engine/account/picture-head";
import { pictureFile } from "../../support/pictures";

test.each(["jpeg", "png", "webp"] as const)("%s：种类和尺寸按内容判断", async (kind) => {
  expect(pictureHead(await pictureFile(kind, 37, 23))).toEqual({ kind, width: 37, height: 23, animated: false });
});

test.each(["jpeg", "png", "webp"] as const)("%s：在写明尺寸之前中断的文件没有尺寸", async (kind) => {
  const whole = await pictureFile(kind, 37, 23);
  expect(pictureHead(whole.slice(0, 20))).toEqual({ kind, width: 0, height: 0, animated: false });
});

test.each([
  ["网页", "<!DOCTYPE html><script>alert(1)</script>"],
  ["矢量图", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ["动图 GIF", "GIF89a\u0001\u0000\u0001\u0000"],
  ["空文件", ""],
  ["前两个字节像 JPEG 的文字", "\u00ff\u00d8hello"],
])("%s不是图片", (_name, text) => {
  expect(pictureHead(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).toBeNull();
});
