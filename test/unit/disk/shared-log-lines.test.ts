import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { SharedLogLines } from '../../../src/disk/shared-log-lines.ts';
import { LineLog } from '../../../src/disk/line-log.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const HEADER = '{"format":1}';
const newFolder = temporaryFolders();
const records = (...texts: string[]) => texts.map((text) => Buffer.from(text));

let path: string;
let doubts: string[];
let copy: SharedLogLines;
beforeEach(() => {
  path = join(newFolder(), 'lines.log');
  doubts = [];
  copy = new SharedLogLines({ path, header: HEADER, onSuspectBytes: (reason) => void doubts.push(reason) });
  return () => copy.close();
});

test('reading a missing file does not create it', async () => {
  expect(await copy.read()).toEqual({ records: 0, last: undefined, problem: undefined });
  expect(existsSync(path)).toBe(false);
});

test('records are lines after one header', async () => {
  await copy.read();
  await copy.append(records('a'));
  await copy.append(records('b', 'ö'));
  expect(LineLog.read(path)?.lines).toEqual([HEADER, 'a', 'b', 'ö']);
  expect(await copy.read()).toMatchObject({ records: 3, last: Buffer.from('ö') });
});

test('the file is read only if it has changed', async () => {
  await copy.read();
  await copy.append(records('a'));
  const looked = await copy.read();
  expect(await copy.read()).toBe(looked);
  const { log: owner } = await LineLog.open(path);
  await owner.append(['b']);
  await owner.close();
  expect(await copy.read()).toMatchObject({ records: 2, last: Buffer.from('b') });
  await copy.append(records('c'));
  expect(LineLog.read(path)?.lines).toEqual([HEADER, 'a', 'b', 'c']);
});

test('a missing file is empty, and is started again', async () => {
  await copy.read();
  await copy.append(records('a'));
  rmSync(path);
  expect(await copy.read()).toMatchObject({ records: 0, last: undefined });
  await copy.append(records('a'));
  expect(LineLog.read(path)?.lines).toEqual([HEADER, 'a']);
});

test('a file truncated anywhere continues after its complete records', async () => {
  await copy.read();
  await copy.append(records('first', 'second', 'third'));
  const whole = readFileSync(path);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const { records: there, problem } = await copy.read();
      expect(problem).toBeUndefined();
      await copy.append(records('first', 'second', 'third').slice(there));
      expect(readFileSync(path).equals(whole)).toBe(true);
    }),
  );
});

test('damage is a problem, and a new file replaces it', async () => {
  await copy.read();
  await copy.append(records('first', 'second'));
  const damaged = readFileSync(path);
  damaged[30]! ^= 1;
  writeFileSync(path, damaged);
  expect((await copy.read()).problem).toBe('damaged lines: 1');
  copy.replace(records('first', 'second'));
  expect(await copy.read()).toMatchObject({ records: 2, problem: undefined });
});

test('a file without its header is a problem', async () => {
  LineLog.replace(path, ['a', 'b']);
  expect((await copy.read()).problem).toBe('its beginning is lost');
});

test('bytes that no crash leaves are reported before they are removed', async () => {
  await copy.read();
  await copy.append(records('a'));
  appendFileSync(path, Buffer.alloc(4));
  expect(await copy.read()).toMatchObject({ records: 1, problem: undefined });
  expect(doubts).toHaveLength(1);
});

test('a newer format is refused', async () => {
  LineLog.replace(path, ['{"format":2}', 'a']);
  await expect(copy.read()).rejects.toThrow('has format 2, this version knows 1');
});
