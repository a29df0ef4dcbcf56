import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventually,
  requestToken,
  soon,
  statusWith,
  Tidemark,
  tokenOf,
  type Ended,
  type RunningService,
  type TidemarkProcess,
} from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
/** Long enough for a busy machine: only an event that never comes exceeds it. */
const SOON_MS = 10_000;
/** Less than the 5 seconds after which an idle connection ends by itself. */
const AT_ONCE_MS = 4000;

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
}

function logLines(process: TidemarkProcess): LogLine[] {
  return process
    .stderr()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine);
}

describe('starting', () => {
  test('with the full world it serves as soon as it reports ready, and a second signal ends it at once', async () => {
    const service = await tidemark.serve(['--world', 'full', '--data', tidemark.newFolder()]);
    expect(await statusWith(service.baseUrl, await tokenOf(service.baseUrl))).toBe(200);
    const half = await tidemark.connect(service.port);
    half.write('GET /v3/asset HTTP/1.1\r\n');
    await soon();
    service.kill('SIGTERM');
    await eventually(async () => service.stderr().includes('"stopping"'), SOON_MS);
    // The same signal twice within a quarter of a second is one: npm forwards what the terminal has sent.
    const startedAt = performance.now();
    const again = setInterval(() => service.kill('SIGTERM'), 50);
    expect(await service.ended.finally(() => clearInterval(again))).toMatchObject({ code: 1 });
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
  });

  describe('with every request logged', () => {
    const shared = new Tidemark(afterAll);
    let service: RunningService;
    let token: string;
    let readyStatus: number;
    let stdoutAtReady: string;
    let ended: Ended;
    let stoppedAfterMs: number;
    beforeAll(async () => {
      const flags = ['--access-log', '--log-level', 'debug'];
      service = await shared.serve(['--data', shared.newFolder(), ...flags]);
      stdoutAtReady = service.stdout();
      readyStatus = (await fetch(`${service.baseUrl}/readyz`)).status;
      token = await tokenOf(service.baseUrl);
      await statusWith(service.baseUrl, token);
      await statusWith(service.baseUrl, token, `/v3/asset?access_token=${token}`);
      await statusWith(service.baseUrl, token, `/nowhere?access_token=${token}`);
      await statusWith(service.baseUrl, `${token}x`);
      await requestToken(service.baseUrl, { clientId: 'demo', clientSecret: 'a-wrong-secret' });
      const agent = new Agent({ keepAlive: true });
      const [answer] = (await once(get(`${service.baseUrl}/healthz`, { agent }), 'response')) as [
        IncomingMessage,
      ];
      answer.resume();
      await once(answer, 'end');
      const stoppedAt = performance.now();
      ended = await service.stop();
      stoppedAfterMs = performance.now() - stoppedAt;
      agent.destroy();
    });

    test('on SIGTERM it exits with code 0, and an idle keep-alive connection does not delay it', () => {
      expect(ended).toMatchObject({ code: 0, signal: null });
      expect(stoppedAfterMs).toBeLessThan(AT_ONCE_MS);
      expect(logLines(service).at(-1)).toMatchObject({ msg: 'stopped' });
    });

    test('it prints one line, and its reader can connect', () => {
      const { port } = service;
      const line = `tidemark ready http://127.0.0.1:${port} ws://127.0.0.1:${port}\n`;
      expect([stdoutAtReady, readyStatus, service.stdout()]).toEqual([line, 200, line]);
    });

    test('all its other output is JSON on standard error', () => {
      const lines = logLines(service);
      for (const line of lines) {
        expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(line.msg).not.toBe('');
      }
      expect(lines.map(({ msg }) => msg)).toEqual(
        expect.arrayContaining(['serving', 'request', 'stopping', 'stopped']),
      );
    });

    test('no token, secret or query is in the log', () => {
      expect(service.stderr()).toContain('"msg":"request"');
      expect(service.stderr()).not.toContain(token.slice(0, 20));
      expect(service.stderr()).not.toContain('a-wrong-secret');
    });
  });

  test('settings also come from the environment, an unknown variable causes a warning, and on SIGINT it exits with code 0', async () => {
    const service = await tidemark.serve([], {
      environment: { TIDEMARK_DATA: tidemark.newFolder(), TIDEMARK_PROT: '1' },
    });
    expect(service.stderr()).toContain('TIDEMARK_PROT is not a setting and has no effect');
    service.kill('SIGINT');
    expect(await service.ended).toMatchObject({ code: 0, signal: null });
    expect(logLines(service).at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

describe('stopping', () => {
  test('neither a partial request nor a silent connection delays it for 10 seconds', async () => {
    const service = await tidemark.serve(['--data', tidemark.newFolder()]);
    await tidemark.connect(service.port);
    const half = await tidemark.connect(service.port);
    half.write('GET /v3/asset HTTP/1.1\r\nHost: localhost\r\n');
    const body = await tidemark.connect(service.port);
    body.write(
      'POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(get(`${service.baseUrl}/healthz`, { agent }), 'response')) as [
      IncomingMessage,
    ];
    answer.resume();
    await soon();
    const startedAt = performance.now();
    expect(await service.stop()).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    agent.destroy();
  });

  test('it accepts no new connections while it waits for the last request, which is answered before it ends', async () => {
    const service = await tidemark.serve(['--data', tidemark.newFolder()]);
    const socket = await tidemark.connect(service.port);
    const content = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo',
    });
    const head = `POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${content.length}\r\n\r\n${content.slice(0, 10)}`);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    // Its client gives up while the service stops.
    const half = await tidemark.connect(service.port);
    half.write('GET /v3/asset HTTP/1.1\r\n');
    await soon();
    service.kill('SIGTERM');
    await eventually(async () => service.stderr().includes('"stopping"'), SOON_MS);
    await eventually(
      () =>
        fetch(`${service.baseUrl}/healthz`).then(
          () => false,
          () => true,
        ),
      SOON_MS,
    );
    half.destroy();
    socket.write(content.slice(10));
    expect(await service.ended).toMatchObject({ code: 0 });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"field":"audience"');
  });
});

/** Code that runs first in each thread of the program, and fails when a file appears. */
function planted(folder: string, where: string, failure: string): string {
  const preload = join(folder, 'preload.mjs');
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const fail = () => { ${failure} };
const timer = setInterval(() => {
  if (!existsSync(${JSON.stringify(join(folder, 'trigger'))})) return;
  clearInterval(timer);
  fail();
}, 20);
timer.unref();
if (!(${where})) clearInterval(timer);
`,
  );
  return preload;
}

describe('an unhandled error', () => {
  test.each([
    ['thrown from a timer', 'isMainThread', "throw new Error('planted');"],
    ['of a promise that is not awaited', 'isMainThread', "Promise.reject(new Error('planted'));"],
    ['that is no Error', 'isMainThread', "throw 'planted';"],
    ['in the thread that computes', '!isMainThread', "throw new Error('planted');"],
  ])('%s ends the process with a specific exit code and is in the log', async (_what, where, failure) => {
    const folder = tidemark.newFolder();
    const nodeFlags = ['--import', planted(folder, where, failure)];
    const service = await tidemark.serve(['--data', join(folder, 'data')], { nodeFlags });
    writeFileSync(join(folder, 'trigger'), '');
    expect(await service.ended).toMatchObject({ code: 1, signal: null });
    const fatal = logLines(service).filter(({ level }) => level === 60);
    expect(fatal).not.toEqual([]);
    expect(JSON.stringify(fatal)).toContain('planted');
  });
});
