import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { MAIN, Tidemark } from '../../support/tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HOUR = join(ROOT, 'examples', 'recordings', '2026-11-02T12-00-00Z.recording');
const tidemark = new Tidemark();
const session = new CommandSession();
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'record-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inspect = (...args: readonly string[]) => session.run(['record', 'inspect', ...args]);

test('records a source until it is interrupted, and reports what it has', async () => {
  const flags = ['--record', folder, '--world', 'small', '--start', '2026-03-01T12:00:05Z', '--speed', '300'];
  const recording = tidemark.start(['record', ...flags]);
  const file = () => readdirSync(folder).find((name) => name.endsWith('.recording'));
  const deadline = Date.now() + 240_000;
  while (file() === undefined || readFileSync(join(folder, file()!)).length < 200_000) {
    if (Date.now() > deadline) throw new Error(recording.stderr());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  recording.kill('SIGINT');
  const { code, stdout, stderr } = await recording.ended;
  expect(code).toBe(0);
  expect(stderr).toContain(`recording simulator into ${folder}; press Ctrl-C to stop`);
  expect(stdout).toMatch(
    /^\d+ slots?, 2026-03-01 12:00:30 to .*: \d+ tickers and \d+ trades from \d+ exchanges\n$/,
  );
  const shown = await inspect(folder, '--json');
  expect(shown.code).toBe(0);
  const { files } = JSON.parse(shown.stdout) as { files: Record<string, unknown>[] };
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({
    source: 'simulator',
    origin: 'simulated',
    version: expect.stringMatching(/^\d/) as string,
    from: '2026-03-01T12:00:30.000Z',
    gaps: [],
  });
  expect(Number(files[0]!['slots'])).toBe(Number.parseInt(stdout, 10));
  expect(files[0]).not.toHaveProperty('damage');
});

/** Number of recorded bytes. */
function recordedBytes(): number {
  const file = readdirSync(folder).find((name) => name.endsWith('.recording'));
  return file === undefined ? 0 : readFileSync(join(folder, file)).length;
}

test.each([
  ['nothing under nohup', undefined],
  ['the end where there is a terminal', '/dev/ptmx'],
])('SIGHUP is %s', async (_, terminal) => {
  const flags = `--record '${folder}' --world small --start 2026-03-01T12:00:05Z --speed 300`;
  const command = `'${process.execPath}' '${MAIN}' record ${flags}`;
  const line = terminal ? `exec ${command} <${terminal}` : `exec nohup ${command} </dev/null`;
  const child = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.resume();
  const ended = once(child, 'close');
  try {
    await expect.poll(recordedBytes).toBeGreaterThan(0);
    child.kill('SIGHUP');
    if (!terminal) {
      const before = recordedBytes();
      await expect.poll(recordedBytes).toBeGreaterThan(before);
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(stdout).toMatch(/^\d+ slots?, .* exchanges\n$/);
    expect((await inspect(folder)).code).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});

describe('inspect', () => {
  test('shows the content of a recording', async () => {
    const { code, stdout } = await inspect(HOUR);
    expect(code).toBe(0);
    expect(stdout).toContain('source       live, simulated data');
    expect(stdout).toContain('values       made-up values: ');
    expect(stdout).toContain('slots        120, 2026-11-02T12:00:30Z to 2026-11-02T13:00:00Z');
    expect(stdout).toContain('gaps         none');
    expect(stdout).toMatch(/^Kraken +12\d +12\d0 +0 +2026-11-02T12:00:0\dZ +2026-11-02T\S+ +0$/m);
  });

  test('says where an incomplete one ends, and which part is usable', async () => {
    const cut = join(folder, 'cut.recording');
    writeFileSync(cut, readFileSync(HOUR));
    truncateSync(cut, 200_000);
    const { code, stdout } = await inspect(cut);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^damage +it ends in the middle of a frame: \d+ of 200000 bytes are intact$/m);
    const bytes = readFileSync(HOUR);
    bytes.writeUInt8(bytes.readUInt8(150_000) ^ 1, 150_000);
    writeFileSync(cut, bytes);
    const damaged = JSON.parse((await inspect(folder, '--json')).stdout) as {
      files: { damage: { problem: string } }[];
    };
    expect(damaged.files[0]!.damage.problem).toMatch(/^is damaged at byte 1[0-4]\d{4}$/);
  });

  test.each<[string, () => readonly string[], number, string]>([
    ['a file that is missing', () => [join(folder, 'none.recording')], 1, 'cannot be read (ENOENT)'],
    ['a folder without one', () => [folder], 1, 'has no recording'],
    ['another file', () => [join(ROOT, 'package.json')], 1, 'is not a recording of this version'],
    ['nothing', () => [], 2, 'name one file or folder to inspect'],
    ['two files', () => [HOUR, HOUR], 2, 'name one file or folder to inspect'],
  ])('refuses %s', async (_what, args, code, message) => {
    const refused = await inspect(...args());
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(message);
    expect(refused.stdout).toBe('');
  });
});
