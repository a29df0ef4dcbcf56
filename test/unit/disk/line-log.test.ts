import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LineLog, type LogContent } from '../../../src/disk/line-log.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
  path = join(folder, 'lines.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function append(...calls: string[][]): Promise<void> {
  const { log } = await LineLog.open(path);
  for (const lines of calls) await log.append(lines);
  await log.close();
}

async function content(): Promise<LogContent> {
  const { log, content: found } = await LineLog.open(path);
  await log.close();
  return found;
}

describe('a log of lines', () => {
  test('is created empty, readable only by its owner', async () => {
    expect(await content()).toEqual({ lines: [], tornBytes: 0, damagedLines: [] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('returns added lines in order, over any number of starts', async () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(texts, { maxLength: 4 }), { maxLength: 4 }), async (calls) => {
        rmSync(path, { force: true });
        for (const lines of calls) await append(lines);
        expect(await content()).toEqual({ lines: calls.flat(), tornBytes: 0, damagedLines: [] });
      }),
      { numRuns: 25 },
    );
  });

  test('removes an incomplete line, wherever it ends, and continues after the last complete one', async () => {
    await append(['one', 'two']);
    const whole = readFileSync(path);
    await append(['three']);
    const longer = readFileSync(path);
    for (let length = whole.length + 1; length < longer.length - 1; length++) {
      writeFileSync(path, longer.subarray(0, length));
      const found = await content();
      expect(found).toEqual({ lines: ['one', 'two'], tornBytes: length - whole.length, damagedLines: [] });
      await append(['four']);
      expect((await content()).lines).toEqual(['one', 'two', 'four']);
    }
  });

  test('keeps a last line that lacks only its line end', async () => {
    await append(['one', 'two']);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -1));
    expect(await content()).toEqual({ lines: ['one', 'two'], tornBytes: 0, damagedLines: [] });
    expect(readFileSync(path)).toEqual(whole);
  });

  test('returns both lines if the end of one was damaged, and reports it', async () => {
    await append(['one', 'two', 'three']);
    const whole = readFileSync(path);
    for (const bit of [1, 2, 4, 64]) {
      const bytes = Buffer.from(whole);
      bytes[bytes.indexOf('\n')]! ^= bit;
      writeFileSync(path, bytes);
      expect(await content()).toEqual({ lines: ['one', 'two', 'three'], tornBytes: 0, damagedLines: [1] });
      expect(readFileSync(path)).toEqual(bytes);
    }
  });

  test('reports an end that is not an incomplete line before it removes it', async () => {
    await append(['one']);
    const whole = readFileSync(path);
    const doubtful = Buffer.concat([whole, Buffer.alloc(100)]);
    writeFileSync(path, doubtful);
    const doubts: Buffer[] = [];
    const { log } = await LineLog.open(path, () => doubts.push(readFileSync(path)));
    await log.close();
    expect(doubts).toEqual([doubtful]);
    expect(readFileSync(path)).toEqual(whole);
  });

  test('reports a changed byte by its line number, returns the others, and does not move the line', async () => {
    await append(['one', 'two', 'three']);
    const bytes = readFileSync(path);
    const second = bytes.indexOf('two');
    bytes[second] = 'T'.charCodeAt(0);
    writeFileSync(path, bytes);
    const expected = { lines: ['one', 'three'], tornBytes: 0, damagedLines: [2] };
    expect(await content()).toEqual(expected);
    expect(await content()).toEqual(expected);
    await append(['two']);
    expect((await content()).lines).toEqual(['one', 'three', 'two']);
    expect(readFileSync(path, 'utf8')).toContain('Two');
  });

  test('reports foreign lines', async () => {
    await append(['one']);
    appendFileSync(path, 'hello\n\n');
    expect(await content()).toEqual({ lines: ['one'], tornBytes: 0, damagedLines: [2, 3] });
  });

  test('adds nothing if writing fails', async () => {
    await append(['one']);
    const { log } = await LineLog.open(path);
    await log.close();
    await expect(log.append(['two'])).rejects.toThrow();
    expect((await content()).lines).toEqual(['one']);
  });
});
