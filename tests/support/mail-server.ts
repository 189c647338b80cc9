import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server of the tests: counts mails by their id, refuses the mailboxes it is told to. */
export interface MailServer {
  url: string;
  /** How often each mail came, by Message-ID. */
  mails: ReadonlyMap<string, number>;
  /** Each mail as it came, by Message-ID. */
  texts: ReadonlyMap<string, string>;
  /** Resolves once so many mails have come, repeats included. */
  received(count: number): Promise<void>;
  /** Resolves once so many different mails have come. */
  different(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(options: { refuses?: (address: string) => boolean } = {}): Promise<MailServer> {
  const mails = new Map<string, number>();
  const texts = new Map<string, string>();
  let all = 0;
  const waiting: { done(): boolean; resolve(): void }[] = [];
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ done, resolve });
      if (done()) resolve();
    });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, answer) {
      if (!options.refuses?.(address)) return answer();
      answer(Object.assign(new Error("no such mailbox"), { responseCode: 550 }));
    },
    onData(stream, _session, answer) {
      let text = "";
      stream.on("data", (part: Buffer) => {
        text += part.toString();
      });
      stream.on("end", () => {
        const id = /^Message-ID: <([^@]+)@/im.exec(text)?.[1] ?? "";
        mails.set(id, (mails.get(id) ?? 0) + 1);
        texts.set(id, text);
        all += 1;
        answer();
        for (const one of waiting) if (one.done()) one.resolve();
      });
    },
  });
  server.on("error", () => undefined); // a client that is killed breaks its connection off
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    texts,
    received: (count) => until(() => all >= count),
    different: (count) => until(() => mails.size >= count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
