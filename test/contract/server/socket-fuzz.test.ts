import { afterAll, beforeAll, expect, test } from 'vitest';
import { SocketFuzz } from '../../fuzz/socket-fuzz.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient } from '../../support/stream-client.ts';

/** `npm run fuzz` sets these for a longer run, or to repeat one that failed. */
const CONNECTIONS = Number(process.env['FUZZ_CONNECTIONS'] ?? 2000);
const SEED = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED']);
const PATIENCE_MS_EACH = 20;

let service: TestService;
beforeAll(async () => {
  service = await startService({ past: false });
});
afterAll(() => service.close());

test(
  `${CONNECTIONS} connections that send malformed requests and upgrades are answered or closed, and harm no other client`,
  async () => {
    const token = await service.token({ audience: service.wsUrl });
    const headers = { authorization: `Bearer ${token}` };
    const bystander = await StreamClient.open(service.wsUrl, { headers });
    const fuzz = new SocketFuzz(service.baseUrl);
    await fuzz.run({ connections: CONNECTIONS, ...(SEED === undefined ? {} : { seed: SEED }) });
    const { statuses } = fuzz;
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(CONNECTIONS);
    for (const status of [0, 101, 200, 400, 404, 405, 431])
      expect([status, (statuses.get(status) ?? 0) > 0]).toEqual([status, true]);
    bystander.send({ event: 'PING', requestId: 'after' });
    let reply = await bystander.next();
    // Its own heartbeats come first.
    while (reply.event === 'PING') reply = await bystander.next();
    expect(reply).toMatchObject({ event: 'PONG', requestId: 'after' });
    bystander.socket.terminate();
    expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
    expect(service.logLines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  },
  60_000 + CONNECTIONS * PATIENCE_MS_EACH,
);
