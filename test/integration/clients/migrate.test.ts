import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { listProblems, messageProblems, recordProblems } from '../../support/original-client/strict-model.ts';
import { readPage } from '../../support/snippets/page-blocks.ts';
import { likeCheckout, PageSession } from '../../support/snippets/page-session.ts';
import { compared } from '../../support/snippets/shown-output.ts';
import { eventually, MAIN } from '../../support/tidemark-process.ts';

const { steps, problems } = readPage('docs/start/migrate.md');
const SERVE = 'tidemark serve ';
const LIMIT_MS = 110_000;

interface Line {
  readonly kind: string;
  readonly value: { readonly event: string };
}

const original = (name: string) =>
  fileURLToPath(new URL(`../../support/original-client/${name}`, import.meta.url));

let folder: string;
let ports: Readonly<Record<string, number>>;
let env: NodeJS.ProcessEnv;
let session: PageSession;
let service: ChildProcess | undefined;
let said = '';

/** The page uses the ports of the machine; these are free ones. */
const asTyped = (text: string) =>
  text
    .replaceAll(/(:|--port )(443|8080)\b/g, (_all, before: string, port: string) => before + ports[port]!)
    .replaceAll('node prices.mjs', `node --import ${original('redirect.mjs')} prices.mjs`);

beforeAll(async () => {
  folder = likeCheckout(mkdtempSync(join(tmpdir(), 'tidemark-migrate-')));
  ports = { 443: await freePort(), 8080: await freePort() };
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  const program = join(bin, 'tidemark');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(program, 0o755);
  env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: folder,
    REDIRECT: String(ports[443]),
    TIDEMARK_WORLD: 'small',
    TIDEMARK_BACKFILL: 'off',
  };
  copyFileSync(original('prices.mjs'), join(folder, 'prices.mjs'));
  const get = () => Promise.reject(new Error('the page has no such block'));
  session = new PageSession({ folder, env, asTyped, get });
});
afterAll(async () => {
  await session.kill();
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'close');
}

async function serve(command: string): Promise<void> {
  await stop();
  said = '';
  service = spawn('bash', ['-c', `exec ${asTyped(command)}`], { cwd: folder, env });
  for (const stream of [service.stdout!, service.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const hasEnded = () => service!.exitCode !== null;
  await eventually(async () => said.includes('tidemark ready') || hasEnded(), LIMIT_MS);
  if (hasEnded()) throw new Error(`did not start:\n${said}`);
}

/** Everything that a strict client would reject. */
function lineProblems({ kind, value }: Line): readonly string[] {
  if (kind === 'message') return messageProblems(value);
  if (kind === 'token' || kind === 'convert') return recordProblems(kind, value);
  return listProblems(kind as 'asset', value);
}

describe('the guide to migrating, followed from top to bottom', () => {
  const commands = steps.flatMap((step) => (step.block.language === 'sh' ? [step] : []));
  test('this test runs every block', () => {
    expect(problems).toEqual([]);
    for (const step of steps)
      if (step.kind === 'left') expect(step.reason).toBe('test/integration/clients/migrate.test.ts');
  });

  test.each(commands.map((step) => ({ title: step.block.text.trim().split('\n')[0]!, step })))(
    '$title',
    async ({ step }) => {
      const { block } = step;
      if (block.text.startsWith(SERVE)) return serve(block.text);
      const printed = await session.run('sh', block);
      if (step.kind === 'left' && step.shown) {
        const seen = compared(step.shown, printed);
        expect(seen.printed).toEqual(seen.shown);
      }
      if (!block.text.includes('prices.mjs')) return;
      const lines = printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
      expect(lines.flatMap(lineProblems)).toEqual([]);
      const events = lines.flatMap(({ kind, value }) => (kind === 'message' ? [value.event] : []));
      expect(events[0]).toBe('CONNECTED');
      for (const event of ['SUBSCRIBED_INDEX_TICKER', 'INDEX_TICKER', 'EXCHANGE_TICKER', 'PONG'])
        expect(events).toContain(event);
    },
  );

  test('the log names the switches of the last started service', () => {
    expect(said).toContain('--rapidapi on');
    expect(said).toContain('--public-lookups off');
  });

  test('without --public-lookups, the same client is refused', async () => {
    await serve(
      commands
        .map(({ block }) => block.text)
        .find((text) => text.startsWith(SERVE) && text.includes('--public-lookups'))!
        .replace('--public-lookups', ''),
    );
    const run = commands.find(({ block }) => block.text.includes('prices.mjs'))!;
    await expect(session.run('sh', run.block)).rejects.toThrow('/asset?symbol=BTC: 401');
  });
});
