// What the tests need from the machine beside Node: a PostgreSQL server, nginx, a browser and a Chinese font (Debian's names).
import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const POSTGRES = "/usr/lib/postgresql";
const OLDEST_POSTGRES = 15;
const CLUSTER_CONF = "/etc/postgresql-common/createcluster.conf";

/** Folder with initdb and postgres of the newest server that is new enough, or undefined. */
export function postgresPrograms() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  const [newest] = versions
    .filter((version) => version >= OLDEST_POSTGRES && existsSync(path.join(POSTGRES, String(version), "bin/initdb")))
    .sort((a, b) => b - a);
  return newest === undefined ? undefined : path.join(POSTGRES, String(newest), "bin");
}

/** What an installation may say, in bytes. */
const MOST_SAID = 16 * 1024 * 1024;
const HEADLESS = "/usr/bin/chromium-headless-shell";

/**
 * Path of the browser the tests use, or undefined. The same Chromium without a window needs a third of the processor's time and is
 * preferred; the one with a window does.
 */
export function browserProgram() {
  return [process.env.CHROMIUM, HEADLESS, "/usr/bin/chromium"].find((file) => file && existsSync(file));
}

/** Path of nginx, or undefined. */
export function nginxProgram() {
  return [process.env.NGINX, "/usr/sbin/nginx"].find((file) => file && existsSync(file));
}

function hasChineseFont() {
  const found = spawnSync("fc-list", [":lang=zh-cn", "family"], { encoding: "utf8" });
  return found.status === 0 && found.stdout.trim() !== "";
}

/**
 * Installs what is missing of `needs` ("postgres", "browser", "proxy") when we are root; says what to install when we are not. Other work can
 * go on meanwhile: most of it is waiting for the network.
 * @throws Error with one sentence
 */
export async function prepareMachine(needs) {
  if (needs.includes("browser")) await preferLighterBrowser();
  const missing = missingPackages(needs);
  if (missing.length === 0) return;
  if (process.getuid() !== 0) throw new Error(`缺少 ${missing.join("、")}：请安装，或以 root 运行 npm test 自动安装。`);
  console.log(`安装 ${missing.join(" ")} ……`);
  await apt(["update"]);
  if (missing.includes("postgresql-15")) {
    // Told before the server is installed: no cluster of its own that starts with the machine.
    await apt(["install", "-y", "--no-install-recommends", "postgresql-common"]);
    const settings = readFileSync(CLUSTER_CONF, "utf8").replace(/^#?\s*create_main_cluster\b.*$/m, "");
    writeFileSync(CLUSTER_CONF, `${settings.trimEnd()}\ncreate_main_cluster = false\n`);
  }
  await apt(["install", "-y", "--no-install-recommends", ...missing]);
  const still = missingPackages(needs);
  if (still.length > 0) throw new Error(`安装之后仍缺少 ${still.join("、")}。`);
}

/** Worth its installation where we may install and the machine has the heavier one; where it cannot be had, that one does. */
async function preferLighterBrowser() {
  const found = browserProgram();
  if (!found || found === HEADLESS || process.env.CHROMIUM || process.getuid() !== 0) return;
  try {
    console.log("安装 chromium-headless-shell ……");
    await apt(["update"]);
    await apt(["install", "-y", "--no-install-recommends", "chromium-headless-shell"]);
  } catch (error) {
    console.log(`没有装上，改用 ${found}：${error.message.split("\n")[0]}`);
  }
}

function missingPackages(needs) {
  return [
    ...(needs.includes("postgres") && !postgresPrograms() ? ["postgresql-15"] : []),
    ...(needs.includes("proxy") && !nginxProgram() ? ["nginx-light"] : []),
    ...(needs.includes("browser") && !browserProgram() ? ["chromium-headless-shell"] : []),
    ...(needs.includes("browser") && !hasChineseFont() ? ["fonts-noto-cjk", "fontconfig"] : []),
  ];
}

async function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await promisify(execFile)("apt-get", ["-q", ...args], { env, maxBuffer: MOST_SAID }).catch(({ stdout, stderr }) => {
    throw new Error(`apt-get ${args.join(" ")} 失败：\n${stdout}\n${stderr}`);
  });
}
