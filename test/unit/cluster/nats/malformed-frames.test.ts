import { createServer, type AddressInfo, type Socket } from 'node:net';
import { format } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { parseNatsAddress } from '../../../../src/cluster/nats/nats-address.ts';
import { NatsLink } from '../../../../src/cluster/nats/nats-link.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';

const SECRET = 'price-of-a-message';
const INFO = 'INFO {"server_id":"x","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n';
const FRAMES = [`MSG ${SECRET} x y z 12\r\n`, `MSG subject 1 -5 ${SECRET}\r\n`];

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  vi.restoreAllMocks();
});

test.each(FRAMES)('the bytes of the malformed frame %j are not printed', async (frame) => {
  const printed: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'trace'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...texts: unknown[]) => void printed.push(format(...texts)),
    );
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.write(INFO);
    // The first ping ends the login; the malformed frame follows its answer.
    socket.on('data', (bytes) => {
      if (bytes.includes('PING')) socket.write(`PONG\r\n${frame}`);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const link = new NatsLink({
    address: parseNatsAddress(`nats://127.0.0.1:${port}`),
    clock: new SystemClock(),
  });
  ends.push(
    () => server.close(),
    () => sockets.forEach((socket) => socket.destroy()),
    () => link.close(),
  );
  await expect.poll(() => printed.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(printed.join('\n')).toContain('reader closed');
  expect(printed.join('\n')).not.toContain(SECRET);
});
