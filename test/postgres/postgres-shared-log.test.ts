import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { SharedLog } from '../../src/cluster/postgres/log/shared-log.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { open } = usePostgres();

let database: Database;
let log: SharedLog;
beforeEach(async () => {
  database = await open();
  log = new SharedLog(database, 'reference');
});

const texts = (...all: string[]) => all.map((text) => Buffer.from(text));

async function read(from = 0, of = log): Promise<string[]> {
  const found: string[] = [];
  for await (const { number, content } of of.after(from)) found.push(`${number} ${content.toString()}`);
  return found;
}

/** Like a new writer of history. */
async function takeOver(): Promise<number> {
  const [row] = await database.rows<{ number: string }>(
    'update fence set number = number + 1 returning number',
  );
  return Number(row!.number);
}

test('appended records are read in order, from any record on', async () => {
  const fence = await takeOver();
  expect(await read()).toEqual([]);
  expect(await log.append(texts('a', 'b'), 0, fence)).toBe('stored');
  expect(await log.append(texts('c'), 2, fence)).toBe('stored');
  expect(await read()).toEqual(['1 a', '2 b', '3 c']);
  expect(await read(2)).toEqual(['3 c']);
  expect(await read(3)).toEqual([]);
});

test('bytes are unchanged, and many records are read page by page', async () => {
  const fence = await takeOver();
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const many = Array.from({ length: 200 }, (_, i) => Buffer.concat([bytes, Buffer.from([i])]));
  expect(await log.append(many, 0, fence)).toBe('stored');
  const found: Buffer[] = [];
  for await (const { content } of log.after(0)) found.push(content);
  expect(Buffer.concat(found).equals(Buffer.concat(many))).toBe(true);
});

test('logs are independent', async () => {
  const fence = await takeOver();
  const other = new SharedLog(database, 'contracts');
  await log.append(texts('a'), 0, fence);
  await other.append(texts('x'), 0, fence);
  expect([await read(), await read(0, other)]).toEqual([['1 a'], ['1 x']]);
});

test('a writer that was taken over appends nothing', async () => {
  const older = await takeOver();
  await log.append(texts('a'), 0, older);
  const newer = await takeOver();
  expect(await log.append(texts('b'), 1, older)).toBe('fenced');
  expect(await log.append(texts('c'), 1, newer)).toBe('stored');
  expect(await read()).toEqual(['1 a', '2 c']);
});

test('a writer that has not read everything appends nothing', async () => {
  const fence = await takeOver();
  await log.append(texts('a'), 0, fence);
  expect(await log.append(texts('b'), 0, fence)).toBe('behind');
  expect(await log.append(texts('b', 'a'), 0, fence)).toBe('behind');
  expect(await read()).toEqual(['1 a']);
  await expect(log.append(texts('b'), 7, fence)).rejects.toThrow('no record 7');
});

test('records whose reply was lost are stored once when they are retried', async () => {
  const fence = await takeOver();
  await log.append(texts('a', 'b'), 0, fence);
  expect(await log.append(texts('a', 'b'), 0, fence)).toBe('stored');
  expect(await read()).toEqual(['1 a', '2 b']);
  expect(await log.append(texts('a'), 0, fence)).toBe('behind');
  expect(await log.append(texts('a', 'b', 'c', 'd'), 0, fence)).toBe('stored');
  expect(await read()).toEqual(['1 a', '2 b', '3 c', '4 d']);
});

test('the ends of all logs take one query', async () => {
  const fence = await takeOver();
  await log.append(texts('a', 'b'), 0, fence);
  await new SharedLog(database, 'gaps').append(texts('x'), 0, fence);
  const last = await SharedLog.lastNumbers(database, ['reference', 'heads', 'gaps']);
  expect([...last].toSorted()).toEqual([
    ['gaps', 1],
    ['heads', 0],
    ['reference', 2],
  ]);
});

test('of many concurrent appends after the same record, one is stored', async () => {
  const fence = await takeOver();
  const others = new SharedLog(await open(database.schema), 'reference');
  const all = Array.from({ length: 20 }, (_, i) =>
    (i % 2 === 0 ? log : others).append(texts(`from ${i}`), 0, fence),
  );
  const outcomes = await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'behind')).toHaveLength(19);
  expect(await read()).toHaveLength(1);
});
