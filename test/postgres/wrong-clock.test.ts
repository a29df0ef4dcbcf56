import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { MINUTE_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { NatsServer } from '../support/nats-server.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { startSmallNode } from '../support/small-node.ts';

const { url } = usePostgres();
const newFolder = temporaryFolders();
let nats: NatsServer;

beforeAll(async () => {
  nats = await NatsServer.start();
});
afterAll(() => nats.stop());

class WrongClock extends SystemClock {
  override now(): number {
    return super.now() - 10 * MINUTE_MS;
  }
}

test('a serving node whose clock is wrong is not ready, and says why', async () => {
  const compute = await startSmallNode({ role: 'compute', store: url(), bus: nats.url, folder: newFolder() });
  const port = await freePort();
  const given = {
    '--role': 'serve',
    '--store': url(),
    '--bus': nats.url,
    '--data': newFolder(),
    '--port': String(port),
  };
  const { settings } = loadConfig({ argv: Object.entries(given).flat(), environment: {}, ...PRODUCT });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const stop = new AbortController();
  const parts = { settings, wallClock: new WrongClock(), log, sources: SOURCES, stop: stop.signal };
  const starting = composeNode(parts).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).text();
  const ready = () => readiness().catch(() => Promise.race([starting, 'does not listen yet']));
  await expect
    .poll(ready, { timeout: 30_000 })
    .toContain('the clock of this node differs from that of the database by 600 s');
  expect(lines.join()).toContain('the clock of this node is wrong');
  stop.abort();
  await starting;
  await compute.service.close();
});
