import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { existingDirectory, openDataDirectory } from '../../../src/app/directory/data-directory.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { writeFileDurably } from '../../../src/disk/durable-file.ts';
import { SmallDisk } from './small-disk.ts';

let disk: SmallDisk;
beforeEach(() => {
  disk = new SmallDisk(1);
});
afterEach(() => disk.unmount());

test('a disk that stores a part of a file leaves the previous file unchanged, and no partial file', () => {
  const path = join(disk.folder, 'clients.json');
  writeFileSync(path, 'before');
  const content = 'x'.repeat(64 * 1024);
  const filler = disk.fill(content.length / 2);
  expect(() => writeFileDurably(path, content)).toThrow('ENOSPC');
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(disk.folder).toSorted()).toEqual(['clients.json', 'filler']);
  rmSync(filler);
  writeFileDurably(path, content);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

test('a read-only data directory is refused by name', () => {
  const folder = join(disk.folder, 'data');
  expect(openDataDirectory(folder)).toBe(folder);
  disk.allowReadingOnly();
  expect(() => openDataDirectory(folder)).toThrow(
    new OperatorError(`${folder} cannot be used: its file system is read-only`),
  );
  expect(existingDirectory(folder)).toBe(folder);
});
