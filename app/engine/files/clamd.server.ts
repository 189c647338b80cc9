import net from "node:net";

/** Looks through bytes for viruses. */
export interface Scanner {
  /**
   * @returns the name of what was found, or null for nothing
   * @throws Error when the scanner does not answer: the file stays unscanned
   */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<string | null>;
}

const ANSWER_MS = 120_000;
const PIECE = 64 * 1024;

/**
 * A clamd on a socket, spoken to by INSTREAM: bytes go to it as they come, nothing is written to a disk of its.
 * @param url `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`
 */
export function clamd(url: string): Scanner {
  const wanted = new URL(url);
  const place =
    wanted.protocol === "unix:"
      ? { path: wanted.pathname }
      : { host: wanted.hostname, port: Number(wanted.port || 3310) };
  return {
    async scan(bytes) {
      const socket = net.connect(place);
      const answered = answerOf(socket);
      // What goes wrong while sending also ends the answer, which is what is reported.
      answered.catch(() => undefined);
      try {
        await send(socket, Buffer.from("zINSTREAM\0"));
        for await (const piece of bytes) {
          for (let from = 0; from < piece.byteLength; from += PIECE) {
            const part = piece.subarray(from, from + PIECE);
            const length = Buffer.alloc(4);
            length.writeUInt32BE(part.byteLength);
            await send(socket, Buffer.concat([length, part]));
          }
        }
        await send(socket, Buffer.alloc(4));
        return verdict(await answered);
      } finally {
        socket.destroy();
      }
    },
  };
}

function send(socket: net.Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function answerOf(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error("the scanner did not answer in time")));
    socket.on("data", (piece: Buffer) => {
      text += piece.toString("utf8");
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`, `INSTREAM size limit exceeded. ERROR` */
function verdict(answer: string): string | null {
  const said = answer.replace(/\0/g, "").trim();
  if (/: OK$/.test(said)) return null;
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
  if (found) return found.slice(0, 200);
  throw new Error(`the scanner answered: ${said.slice(0, 200) || "nothing"}`);
}
