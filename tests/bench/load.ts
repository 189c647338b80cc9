import { connect, type Socket } from "node:net";

/** What is asked for, again and again. */
export interface Ask {
  port: number;
  /** The bytes of one request; `position` counts up, for requests that must differ. */
  request(position: number): Buffer;
  /** The status every answer must have. */
  status: number;
}

/** What came back within one stretch of load. */
export interface Stretch {
  answers: number;
  seconds: number;
  /** Milliseconds per answer. */
  latencies: number[];
}

/** One HTTP/1.1 request as it goes over the wire. */
export function httpRequest(
  method: "GET" | "POST",
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Buffer {
  const all = {
    Host: "127.0.0.1",
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}

/**
 * Keeps `connections` requests in the air for so many milliseconds. It reads heads only, and counts the bytes behind
 * them: a client that parses everything would measure itself, because it shares the processor with what it asks.
 * @throws Error for an answer with another status
 */
export async function load(ask: Ask, { connections, ms }: { connections: number; ms: number }): Promise<Stretch> {
  const started = performance.now();
  const until = started + ms;
  const latencies: number[] = [];
  let position = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = await Line.open(ask.port);
      try {
        while (performance.now() < until) {
          const sent = performance.now();
          const status = await line.exchange(ask.request(position++));
          latencies.push(performance.now() - sent);
          if (status !== ask.status) throw new Error(`the answer was ${status} instead of ${ask.status}`);
        }
      } finally {
        line.close();
      }
    }),
  );
  return { answers: latencies.length, seconds: (performance.now() - started) / 1000, latencies };
}

/** One connection that stays open; one request at a time. */
class Line {
  readonly #socket: Socket;
  #head = "";
  #status = 0;
  /** Bytes of the body that are still to come; -1 while the head is being read. */
  #missing = -1;
  #resolve: ((status: number) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Line(socket)));
    });
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("error", (error) => this.#reject?.(error));
    socket.on("close", () => this.#reject?.(new Error("the connection was closed")));
  }

  exchange(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#head = "";
      this.#missing = -1;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing < 0) {
      // One byte per character keeps counting simple.
      this.#head += chunk.toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = this.#head.slice(0, end);
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      // Without a length the body comes in chunks and ends with an empty one; redirects do, pages never.
      if (length === undefined) {
        if (!this.#head.endsWith("\r\n0\r\n\r\n")) return;
        this.#missing = 0;
      } else this.#missing = Number(length) - (this.#head.length - end - 4);
    } else this.#missing -= chunk.length;
    if (this.#missing <= 0) this.#resolve?.(this.#status);
  }
}
