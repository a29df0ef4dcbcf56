import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { NatsLink } from '../../src/cluster/nats/nats-link.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { NatsServer, type NatsServerOptions } from '../support/nats-server.ts';
import { selfSigned } from '../support/self-signed.ts';

let folder: string;
const ends: (() => Promise<void>)[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tidemark-refusals-'))));
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(folder, { recursive: true });
});

/** The reported reasons of a server, and the number of connection attempts. */
async function reasonsOf(options: NatsServerOptions, addressOf: (port: string) => string) {
  const server = await NatsServer.start(options);
  ends.push(() => server.stop());
  const reasons: string[] = [];
  const clock = new SystemClock();
  let tries = 0;
  const counting = Object.assign(Object.create(clock) as SystemClock, {
    wait: (ms: number, signal?: AbortSignal) => {
      tries++;
      return clock.wait(Math.min(ms, 10), signal);
    },
  });
  const link = new NatsLink({
    address: parseNatsAddress(addressOf(new URL(server.url).port)),
    clock: counting,
    onRefused: (reason) => void reasons.push(reason),
  });
  ends.push(() => link.close());
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(2);
  return reasons;
}

test('refused credentials are reported once, however often they are tried', async () => {
  const reasons = await reasonsOf({ login: 'a:right' }, (port) => `nats://a:hidden@127.0.0.1:${port}`);
  expect(reasons).toEqual([expect.stringMatching(/the user or password is wrong/)]);
  expect(reasons.join()).not.toContain('hidden');
});

test('a certificate that no known authority has signed is reported once', async () => {
  const { cert, key } = selfSigned(folder);
  const flags = ['--tls', '--tlscert', cert, '--tlskey', key];
  const reasons = await reasonsOf({ flags }, (port) => `tls://127.0.0.1:${port}`);
  expect(reasons).toEqual([expect.stringMatching(/its certificate is not signed by a known authority/)]);
});

test('a server that accepts the process, or is unavailable, is not a refusal', async () => {
  const server = await NatsServer.start();
  ends.push(() => server.stop());
  const reasons: string[] = [];
  const options = { clock: new SystemClock(), onRefused: (reason: string) => void reasons.push(reason) };
  const link = new NatsLink({ address: parseNatsAddress(server.url), ...options });
  ends.push(() => link.close());
  await expect.poll(() => link.connection !== undefined, { timeout: 20_000 }).toBe(true);
  await server.stop();
  await expect.poll(() => link.connection === undefined, { timeout: 20_000 }).toBe(true);
  expect(reasons).toEqual([]);
});
