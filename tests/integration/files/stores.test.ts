import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { diskStore } from "~/data/file-store/disk-store.server";
import { type Bytes, type FileStore, FileStoreError, keyFor, requireKey } from "~/data/file-store/file-store.server";
import { s3Store } from "~/data/file-store/s3-store.server";
import { clamd } from "~/engine/files/clamd.server";
import { sentIn } from "../../support/files";
import { S3_SECRET, startS3 } from "../../support/s3-server";
import { tempDir } from "../../support/temp-dir";

const s3 = await startS3();
afterAll(() => s3.close());
const folder = path.join(tempDir("file-store"), "files");
const disk = diskStore(folder);
const bucket = s3Store({ url: s3.url });

const id = (end: string) => `0192aaaa-0000-7000-8000-0000000000${end}`;

async function read(bytes: Bytes | null): Promise<Buffer | null> {
  if (!bytes) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Bytes that break off half-way, as a sender does who goes away. */
async function* broken(bytes: Uint8Array): Bytes {
  yield bytes;
  throw new RangeError("the sender left");
}

const small = Buffer.from("一张合同");
const large = Buffer.alloc(20 * 1024 * 1024 + 17, "abcdefgh");

describe.each<[string, FileStore]>([
  ["本机磁盘", disk],
  ["S3", bucket],
])("文件存放在%s", (_name, store) => {
  test.each([
    ["一个字节也没有", Buffer.alloc(0), "00"],
    ["小文件", small, "01"],
    ["正好一片的文件", large.subarray(0, 8 * 1024 * 1024), "02"],
    ["几片的文件", large, "03"],
  ])("%s存进去，整个和一段拿出来都一样", async (_label, bytes, end) => {
    const key = keyFor("whole", id(end));
    await store.put(key, sentIn(bytes, 1_000_003));
    expect((await read(await store.get(key)))?.equals(bytes)).toBe(true);
    if (bytes.length === 0) return;
    const part = await read(await store.get(key, { start: 1, end: bytes.length - 1 }));
    expect(part?.equals(bytes.subarray(1))).toBe(true);
  });

  test("没有的就是没有；删除两次没有关系", async () => {
    const key = keyFor("whole", id("04"));
    expect(await store.get(key)).toBeNull();
    await store.put(key, sentIn(small));
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });

  test.each([
    ["小文件", small, "05"],
    ["大文件", large, "06"],
  ])("%s传到一半断了，什么也没有存下", async (_label, bytes, end) => {
    const key = keyFor("whole", id(end));
    await expect(store.put(key, broken(bytes))).rejects.toThrow(RangeError);
    expect(await store.get(key)).toBeNull();
  });
});

test.each<[string, FileStore]>([
  ["本机磁盘", disk],
  ["S3", bucket],
])("%s说得出存着什么、从何时起，一页接一页，不管有多少", async (_name, store) => {
  const keys = Array.from({ length: 8 }, (_none, at) => keyFor("part", `0192bbbb-0000-7000-8000-00000000000${at}`));
  for (const key of keys) await store.put(key, sentIn(small));
  const found: string[] = [];
  for await (const page of store.kept("part")) {
    for (const { key, since } of page) {
      expect(Math.abs(since.getTime() - Date.now())).toBeLessThan(60 * 60_000);
      found.push(key);
    }
  }
  expect(found.sort()).toEqual(keys);
  for (const key of keys) await store.remove(key);
});

test("键只能是我们自己的，路径拐不出去", () => {
  for (const wrong of ["../x", "whole/aa/../../x", "/etc/passwd", "whole/aa/", "whole/aa/A"]) {
    expect(() => requireKey(wrong)).toThrow();
  }
});

describe("本机磁盘", () => {
  test("断掉的上传留下的部分一天后清走，正在传的不动", async () => {
    const arriving = path.join(folder, "arriving");
    await mkdir(arriving, { recursive: true });
    for (const name of ["old", "new"]) writeFileSync(path.join(arriving, name), "x");
    const yesterday = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(path.join(arriving, "old"), yesterday, yesterday);
    await disk.tidy(new Date(Date.now() - 86_400_000));
    expect(readdirSync(arriving)).toEqual(["new"]);
    rmSync(path.join(arriving, "new"));
  });
});

describe("S3", () => {
  test("签名不对的请求被拒绝，错误里没有密钥", async () => {
    const wrong = s3Store({ url: s3.url.replace(encodeURIComponent(S3_SECRET), "wrong") });
    const error = await wrong.put(keyFor("whole", id("10")), sentIn(small)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileStoreError);
    expect(String(error)).toContain("403");
    expect(`${String(error)} ${wrong.place}`).not.toContain("wrong@");
  });

  test("第二片时服务出错：不留半个文件，也不留没完成的上传", async () => {
    s3.fail.status = 400;
    s3.fail.when = (request) => (request.url ?? "").includes("partNumber=2");
    const key = keyFor("whole", id("11"));
    await expect(bucket.put(key, sentIn(large))).rejects.toThrow(FileStoreError);
    s3.fail.status = null;
    expect(await bucket.get(key)).toBeNull();
    expect(s3.open.size).toBe(0);
  });

  test("没有合上也没有取消的上传一天后取消，多少页都取到；正在传的和别的应用的不动", async () => {
    const store = s3Store({ url: s3.url });
    // The answer to the cancelling is lost, too: what was begun stays open.
    s3.fail.status = 400;
    s3.fail.when = ({ url = "", method }) => method === "DELETE" || url.includes("partNumber=2");
    for (const end of ["20", "21", "22", "23", "24"])
      await expect(store.put(keyFor("whole", id(end)), sentIn(large))).rejects.toThrow(FileStoreError);
    s3.fail.status = null;
    const begun = [...s3.open.keys()];
    expect(begun).toHaveLength(5);
    const [fresh = ""] = begun;
    for (const upload of begun.slice(1)) s3.since.set(upload, new Date(Date.now() - 2 * 86_400_000));
    const before = new Date(Date.now() - 86_400_000);
    s3.listed.length = 0;
    await s3Store({ url: s3.url.replace("/portal", "/other") }).tidy(before);
    expect(s3.open.size).toBe(5);
    await store.tidy(before);
    expect([...s3.open.keys()]).toEqual([fresh]);
    expect(s3.listed.filter((query) => query.includes("marker"))).toHaveLength(1);
    s3.open.clear();
  });

  test("服务不在时说得出来", async () => {
    const gone = await startS3();
    const store = s3Store({ url: gone.url });
    await gone.close();
    await expect(store.get(keyFor("whole", id("12")))).rejects.toThrow(FileStoreError);
  });
});

describe("病毒扫描服务", () => {
  /** A clamd that says what the test wants of what it was sent. */
  async function scanner(answer: (bytes: Buffer) => string) {
    const server = net.createServer((socket) => {
      let left = Buffer.alloc(0);
      let greeting = "zINSTREAM\0".length;
      const content: Buffer[] = [];
      socket.on("error", () => undefined);
      socket.on("data", (piece: Buffer) => {
        left = Buffer.concat([left, piece]);
        if (greeting > 0 && left.length < greeting) return;
        left = left.subarray(greeting);
        greeting = 0;
        while (left.length >= 4) {
          const length = left.readUInt32BE(0);
          if (length === 0) return void socket.end(answer(Buffer.concat(content)));
          if (left.length < 4 + length) return;
          content.push(left.subarray(4, 4 + length));
          left = left.subarray(4 + length);
        }
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return { scan: clamd(`tcp://127.0.0.1:${port}`), close: () => server.close() };
  }

  test("干净的、带毒的、服务说不清的分得开，内容一个字节不少", async () => {
    const { scan, close } = await scanner((bytes) => {
      if (bytes.includes("EICAR")) return "stream: Eicar-Test-Signature FOUND\0";
      return bytes.equals(large) ? "stream: OK\0" : "INSTREAM size limit exceeded. ERROR\0";
    });
    expect(await scan.scan(sentIn(large))).toBeNull();
    expect(await scan.scan(sentIn(Buffer.from("xx EICAR xx")))).toBe("Eicar-Test-Signature");
    await expect(scan.scan(sentIn(small))).rejects.toThrow("size limit");
    close();
    await expect(clamd("tcp://127.0.0.1:1").scan(sentIn(small))).rejects.toThrow();
  });
});
