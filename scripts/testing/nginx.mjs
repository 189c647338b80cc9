// Debian's nginx for one test, with the example that is shipped (docs/nginx/portal.conf); in a temporary folder, gone afterwards.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { nginxProgram } from "./machine.mjs";

const EXAMPLE = fileURLToPath(new URL("../../docs/nginx/portal.conf", import.meta.url));
const START_LIMIT_MS = 20_000;

/**
 * Starts nginx on a port of this machine before two processes. Only the addresses of the example are others.
 * @param wanted.port where it listens
 * @param wanted.processes ports of the two processes
 */
export async function startNginx({ port, processes: [first, second] }) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "portal-nginx-")));
  const example = readFileSync(EXAMPLE, "utf8");
  const own = example
    .replace("server 127.0.0.1:3001;", `server 127.0.0.1:${first};`)
    .replace("server 127.0.0.1:3002;", `server 127.0.0.1:${second};`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`);
  const log = path.join(folder, "access.log");
  const errors = path.join(folder, "error.log");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    path.join(folder, "nginx.conf"),
    [
      process.getuid() === 0 ? "user root;" : "",
      `daemon off; pid ${folder}/pid; error_log ${errors}; worker_processes 1;`,
      "events { worker_connections 256; }",
      `http { ${temporary.join(" ")} log_format served '$upstream_addr $request_method $status'; access_log ${log} served;`,
      own,
      "}",
    ].join("\n"),
  );
  const program = spawn(nginxProgram(), ["-p", folder, "-c", path.join(folder, "nginx.conf"), "-e", errors], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  const guard = () => program.kill("SIGKILL");
  process.once("exit", guard);

  async function stop() {
    process.off("exit", guard);
    program.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }

  const limit = Date.now() + START_LIMIT_MS;
  while (!(await listens(port))) {
    if (program.exitCode !== null || Date.now() > limit) {
      const said = readFileSync(errors, "utf8");
      await stop();
      throw new Error(`nginx 没有启动：\n${said}`);
    }
    await pause(50);
  }
  return {
    /** Ports of the processes that answered so far, with how often. */
    served() {
      const counts = {};
      for (const line of readFileSync(log, "utf8").split("\n")) {
        // Of several that were tried the last one answered.
        const answered = /(\d+) [A-Z]+ \d+$/.exec(line)?.[1];
        if (answered) counts[answered] = (counts[answered] ?? 0) + 1;
      }
      return counts;
    },
    stop,
  };
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
