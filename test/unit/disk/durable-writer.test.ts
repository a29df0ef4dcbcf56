import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DurableWriter } from '../../../src/disk/durable-file.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();
const write = (path: string, ...parts: string[]) => {
  const writer = new DurableWriter(path, 0o600);
  for (const part of parts) writer.write(Buffer.from(part));
  return writer;
};

describe('a file that is written in chunks', () => {
  test('has its name only once it is complete', () => {
    const folder = newFolder();
    const writer = write(join(folder, 'a'), 'one ', 'two');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^a\.[0-9a-f]{16}\.tmp$/)]);
    expect(writer.commit(false)).toBe(true);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('one two');
  });

  test('replaces an existing file only on request', () => {
    const folder = newFolder();
    const path = join(folder, 'a');
    writeFileSync(path, 'before');
    expect(write(path, 'new').commit(false)).toBe(false);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a'], 'before']);
    expect(write(path, 'new').commit(true)).toBe(true);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a'], 'new']);
  });

  test('leaves nothing if it is abandoned', () => {
    const folder = newFolder();
    write(join(folder, 'a'), 'one').abandon();
    expect(readdirSync(folder)).toEqual([]);
  });
});
