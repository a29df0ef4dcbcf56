import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headFile, headsIn, keysIn } from '../../../src/cli/head-files.ts';
import { UsageError } from '../../../src/cli/command.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();
const HEAD = { slot: '2026-11-21T00:00:00.000Z', recordHash: 'ab', keyId: 'k', signature: 's' };
const READ = { slot: Date.parse(HEAD.slot), recordHash: 'ab', keyId: 'k', signature: 's' };
const KEY = { kid: 'k', kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) };

function fileWith(content: string): string {
  const path = join(newFolder(), 'given.json');
  writeFileSync(path, content);
  return path;
}

describe('heads', () => {
  test.each([
    ['one', JSON.stringify(HEAD)],
    ['one over several lines', JSON.stringify(HEAD, undefined, 2)],
    ['one a line', `${JSON.stringify({ ...HEAD, algorithm: 'EdDSA' })}\n\n`],
    ['a list', JSON.stringify([HEAD])],
    ['a page of them', JSON.stringify({ content: [{ id: 'x', ...HEAD }] })],
  ])('are read from a file with %s', (_what, content) => {
    expect(headsIn(fileWith(content))).toEqual([READ]);
  });

  test('are several if there are several lines', () => {
    expect(headsIn(fileWith(`${JSON.stringify(HEAD)}\n${JSON.stringify(HEAD)}\n`))).toEqual([READ, READ]);
  });

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['text', '"text"'],
    ['an empty list', '[]'],
    ['bytes', '\u0000\u0001\u00ff'],
    ['a head without a signature', JSON.stringify({ ...HEAD, signature: undefined })],
    ['a slot that is none', JSON.stringify({ ...HEAD, slot: 'yesterday' })],
    ['a second line that is none', `${JSON.stringify(HEAD)}\n{"slot":`],
  ])('are refused clearly if the file contains %s', (_what, content) => {
    expect(() => headsIn(fileWith(content))).toThrow(UsageError);
  });

  test('report the expected format for any other file', () => {
    for (const content of ['# Tidemark\n\nA service.\n', '# Heads\n{"format":1}\n', '[[1]]'])
      expect(() => headFile(fileWith(content), 'FILE')).toThrow(
        /^FILE .*(?:holds no head|is not a head).*The file must be a text of 'tidemark heads witness', heads as JSON/,
      );
  });

  test('are refused clearly if the file is missing', () => {
    expect(() => headsIn(join(newFolder(), 'absent'))).toThrow(/cannot be read: ENOENT/);
  });
});

describe('keys', () => {
  test('are read in the format of the service', () => {
    expect(keysIn(fileWith(JSON.stringify({ keys: [KEY] })))).toEqual([KEY]);
  });

  test.each([
    ['null', null],
    ['no keys', { keys: [] }],
    ['a key of another curve', { keys: [{ ...KEY, crv: 'X25519' }] }],
    ['a key without a curve', { keys: [{ ...KEY, crv: undefined }] }],
    ['a key that is too short', { keys: [{ ...KEY, x: 'AA' }] }],
    ['null for a key', { keys: [null] }],
  ])('are refused clearly if the file contains %s', (_what, content) => {
    expect(() => keysIn(fileWith(JSON.stringify(content)))).toThrow(UsageError);
  });
});
