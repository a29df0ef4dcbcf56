import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFileDurably } from '../../../src/disk/durable-file.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();

describe('a replaced file', () => {
  test('has its new content, readable only by its owner', () => {
    const folder = newFolder();
    const path = join(folder, 'a');
    writeFileSync(path, 'before, and longer than what follows');
    writeFileDurably(path, 'prix: 1 €\n');
    expect(readFileSync(path, 'utf8')).toBe('prix: 1 €\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('leaves no other file if it fails', () => {
    const folder = newFolder();
    const path = join(folder, 'a');
    mkdirSync(join(path, 'b'), { recursive: true });
    expect(() => writeFileDurably(path, 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readdirSync(path)).toEqual(['b']);
  });
});
