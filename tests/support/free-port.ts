import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems hand out by themselves, so that none of those is taken by somebody else in the meantime. */
const [FIRST, LAST] = [20_000, 32_000];

/**
 * A port of this machine nobody listens on now, for what must be found at the same address after it was away, or whose address others must
 * know before it starts. Drawn by chance, so that runs beside each other do not meet.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const probe = createServer();
    const isFree = await once(probe.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => {
      probe.close(resolve);
    });
    return port;
  }
}
