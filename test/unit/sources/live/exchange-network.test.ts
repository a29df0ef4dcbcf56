import { setMaxListeners } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import {
  openExchangeNetwork,
  type ExchangeNetwork,
} from '../../../../src/sources/live/http/exchange-network.ts';
import { TokenBucket } from '../../../../src/sources/live/http/token-bucket.ts';
import type { NetworkSettings } from '../../../../src/sources/live/settings/exchange-routes.ts';

const GET = { method: 'GET', headers: {} };
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** Answers pending requests once there are enough of them. */
class PatientServer {
  readonly #server: Server;
  #waiting: ServerResponse[] = [];
  maxAtOnce = 0;

  constructor(enough: number) {
    this.#server = createServer((_, response) => {
      this.#waiting.push(response);
      this.maxAtOnce = Math.max(this.maxAtOnce, this.#waiting.length);
      if (this.#waiting.length < enough) return;
      for (const each of this.#waiting.splice(0)) each.end('{}');
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let server: PatientServer;
let network: ExchangeNetwork;

afterEach(async () => {
  await network.close();
  await server.close();
});

function open(settings: NetworkSettings): ExchangeNetwork {
  const clock = new SystemClock();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  return (network = openExchangeNetwork(settings, clock, undefined, () => bucket));
}

test('100 exchanges are read at once through one gateway', async () => {
  server = new PatientServer(100);
  const { of } = open({ gateway: await server.listen() });
  const keys = Array.from({ length: 100 }, (_, i) => `x${i}`);
  const answers = await Promise.all(keys.map((key) => of(key).send(`https://api.${key}.test/`, GET, NEVER)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('one host gets at most four requests at once', async () => {
  server = new PatientServer(4);
  const address = await server.listen();
  const { http } = open({});
  await Promise.all(Array.from({ length: 12 }, (_, i) => http.send(`${address}/${i}`, GET, NEVER)));
  expect(server.maxAtOnce).toBe(4);
});
