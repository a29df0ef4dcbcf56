import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tidemark as Sdk, toNumber } from '../../../sdk/src/node.ts';
import { CuttingProxy } from '../../support/cutting-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { Tidemark, type RunningService } from '../../support/tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PYTHON = '/usr/bin/python3';
const PATIENCE_MS = 900_000;
/** Ticks arrive four times a second. */
const SPEED = ['--speed', '120'];

const processes = new Tidemark(afterAll);
let service: RunningService;
beforeAll(async () => {
  service = await processes.serve([...SPEED, '--data', processes.newFolder()]);
});

/** Environment of a new shell, with the variables that the examples read. */
const environment = (url: string) => ({
  PATH: process.env['PATH'],
  TIDEMARK_URL: url,
  PYTHONDONTWRITEBYTECODE: '1',
});

async function python(args: readonly string[], cwd = ROOT): Promise<{ stdout: string; stderr: string }> {
  const options = { cwd, env: environment(service.baseUrl), maxBuffer: 2 ** 24, timeout: PATIENCE_MS };
  return promisify(execFile)(PYTHON, args, options);
}

describe.concurrent('the Python client', { timeout: PATIENCE_MS }, () => {
  test('handles a misbehaving service', async () => {
    const { stderr } = await python(['-X', 'dev', '-m', 'unittest', 'discover', '-s', 'test/python']);
    const [, count] = /^Ran (\d+) tests in/m.exec(stderr) ?? [];
    expect(Number(count)).toBeGreaterThan(50);
    // No skipped test, and no open socket.
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('OK');
    expect(stderr).not.toMatch(/ResourceWarning|Exception (?:ignored|in thread)/);
  });

  test('has the fields of the API', async () => {
    const program = `import json, tidemark
kinds = {"IndexTicker": tidemark.Tick, "Candle": tidemark.Candle, "OpenHighLowCloseVolume": tidemark.Day}
print(json.dumps({name: [sent for _, sent, _ in tidemark._conversions(kind)] for name, kind in kinds.items()}))`;
    const { stdout } = await python(['-c', program], join(ROOT, 'examples', 'python'));
    const api = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
      components: { schemas: Record<string, { properties: object }> };
    };
    for (const [name, fields] of Object.entries(JSON.parse(stdout) as Record<string, string[]>)) {
      const sent = Object.keys(api.components.schemas[name]!.properties);
      // `startTimestamp` equals `timestamp`.
      expect(fields.toSorted()).toEqual(sent.filter((field) => field !== 'startTimestamp').toSorted());
    }
  });
});

interface Cell {
  readonly cell_type: 'code' | 'markdown';
  readonly id: string;
  readonly source: readonly string[];
  readonly metadata: object;
  readonly outputs?: readonly unknown[];
  readonly execution_count?: number | null;
}

describe.concurrent('the notebook', { timeout: PATIENCE_MS }, () => {
  const path = join(ROOT, 'examples', 'notebook.ipynb');

  test('has format 4.5, without outputs', () => {
    const { cells, nbformat, nbformat_minor } = JSON.parse(readFileSync(path, 'utf8')) as {
      cells: readonly Cell[];
      nbformat: number;
      nbformat_minor: number;
    };
    expect([nbformat, nbformat_minor]).toEqual([4, 5]);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    for (const { cell_type, id, source, metadata, ...rest } of cells) {
      expect([id, metadata]).toEqual([expect.stringMatching(/^[\w-]{1,64}$/), {}]);
      expect(source.slice(0, -1).every((line) => line.endsWith('\n'))).toBe(true);
      expect(rest).toEqual(cell_type === 'code' ? { execution_count: null, outputs: [] } : {});
    }
  });

  test('shows a price, a table, a chart, a receipt and ticks', async () => {
    const { stdout } = await python([join('test', 'python', 'run_notebook.py'), path]);
    const shown = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; kind: string; shown: string; printed: string });
    const [price, history, chart, receipt, stream] = shown;
    expect(shown.map(({ id }) => id)).toEqual(['price', 'history', 'chart', 'receipt', 'stream', 'end']);
    expect([price?.kind, history?.kind, chart?.kind]).toEqual(['Decimal', 'DataFrame', 'Chart']);
    expect(chart?.shown).toMatch(/^<svg .*<polyline points="0\.0,[\d.]+(?: [\d.]+,[\d.]+)*"/);
    expect(receipt?.printed).toMatch(/^\S+Z [\d.]+\n(?:.+ +[\d.]+ +[\d.]+%\n)+$/);
    expect(stream?.printed).toMatch(/^(?:\S+ \S+ (?:MWA|GWA) [\d.]+\n){4}$/);
  });
});

/** A running program, and its output lines. */
class Bot {
  readonly lines: string[] = [];
  stderr = '';
  readonly #child: ChildProcess;

