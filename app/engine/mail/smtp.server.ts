import type { MailServer } from "./server-test.server";
import type { MailRoute } from "./worker.server";

/** Mails handed over side by side; mail servers seldom allow one sender more. */
const CONNECTIONS = 5;

/**
 * The way to a mail server.
 * @param settings `url` such as `smtps://user:password@mail.example.com:465`; `from` is the sender of every mail
 */
export function smtpRoute(settings: { url: string; from: string }): MailRoute {
  // Together well below the time one attempt may take.
  const limits = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
  const pool = { pool: true as const, maxConnections: CONNECTIONS, maxMessages: Number.POSITIVE_INFINITY };
  // Loaded with the first mail: many processes never send one.
  let opening: ReturnType<typeof open> | undefined;
  async function open() {
    const { createTransport } = await import("nodemailer");
    return createTransport({ url: settings.url, ...limits, ...pool }, { from: settings.from });
  }
  const domain = /@([^\s>]+)/.exec(settings.from)?.[1] ?? "portal.invalid";
  return {
    async send({ id, to, subject, text, attachments }) {
      opening ??= open();
      const transport = await opening;
      await transport.sendMail({
        to,
        subject,
        text,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        // A mail is what we wrote: nothing is read from files or addresses.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => void opening?.then((transport) => transport.close()),
  };
}

/** Somebody waits for the answer of a test. */
const TEST_MS = 15_000;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/** The same mail server as one to be tested: each test is a connection of its own. @param settings see `smtpRoute` */
export function smtpServer(settings: { url: string; from: string }): MailServer {
  const { hostname, port, protocol, username } = new URL(settings.url);
  return {
    host: hostname,
    port: port === "" ? (PORTS[protocol] ?? 25) : Number(port),
    encrypted: protocol === "smtps:",
    signsIn: username !== "",
    from: settings.from,
    async connect() {
      const { createTransport } = await import("nodemailer");
      const limits = { connectionTimeout: TEST_MS, greetingTimeout: TEST_MS, socketTimeout: TEST_MS };
      const transport = createTransport({ url: settings.url, ...limits });
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
  };
}
