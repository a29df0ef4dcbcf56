import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from '../../src/sources/simulator/world.ts';
import { eventually, freePort, Tidemark } from './tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const INSTALL = 'npm ci && ';

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: Block[] = [...README.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
);
const shell = blocks.flatMap((block, i) => {
  const next = blocks[i + 1];
  const shown = next && ['json', 'text'].includes(next.language) ? next : undefined;
  return block.language === 'sh' ? [{ script: block.text, shown }] : [];
});
const [start] = shell;
const others = shell
  .filter(({ script }) => !script.startsWith(INSTALL))
  .map((example, i, all) => ({
    ...example,
    title: example.script.trimEnd().split('\n').at(-1)!,
    /** People who paste a snippet have pasted those before it; only what they set matters. */
    before: all.slice(0, i).flatMap(({ script }) => (script.includes('TOKEN=') ? [script] : [])),
  }));

/** As a new shell in the checkout, but for a port and a data directory of the test's own. */
const data = mkdtempSync(join(tmpdir(), 'tidemark-readme-'));
let port = 0;
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|TIDEMARK_|VITEST|NODE_ENV$)/.test(name),
  );
  return { ...Object.fromEntries(own), TIDEMARK_PORT: String(port), TIDEMARK_DATA: join(data, 'data') };
}

async function bash(script: string): Promise<string> {
  const pasted = script.replaceAll(':8080', `:${port}`);
  const options = { cwd: ROOT, env: environment(), maxBuffer: 2 ** 24 };
  return (await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', pasted], options)).stdout;
}

describe('the README, pasted into a shell', { timeout: 120_000 }, () => {
  let service: ChildProcess;
  let said = '';

  beforeAll(async () => {
    port = await freePort();
    // Installing is done before this runs, by the command of .ci/run.
    const command = start!.script.slice(INSTALL.length);
    service = spawn('bash', ['-c', command], {
      cwd: ROOT,
      env: environment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    service.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
    service.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    await eventually(async () => said.includes('tidemark ready') || service.exitCode !== null, 110_000);
  }, 120_000);

  afterAll(async () => {
    if (service.exitCode === null && service.signalCode === null) {
      process.kill(-service.pid!, 'SIGKILL');
      await once(service, 'close');
    }
    rmSync(data, { recursive: true, force: true });
  });

  test('the command to run starts the service, which prints the line that the README waits for', () => {
    expect(start?.script).toBe(`${INSTALL}npm start\n`);
    const shown = /`(tidemark ready \S+ \S+)`/.exec(README)?.[1];
    expect(said.split('\n')).toContain(shown?.replaceAll('8080', String(port)));
  });

  test.each(others)('$title', async ({ script, shown, before }) => {
    const stdout = await bash(`{ ${before.join('\n') || ':'}\n} > /dev/null\n${script}`);
    if (shown?.language === 'text') expect(withoutNumbers(stdout)).toBe(withoutNumbers(shown.text));
    else if (shown) expect(shapeOf(JSON.parse(stdout))).toEqual(shapeOf(JSON.parse(shown.text)));
    else if (script.includes('clients add'))
      expect(stdout).toMatch(/^client_secret: \S+$[^]*Pricing desk {2}read:index-ticker read:market-cap\b/m);
    else expect(JSON.parse(stdout)).not.toHaveProperty('errors');
  });

  test('what is shown of an asset is what is served, to the letter', async () => {
    const [asset] = others;
    expect(JSON.parse(await bash(asset!.script))).toEqual(JSON.parse(asset!.shown!.text));
  });

  test('Ctrl-C stops it', async () => {
    process.kill(-service.pid!, 'SIGINT');
    await once(service, 'close');
    expect(said).toContain('"msg":"stopped"');
    expect(existsSync(join(data, 'data', 'control.sock'))).toBe(false);
  });
});

/** Numbers, instants and their lengths differ from run to run; words and their order do not. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d[\d.:TZ-]*/g, '#');
}

/** What stays the same of an answer: names, kinds of values, and text that is neither number, instant nor id of a record. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shapeOf(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item, name)]));
  const text = String(value);
  if (key === 'id') return 'an id';
  return /^\d/.test(text) && !/^[0-9a-f-]{36}$/.test(text) ? withoutNumbers(text) : value;
}

test('every block of shell is run: here, or by CI', () => {
  const ci = readFileSync(join(ROOT, '.ci', 'run'), 'utf8');
  const byCi = shell.filter(({ script }) => script.startsWith(INSTALL) && script !== start?.script);
  expect(byCi.map(({ script }) => script)).toEqual([`${INSTALL}npm test\n`]);
  expect(ci.split('\n')).toContain(byCi[0]!.script.trimEnd());
  expect(others.length).toBeGreaterThan(5);
});

test('the size of the simulated market is the one that it has', () => {
  const { exchanges, markets, assets } = buildWorld('full').reference;
  const count = (items: readonly unknown[]) => items.length.toLocaleString('en-US');
  expect(README.replaceAll(/\n>? ?/g, ' ')).toContain(
    `it models ${count(exchanges)} exchanges, ${count(markets)} markets and ${count(assets)} assets`,
  );
});

const tidemark = new Tidemark();

test('the ten lines of Node in the README work as pasted', async () => {
  const [snippet, ...more] = blocks.filter(({ language }) => language === 'js');
  expect(more).toEqual([]);
  expect(snippet?.text.trimEnd().split('\n')).toHaveLength(10);
  const speeded = await tidemark.serve(['--speed', '60', '--data', tidemark.newFolder()]);
  const pasted = snippet?.text.replaceAll(':8080', `:${speeded.port}`) ?? '';
  const program = spawn(process.execPath, ['--input-type=module', '--eval', pasted], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const events: string[] = [];
    for await (const line of createInterface({ input: program.stdout })) {
      events.push((JSON.parse(line) as { event: string }).event);
      if (events.length === 5) break;
    }
    const tick = 'INDEX_TICKER';
    expect(events).toEqual(['CONNECTED', 'SUBSCRIBED_INDEX_TICKER', tick, tick, tick]);
  } finally {
    program.kill();
  }
});
