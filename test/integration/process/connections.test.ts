import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually, Tidemark, tokenOf, type RunningService } from '../../support/tidemark-process.ts';

const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const tidemark = new Tidemark();

/** A client that keeps its connection open, like the drivers of most languages. */
class KeptConnection {
  readonly #service: RunningService;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly localPorts = new Set<number | undefined>();

  constructor(service: RunningService, token: string) {
    this.#service = service;
    this.#token = token;
  }

  async status(): Promise<number | undefined> {
    const asking = request(`${this.#service.baseUrl}/v3/index-ticker?indexId=${BLX}`, {
      agent: this.#agent,
      headers: { authorization: `Bearer ${this.#token}` },
    });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    this.localPorts.add(answer.socket.localPort);
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function metricOf({ baseUrl }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

/** Like a browser that sent one request and keeps the connection. */
async function openIdle(port: number, count: number): Promise<number> {
  let closed = 0;
  for (let opened = 0; opened < count; opened += 50) {
    const some = await Promise.all(Array.from({ length: 50 }, () => tidemark.connect(port)));
    for (const socket of some) {
      socket.on('close', () => closed++);
      socket.resume();
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    }
  }
  await eventually(async () => closed > 0);
  return closed;
}

describe('more idle connections than there are descriptors', () => {
  test('do not affect ticks, known clients and new ones', async () => {
    const service = await tidemark.serve(['--data', tidemark.newFolder(), '--speed', '60'], {
      maxOpenFiles: 512,
    });
    expect(service.stderr()).toContain('the limit of open files is 512, which allows 128');
    expect(service.stderr()).toContain('for 1000 connections raise it to 1384');
    const token = await tokenOf(service.baseUrl);
    const kept = new KeptConnection(service, token);
    expect(await kept.status()).toBe(200);
    const streamToken = await tokenOf(service.baseUrl, undefined, service.wsUrl);
    const ws = new WebSocket(`${service.wsUrl}?access_token=${streamToken}`);
    const ticks: string[] = [];
    ws.on('message', (data) => ticks.push(String(data)));
    await once(ws, 'open');
    ws.send(JSON.stringify({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BLX }));

    await openIdle(service.port, 1000);
    const before = ticks.length;
    await eventually(async () => ticks.length >= before + 5);
    expect([await kept.status(), kept.localPorts.size, ws.readyState]).toEqual([200, 1, ws.OPEN]);
    // A new connection is also accepted.
    expect(await tokenOf(service.baseUrl)).not.toBe('');
    const strangers = await metricOf(service, 'tidemark_connections{kind="unknown"}');
    expect(strangers).toBeGreaterThan(32);
    expect(strangers).toBeLessThanOrEqual(64);
    expect(await metricOf(service, 'tidemark_connections{kind="known"}')).toBeGreaterThanOrEqual(2);
    expect(await metricOf(service, 'tidemark_connections_limit')).toBe(128);
    expect(await metricOf(service, 'tidemark_connections_closed_total{limit="all"}')).toBeGreaterThan(800);
    expect(await metricOf(service, 'tidemark_ticks_total{outcome="skipped"}')).toBe(0);
    expect(service.stderr().split('too many connections').length).toBe(2);
    kept.close();
    ws.terminate();
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  test('prevent the start if the limit is too low for the service', async () => {
    const { code, stderr } = await tidemark.run(
      ['serve', '--port', '0', '--world', 'small', '--data', tidemark.newFolder()],
      { maxOpenFiles: 300 },
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('the limit of open files is 300')]);
    expect(stderr).toContain('needs at least 400');
  });
});