  constructor(url: string, [program, ...args]: readonly [string, ...string[]]) {
    this.#child = spawn(program, args, {
      cwd: ROOT,
      env: environment(url),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
  }

  /** Waits until it has printed this many lines. */
  async receive(count: number, onLine: () => void): Promise<void> {
    for await (const line of createInterface({ input: this.#child.stdout! })) {
      this.lines.push(line);
      onLine();
      if (this.lines.length >= count) return;
    }
    throw new Error(`it ended:\n${this.stderr}`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
  }
}

/** Settles with the work, or fails with a report after this time. */
async function within<T>(ms: number, work: Promise<T>, describeState: () => Promise<string>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void describeState().then((text) => reject(new Error(text)), reject), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

describe.concurrent('the bots', () => {
  /**
   * In the first three hours of this world (352 ticks) the price is near the level: any 17 ticks cross it five times. The price
   * of an arbitrary tick would not work as the level: a pegged price drifts, and may stay away from it for longer than a test can
   * wait.
   */
  const WORLD = ['--seed', 'bots', '--start', '2026-11-02T12:00:00Z'];
  const [index, threshold] = ['USDE_USD', '1.0004'];
  const ALERTS = 4;

  let market: RunningService;
  let proxy: CuttingProxy;
  beforeAll(async () => {
    const port = await freePort();
    proxy = await CuttingProxy.listen(port);
    const audiences = `http://127.0.0.1:${proxy.port},${proxy.url}`;
    const where = ['--port', String(port), '--audiences', audiences, '--data', processes.newFolder()];
    market = await processes.serve([...SPEED, ...WORLD, ...where]);
  });
  afterAll(() => proxy?.close());

  /** The crossings that a bot started at this tick must report, by stored ticks. */
  async function crossings(sdk: Sdk, from: string): Promise<string[]> {
    const found: string[] = [];
    let wasAbove: boolean | undefined;
    for await (const { timestamp, price } of sdk.ticks(index, { from })) {
      const isAbove = toNumber(price) >= toNumber(threshold);
      if (wasAbove !== undefined && wasAbove !== isAbove)
        found.push(`${timestamp.slice(0, 19)} ${isAbove ? 'above' : 'below'} ${price}`);
      wasAbove = isAbove;
    }
    return found;
  }

  /** When a bot started, and the crossings that it reported. */
  function saidBy({ lines: [first = '', ...others] }: Bot): { since: string; said: string[] } {
    const [, since = ''] = /^watching USDE_USD, at [\d.]+ since (\S+)$/.exec(first) ?? [];
    return {
      since,
      said: others.map((line) => line.replace(/^(\S{19})\S* USDE_USD is (\w+) [\d.]+: /, '$1 $2 ')),
    };
  }

  /** Distinguishes a bot that misses crossings from a market without any. */
  async function account(sdk: Sdk, bots: readonly Bot[]): Promise<string> {
    const texts = bots.map(async (bot) => {
      const { since, said } = saidBy(bot);
      const stored = since === '' ? [] : await crossings(sdk, since);
      return `since ${since} it reported ${said.length} of ${stored.length} crossings; ${bot.stderr}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  test.each([[], ['BTC_USD'], ['BTC_USD', 'much'], ['BTC_USD', '1', 'more']])(
    'print the usage of alert.py (%j)',
    (...args) => {
      const { status, stderr } = spawnSync(PYTHON, ['examples/python/alert.py', ...args], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([2, 'usage: python3 alert.py INDEX THRESHOLD\n']);
    },
  );

  test(
    'alert once at each crossing, whatever happens to their connections',
    async () => {
      const sdk = new Sdk({ url: market.baseUrl, clientId: 'demo', clientSecret: 'demo' });
      const url = `http://127.0.0.1:${proxy.port}`;
      const bots = [
        new Bot(url, [process.execPath, 'examples/alert.mjs', index, threshold]),
        new Bot(url, [PYTHON, 'examples/python/alert.py', index, threshold]),
      ];
      try {
        let cuts = 0;
        const cutSome = () => {
          // Each has started, and continues afterwards.
          if (bots.every(({ lines }) => lines.length > cuts) && ++cuts <= 2) proxy.cut();
        };
        const received = Promise.all(bots.map((bot) => bot.receive(ALERTS + 1, cutSome)));
        await within(PATIENCE_MS * 0.8, received, () => account(sdk, bots));
        expect(cuts).toBeGreaterThanOrEqual(2);
        for (const { since, said } of bots.map(saidBy))
          expect(said).toEqual((await crossings(sdk, since)).slice(0, said.length));
        expect(bots[0]!.stderr).toMatch(/^(?:connecting again after 1006 .+\n)+$/);
        expect(bots[1]!.stderr).toBe('');
      } finally {
        await Promise.all(bots.map((bot) => bot.stop()));
      }
    },
    PATIENCE_MS,
  );
});
