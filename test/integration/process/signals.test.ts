import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeManifest } from '../../../src/app/operate/backup/manifest.ts';
import { DATA_FIXTURES, readFixture, unpackFixture } from '../../support/data-fixture.ts';
import { eventually, Tidemark, type TidemarkProcess } from '../../support/tidemark-process.ts';

// Every command ends soon after SIGTERM and SIGINT, whatever it waits for. test/unit/cli/interruption.test.ts tests the second
// signal.

const tidemark = new Tidemark();
const SOON_MS = 15_000;
const LARGE_BYTES = 4 * 2 ** 30;

let silent: Server;
let port: number;
const sockets = new Set<Socket>();
beforeAll(async () => {
  // Accepts connections and never responds.
  silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  ({ port } = silent.address() as AddressInfo);
});
afterAll(() => silent.close());

let folder: string;
let pipe: string;
let writer: number;
beforeEach(() => {
  folder = tidemark.newFolder();
  pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  // A writer that never writes.
  writer = openSync(pipe, 'r+');
});
afterEach(() => {
  closeSync(writer);
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** A directory of a stopped service. */
function directory(): string {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  unpackFixture(readFixture(DATA_FIXTURES.at(-1)!), data);
  return data;
}

/** A backup with a file that takes minutes to copy. */
function largeBackup(): string {
  const backup = join(folder, 'backup');
  mkdirSync(backup);
  writeFileSync(join(backup, 'large'), '');
  truncateSync(join(backup, 'large'), LARGE_BYTES);
  const file = { path: 'large', bytes: LARGE_BYTES, sha256: '0'.repeat(64), modified: '1', sealed: false };
  writeManifest(backup, { createdAt: '2026-11-17T00:00:00.000Z', files: [file] });
  return backup;
}

interface Case {
  readonly args: () => readonly string[];
  /** The file that it has open while it waits. */
  readonly waitsFor: 'pipe' | 'connection' | RegExp;
}

const asks = (...args: readonly string[]): Case => ({
  args: () => [...args, '--url', `http://127.0.0.1:${port}`],
  waitsFor: 'connection',
});

const CASES: Readonly<Record<string, Case>> = {
  restore: {
    args: () => ['restore', largeBackup(), '--data', join(folder, 'restored')],
    waitsFor: /restored\/large$/,
  },
  backup: {
    args: () => {
      const data = directory();
      writeFileSync(join(data, 'large'), '', { mode: 0o600 });
      truncateSync(join(data, 'large'), LARGE_BYTES);
      return ['backup', join(folder, 'backups'), '--data', data];
    },
    waitsFor: /backups\/.*\/large$/,
  },
  'import of a pipe': {
    args: () => ['import', 'ohlcv', pipe, '--data', directory()],
    waitsFor: 'pipe',
  },
  'verify with heads of a pipe': {
    args: () => ['verify', '--head', pipe, '--data', directory()],
    waitsFor: 'pipe',
  },
  'a configuration of a pipe': {
    args: () => ['status', '--config', pipe],
    waitsFor: 'pipe',
  },
  move: {
    args: () => ['move', '--from', directory(), '--to', `postgres://127.0.0.1:${port}/x`],
    waitsFor: 'connection',
  },
  'sources test': {
    args: () => ['sources', 'test', 'kraken', '--exchange-gateway', `http://127.0.0.1:${port}`],
    waitsFor: 'connection',
  },
  'export of a service': asks('export', 'ticks', '--index', 'BTC', '--last', '1h', '--token', 'x'),
  price: asks('price', 'BTC'),
  watch: asks('watch', 'BTC'),
  candles: asks('candles', 'BTC'),
  get: asks('get', 'assets'),
  receipt: asks('receipt', 'BTC'),
  check: asks('check', 'BTC'),
  why: asks('why', 'BTC_USD', '10m'),
};

function isWaiting({ pid }: TidemarkProcess, waitsFor: Case['waitsFor']): boolean {
  if (waitsFor === 'connection') return sockets.size > 0;
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  return open.some((path) => (waitsFor === 'pipe' ? path === pipe : waitsFor.test(path)));
}

/** Empty if it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

describe.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT'] as const)('%s ends', (signal) => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { args, waitsFor } = CASES[name]!;
    const command = tidemark.start(args());
    await eventually(() => Promise.resolve(isWaiting(command, waitsFor)));
    command.kill(signal);
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`${name} did not end: ${command.stderr()}`)), SOON_MS).unref();
    });
    const ended = await Promise.race([command.ended, late]);
    // A command with nothing to clean up is ended by the signal itself, which a shell shows in the same way.
    const code = ended.code ?? 128 + constants.signals[ended.signal!];
    expect(code).toBe(128 + constants.signals[signal]);
    if (name === 'restore') expect(readdirSync(join(folder, 'restored'))).toEqual([]);
  });
});
