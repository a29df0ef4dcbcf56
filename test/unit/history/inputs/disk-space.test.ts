import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskUseOf } from '../../../../src/app/directory/health/directory-use.ts';
import { bytesIn, DiskBudget } from '../../../../src/history/inputs/disk-space.ts';
import { unprivileged } from '../../unprivileged.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-room-'));
  mkdirSync(join(folder, 'history', 'days'), { recursive: true });
  writeFileSync(join(folder, 'history', 'days', 'a'), Buffer.alloc(1 << 20, 1));
  writeFileSync(join(folder, 'b'), Buffer.alloc(1 << 20, 1));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isExcluded = (name: string) => name.startsWith('cut-');
const LEAVE_BYTES = 100_000;
const budget = (maxBytes: number, reserveBytes = 0) =>
  new DiskBudget({ folder, isExcluded, maxBytes, historyReserveBytes: LEAVE_BYTES, reserveBytes });

describe('a disk budget', () => {
  test('counts everything in the folder, but not the holes of files', () => {
    writeFileSync(join(folder, 'holes'), '');
    truncateSync(join(folder, 'holes'), 1 << 30);
    expect(bytesIn(folder)).toBeGreaterThanOrEqual(2 << 20);
    expect(bytesIn(folder)).toBeLessThan(3 << 20);
    expect(bytesIn(join(folder, 'missing'))).toBe(0);
  });

  test('counts a file with several names once', () => {
    const before = bytesIn(folder);
    linkSync(join(folder, 'b'), join(folder, 'history', 'c'));
    expect(bytesIn(folder)).toBe(before);
  });

  test('counts unreadable files as zero', () => {
    const [before, use] = [bytesIn(folder), diskUseOf(folder)];
    const [hidden, listed] = [join(folder, 'lost+found'), join(folder, 'listed')];
    for (const path of [hidden, listed]) {
      mkdirSync(path);
      writeFileSync(join(path, 'a'), Buffer.alloc(1 << 20, 1));
    }
    expect(bytesIn(folder)).toBeGreaterThan(before + (2 << 20) - 1);
    chmodSync(hidden, 0);
    chmodSync(listed, 0o444);
    unprivileged(folder, () => {
      expect(() => readdirSync(hidden)).toThrow('EACCES');
      expect(() => statSync(join(listed, 'a'))).toThrow('EACCES');
      expect(bytesIn(folder)).toBe(before);
      expect(diskUseOf(folder)).toEqual(use);
      expect(budget(before * 2).shortageFor(1)).toBeUndefined();
    });
    for (const path of [hidden, listed]) chmodSync(path, 0o700);
  });

  test('has space up to a reserve that history may need before the next check', () => {
    const used = bytesIn(folder);
    const size = used * 2;
    const room = size - LEAVE_BYTES - used;
    expect(budget(size).shortageFor(room)).toBeUndefined();
    const reason = `${used} of ${size} bytes are used`;
    expect(budget(size).shortageFor(room + 1)).toMatchObject({ of: 'budget', reason });
    expect(budget(size).shortageFor(room + 9)!.bytes - budget(size).shortageFor(room + 1)!.bytes).toBeCloseTo(
      8,
    );
  });

  test('leaves a reserve on the disk', () => {
    const reason = expect.stringMatching(/^\d+ bytes are free on the disk$/);
    expect(budget(1e15, 1e18).shortageFor(1)).toMatchObject({ of: 'disk', reason });
    expect(budget(1e15, 1e18).shortageFor(1)!.bytes).toBeGreaterThan(9e17);
  });

  test('excludes temporary files, and counts files with a second name in it', () => {
    const before = bytesIn(folder);
    mkdirSync(join(folder, 'cut-1', 'history'), { recursive: true });
    linkSync(join(folder, 'b'), join(folder, 'cut-1', 'b'));
    writeFileSync(join(folder, 'cut-1', 'history', 'dropped'), Buffer.alloc(1 << 20, 1));
    writeFileSync(join(folder, 'cut-2'), Buffer.alloc(1 << 20, 1));
    expect(bytesIn(folder, isExcluded)).toBe(before);
    expect(bytesIn(folder)).toBeGreaterThan(before + (2 << 20) - 1);
    expect(budget(before * 2).shortageFor(1)).toBeUndefined();
    expect(budget(before).shortageFor(1)!.reason).toBe(`${before} of ${before} bytes are used`);
  });
});
