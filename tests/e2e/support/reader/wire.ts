import { Agent, request } from "node:http";
import type { Answer, Cookie } from "../page";

export interface Sent {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /** Beside the page: nobody hears of the answer. */
  aside?: boolean;
}

/** An answer with its bytes. */
export interface Fetched extends Answer {
  bytes: Buffer;
}

interface Kept extends Cookie {
  host: string;
}

const MOST_REDIRECTS = 20;

/** Requests of one person, with the cookies they bring and take. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true });
  #cookies: Kept[] = [];

  /** @param heard hears of every answer to a page, redirects among them */
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly heard: (answer: Answer) => void,
  ) {}

  close(): void {
    this.#agent.destroy();
  }

  cookies(): Cookie[] {
    return this.#cookies.map(({ host: _host, ...cookie }) => cookie);
  }

  setCookie(cookie: Cookie, host: string): void {
    this.#cookies = this.#cookies.filter(
      (one) => one.name !== cookie.name || one.path !== cookie.path || one.host !== host,
    );
    this.#cookies.push({ ...cookie, host });
  }

  clearCookies(): void {
    this.#cookies = [];
  }

  /** Asks, and goes where the answer sends one, as a browser does; answers the last page and the address it lies at. */
  async ask(sent: Sent, mostRedirects = MOST_REDIRECTS): Promise<{ answer: Fetched; url: URL }> {
    let next = sent;
    for (let hops = 0; ; hops += 1) {
      const answer = await this.#once(next);
      const target = answer.headers().location;
      if (answer.status() < 300 || answer.status() > 399 || !target || mostRedirects === 0)
        return { answer, url: next.url };
      if (hops === mostRedirects) throw new Error(`${sent.url.href} never stops leading elsewhere`);
      const url = new URL(target, next.url);
      url.hash ||= next.url.hash;
      const { "Content-Type": _type, Origin: _origin, ...headers } = next.headers ?? {};
      const isKept = answer.status() === 307 || answer.status() === 308;
      next = isKept ? { ...next, url } : { ...next, method: "GET", url, headers, body: undefined };
    }
  }

  #once({ method, url, headers, body, aside }: Sent): Promise<Fetched> {
    const cookie = this.#cookies
      .filter(({ host, path }) => host === url.hostname && isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    return new Promise((resolve, reject) => {
      const asked = request(
        url,
        {
          method,
          agent: this.#agent,
          headers: {
            ...this.headers,
            ...headers,
            ...(cookie ? { Cookie: cookie } : {}),
            ...(body ? { "Content-Length": String(body.length) } : {}),
          },
        },
        (came) => {
          const pieces: Buffer[] = [];
          came.on("data", (piece: Buffer) => pieces.push(piece));
          came.once("error", reject);
          came.once("end", () => {
            this.#keep(came.headers["set-cookie"] ?? [], url);
            const bytes = Buffer.concat(pieces);
            const answered = Object.entries(came.headers).map(([name, value]) => [name, String(value)]);
            const answer: Fetched = {
              bytes,
              url: () => url.href,
              status: () => came.statusCode ?? 0,
              headers: () => Object.fromEntries(answered),
              text: async () => bytes.toString("utf8"),
              request: () => ({ method: () => method, url: () => url.href }),
            };
            if (!aside) this.heard(answer);
            resolve(answer);
          });
        },
      );
      asked.once("error", reject);
      asked.end(body);
    });
  }

  #keep(lines: readonly string[], url: URL): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const said = new Map(
        attributes.map((one) => {
          const [name = "", ...value] = one.split("=");
          return [name.toLowerCase(), value.join("=")];
        }),
      );
      const [name = "", ...value] = pair.split("=");
      const sameSite = (["Strict", "None"] as const).find(
        (one) => one.toLowerCase() === said.get("samesite")?.toLowerCase(),
      );
      const cookie = {
        name,
        value: value.join("="),
        httpOnly: said.has("httponly"),
        sameSite: sameSite ?? "Lax",
        path: said.get("path") ?? "/",
      } as const;
      this.setCookie(cookie, url.hostname);
      const isOver = said.get("max-age") === "0" || Date.parse(said.get("expires") ?? "") < Date.now();
      if (isOver) this.#cookies.pop();
    }
  }
}

function isBelow(pathname: string, path: string): boolean {
  return path === "/" || pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
