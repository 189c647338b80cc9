import { describe, expect, test } from "vitest";
import { dispositionOf, rangeOf, uniqueName } from "~/engine/files/answer.server";
import { formParts, MultipartError, multipartBoundary } from "~/engine/input/multipart.server";
import { sentIn } from "../../../support/files";

const file = Buffer.concat([Buffer.from("\r\n--x\r\n-"), Buffer.alloc(3000, 7), Buffer.from("\r\n--xy")]);

async function sent(): Promise<{ body: Uint8Array; boundary: string }> {
  const form = new FormData();
  form.append("_csrf", "proof");
  form.append("title", "第一行\r\n第二行");
  form.append("files", new File([file], '报价;"最终"=1.pdf'));
  const request = new Request("http://x/", { method: "POST", body: form });
  const boundary = multipartBoundary(request.headers.get("Content-Type")) ?? "";
  // As browsers send a control in which nothing was chosen.
  const none = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`;
  return { body: Buffer.concat([Buffer.from(none), new Uint8Array(await request.arrayBuffer())]), boundary };
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("表单里的文件边到边读", () => {
  test.each([1, 7, 64, 100_000])("每次%i字节，内容都完整", async (size) => {
    const { body, boundary } = await sent();
    const found: [string, string | undefined, Buffer][] = [];
    for await (const part of formParts(sentIn(body, size), boundary))
      found.push([part.name, part.fileName, await read(part.bytes)]);
    expect(found.map(([name, fileName]) => [name, fileName])).toEqual([
      ["files", ""],
      ["_csrf", undefined],
      ["title", undefined],
      ["files", '报价;"最终"=1.pdf'],
    ]);
    expect(found[2]?.[2].toString()).toBe("第一行\r\n第二行");
    expect(found[3]?.[2].equals(file)).toBe(true);
  });

  test("读到一半不要了，后面的字段还在", async () => {
    const { body, boundary } = await sent();
    const names: string[] = [];
    for await (const part of formParts(sentIn(body, 50), boundary)) {
      names.push(part.name);
      for await (const _piece of part.bytes) break;
    }
    expect(names).toEqual(["files", "_csrf", "title", "files"]);
  });

  test("断在中间的表单不算完整", async () => {
    const { body, boundary } = await sent();
    const cut = formParts(sentIn(body.subarray(0, body.length - 200)), boundary);
    await expect(
      (async () => {
        for await (const part of cut) await read(part.bytes);
      })(),
    ).rejects.toThrow(MultipartError);
  });
});

describe("下载", () => {
  test("断点续传的范围", () => {
    expect(rangeOf("bytes=0-99", 1000)).toEqual({ start: 0, end: 99 });
    expect(rangeOf("bytes=990-", 1000)).toEqual({ start: 990, end: 999 });
    expect(rangeOf("bytes=-10", 1000)).toEqual({ start: 990, end: 999 });
    expect(rangeOf("bytes=0-5000", 1000)).toEqual({ start: 0, end: 999 });
    expect(rangeOf("bytes=1000-", 1000)).toBe("none");
    expect(rangeOf("bytes=0-1,5-6", 1000)).toBeNull();
  });

  test("中文名和引号不破坏头部", () => {
    expect(dispositionOf("attachment", '合同"1\r\n.pdf')).toBe(
      "attachment; filename=\"___1__.pdf\"; filename*=UTF-8''%E5%90%88%E5%90%8C%221%0D%0A.pdf",
    );
  });

  test("压缩包里同名的文件加编号", () => {
    expect(uniqueName(["图.png"], "图.png")).toBe("图 (2).png");
  });
});
