// Production build: compile, throw away what no page loads, compress once what every visitor would otherwise wait for.
import { spawn } from "node:child_process";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { mergeScripts } from "./merge-scripts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const serverFolder = path.join(root, "build");
const publicFolder = path.join(root, "public/build");
const smallest = 512;
const started = Date.now();

await compile();
await mergeScripts(publicFolder, "/web/build/", path.join(serverFolder, "server.js"));
await narrowServer();
await removeJunk();
const { files, before, after } = await compress();
console.log(
  `构建完成：${files} 个静态文件，${kilobytes(before)} → ${kilobytes(after)}（brotli），用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒`,
);

/**
 * The compiler's esbuild service now and then dies with a Go stack dump: after a finished build, where it means nothing, or in the
 * middle of one, where a second try helps. A mistake in our code fails with a message instead, and is not tried again.
 */
async function compile() {
  for (const attempt of [1, 2]) {
    const { code, complaint } = await run();
    const crashed = code === null || /goroutine \d+ \[|The service (was stopped|is no longer running)/.test(complaint);
    if (code === 0 && (await isFresh())) {
      if (!crashed) process.stderr.write(complaint);
      return;
    }
    process.stderr.write(complaint);
    if (!crashed || attempt === 2) process.exit(1);
    console.error("编译器意外退出，重试一次……");
  }
}

/** Runs the compiler; `code` is null when a signal ended it. */
function run() {
  return new Promise((resolve, reject) => {
    const remix = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
    const child = spawn(process.execPath, [remix, "build"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "pipe"],
    });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      complaint += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, complaint }));
  });
}

async function isFresh() {
  const found = await stat(path.join(serverFolder, "server.js")).catch(() => undefined);
  return found !== undefined && found.mtimeMs >= started - 1000;
}

/**
 * The compiler writes Chinese as escapes except in regular expressions and tagged templates, and one such character makes the whole
 * program twice as large in memory. Both read an escape as the character itself; only a raw template would not.
 */
async function narrowServer() {
  const file = path.join(serverFolder, "server.js");
  const code = await readFile(file, "utf8");
  if (/\bString\.raw\b/.test(code)) throw new Error("String.raw in the server's program: escapes would change it");
  const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Without the u flag characters beyond the base plane are seen as their two halves, each with an escape of its own.
  await writeFile(file, code.replace(/[^\0-\xff]/g, escaped));
}

/** Build statistics, and style sheets nobody links: the compiler writes a copy of every style sheet its entries touch. */
async function removeJunk() {
  for (const name of await readdir(serverFolder)) {
    if (/^metafile\..*json$/.test(name)) await rm(path.join(serverFolder, name));
  }
  const names = await filesBelow(publicFolder);
  const server = await readFile(path.join(serverFolder, "server.js"), "utf8");
  const scripts = await Promise.all(
    names.filter((name) => name.endsWith(".js")).map((name) => readFile(path.join(publicFolder, name), "utf8")),
  );
  const code = [server, ...scripts].join("\n");
  for (const name of names) {
    if (name.endsWith(".css") && !code.includes(`/web/build/${name}`)) await rm(path.join(publicFolder, name));
  }
}

/** Writes `.br` and `.gz` beside each file they make smaller. */
async function compress() {
  const names = (await filesBelow(publicFolder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  let before = 0;
  let after = 0;
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(publicFolder, name);
      const plain = await readFile(file);
      before += plain.length;
      if (plain.length < smallest) {
        after += plain.length;
        return;
      }
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        }),
        promisify(gzip)(plain, { level: 9 }),
      ]);
      after += Math.min(br.length, plain.length);
      if (br.length < plain.length) await writeFile(`${file}.br`, br);
      if (gz.length < plain.length) await writeFile(`${file}.gz`, gz);
    }),
  );
  return { files: names.length, before, after };
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(0)} KB`;
}
