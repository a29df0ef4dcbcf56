import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections and to servers that ask for any port. */
const [FIRST, LAST] = [10_000, 32_000];

/** A port that nothing uses, for programs that need it in advance: no connection takes it before they do. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
