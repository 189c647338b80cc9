// Measures telling people, on the embedded database or on the server of DATABASE_URL (an empty database):
//   node --import tsx scripts/bench-mail.ts [mails] [kills]
// A message into 200 inboxes; mails to a mail server on this machine; the same with the sending process killed again and again.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { migrate } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { queueMails } from "~/engine/mail/queue-mails.server";
import { smtpRoute } from "~/engine/mail/smtp.server";
import { deliverMail } from "~/engine/mail/worker.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { notify } from "~/engine/notify/notify.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { type MailServer, startMailServer } from "../tests/support/mail-server";
import { openEngine } from "./bench-place";

const READERS = 200;
const REPEATS = 5;
const MAILS = Number(process.argv[2] ?? 2000);
const KILLS = Number(process.argv[3] ?? 20);
const FROM = "供应商平台 <no-reply@localhost>";
const ROOT = path.resolve(import.meta.dirname, "..");

const folder = await mkdtemp(path.join(tmpdir(), "bench-mail-"));
const place: Record<string, string> = {
  DATA_DIR: path.join(folder, "data"),
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
};

async function opened<T>(work: (engine: EngineServices) => Promise<T>): Promise<T> {
  const engine = await openEngine(folder);
  try {
    return await work(engine);
  } finally {
    await engine.database.close();
  }
}

function mails(count: number): string[] {
  return Array.from({ length: count }, (_none, index) => `reader${index}@example.com`);
}

const text = { subject: "测量", body: "供应商您好：\n\n这是一封测量用的邮件。" };

async function inboxes(engine: EngineServices): Promise<void> {
  const connection = engine.database.connection();
  await sql`insert into app_user (id, accountname, username, user_type, email, state)
    select gen_random_uuid(), 'u' || n, '读者' || n, 'internal', null, 'active' from generate_series(1, ${READERS}) n`.execute(
    connection,
  );
  const { rows } = await sql<{ id: string }>`select id from app_user`.execute(connection);
  const context = systemContext(engine, "测量");
  const values = { title: "春节收货安排", summary: "各工厂暂停收货" };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const started = performance.now();
    await inTransaction(context, () =>
      notify(context, { scenario: "news.published", to: rows.map(({ id }) => id), values }),
    );
    const notified = await sql<{ count: number }>`select count(*)::int as count from inbox`.execute(connection);
    const ms = Math.round(performance.now() - started);
    console.log(`a message in ${READERS} inboxes after ${ms} ms (${notified.rows[0]?.count} in all)`);
  }
}

async function sending(engine: EngineServices): Promise<void> {
  const server = await startMailServer();
  const context = systemContext(engine, "测量");
  await inTransaction(context, () => queueMails(context, mails(MAILS), text));
  const route = smtpRoute({ url: server.url, from: FROM });
  const started = performance.now();
  await deliverMail(engine, route, "http://portal.test");
  const seconds = (performance.now() - started) / 1000;
  route.close?.();
  await server.close();
  console.log(`${server.mails.size} letters in ${seconds.toFixed(1)} s, ${Math.round(MAILS / seconds)} a second`);
}

/** A process of the product that sends; `ahead` milliseconds before the clock of the machine, so that what a dead one held is due. */
function sender(server: MailServer, ahead: number): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "tests/support/mail-child.ts", String(ahead)], {
    cwd: ROOT,
    env: { ...process.env, ...place, NODE_ENV: "test", DEMO_DATA: "0", LOG_LEVEL: "silent", MAIL_URL: server.url },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function killed(): Promise<void> {
  const server = await startMailServer();
  await opened(async (engine) => {
    await sql`delete from mail_outbox`.execute(engine.database.connection());
    const context = systemContext(engine, "测量");
    await inTransaction(context, () => queueMails(context, mails(MAILS), text));
  });
  const share = Math.floor(MAILS / (KILLS + 1));
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const child = sender(server, kill * 4 * 60_000);
    await (kill === KILLS ? server.different(MAILS) : server.received((kill + 1) * share));
    // The last one settles what it has sent before it goes.
    child.kill(kill === KILLS ? "SIGTERM" : "SIGKILL");
    await once(child, "exit");
  }
  const twice = [...server.mails].filter(([, count]) => count > 1).map(([id]) => id);
  const { states, marked } = await opened(async (engine) => {
    const connection = engine.database.connection();
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from mail_outbox group by state`.execute(connection);
    const found = await sql<{ id: string }>`select id from mail_outbox where is_uncertain`.execute(connection);
    return { states: rows, marked: new Set(found.rows.map(({ id }) => id)) };
  });
  await server.close();
  const unmarked = twice.filter((id) => !marked.has(id)).length;
  console.log(
    `killed ${KILLS} times: ${server.mails.size} of ${MAILS} letters arrived, ${twice.length} of them twice ` +
      `(${unmarked} without a mark), ${marked.size} marked; ${states.map(({ state, count }) => `${state} ${count}`).join(", ")}`,
  );
}

try {
  await opened(async (engine) => {
    await migrate(engine.database, migrations);
    await seedScenarios(engine);
    console.log(`${engine.database.engine} ${engine.database.version}`);
    await inboxes(engine);
    await sending(engine);
  });
  if (KILLS > 0) await killed();
} finally {
  await rm(folder, { recursive: true, force: true });
}
