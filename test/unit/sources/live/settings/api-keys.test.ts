import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../../../src/app/config/config.ts';
import { PRODUCT } from '../../../../../src/app/compose/product.ts';
import { readApiKeys } from '../../../../../src/sources/live/settings/api-keys.ts';

const SECRET = 'dont-show-me';
const KEYS = { format: 1, exchanges: { kraken: { apiKey: 'key', secret: SECRET } } };

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-keys-'));
  path = join(folder, 'keys.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(content: unknown, mode = 0o600): void {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(path, mode);
}

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('a file of API keys', () => {
  test.each([0o600, 0o400])('with mode %i is read', (mode) => {
    write(KEYS, mode);
    expect(readApiKeys(path)).toEqual(new Map([['kraken', { apiKey: 'key', secret: SECRET }]]));
  });

  test.each([0o644, 0o640, 0o604, 0o620, 0o601])('that others may use, with mode %i, is refused', (mode) => {
    write(KEYS, mode);
    expect(problemOf(() => readApiKeys(path))).toBe(
      `${path} has mode 0${mode.toString(8)}: others may read or change the API keys in it. Run chmod 600 ${path}`,
    );
  });

  test('behind a symbolic link counts with its own mode', () => {
    const link = `${path}-link`;
    symlinkSync(path, link);
    write(KEYS);
    expect(readApiKeys(link).size).toBe(1);
    write(KEYS, 0o644);
    expect(problemOf(() => readApiKeys(link))).toContain(`${link} has mode 0644`);
  });

  test.each<[string, unknown, string]>([
    ['no JSON', `{"kraken": "${SECRET}`, 'is not valid JSON'],
    ['no format', { exchanges: {} }, 'format must be 1'],
    ['a list', { format: 1, exchanges: [SECRET] }, 'exchanges must be an object'],
    ['a text', { format: 1, exchanges: { okx: SECRET } }, 'okx must be an object with apiKey and secret'],
    ['no key', { format: 1, exchanges: { okx: { secret: SECRET } } }, 'okx has no apiKey'],
    [
      'an empty key',
      { format: 1, exchanges: { okx: { apiKey: ' ', secret: SECRET } } },
      'apiKey of okx must be',
    ],
    ['a number', { format: 1, exchanges: { okx: { apiKey: 'a', secret: 1 } } }, 'secret of okx must be'],
    [
      'another member',
      { format: 1, exchanges: { okx: { apiKey: 'a', [SECRET]: 'b' } } },
      'okx has an unknown member',
    ],
  ])('with %s is refused, and no error quotes it', (_, content, problem) => {
    write(content);
    const problemText = problemOf(() => readApiKeys(path));
    expect(problemText).toContain(problem);
    expect(problemText).not.toContain(SECRET);
  });

  test('that is none, or a folder, is refused', () => {
    expect(problemOf(() => readApiKeys(path))).toBe(`there is no file ${path}`);
    mkdirSync(path);
    expect(problemOf(() => readApiKeys(path))).toContain('not a regular file');
  });
});

describe('--exchange-keys', () => {
  const load = () =>
    loadConfig({
      ...PRODUCT,
      argv: ['--source', 'live', '--exchanges', 'okx,binance,bybit', '--exchange-keys', path],
      environment: {},
    });

  test('is checked when the service starts', () => {
    write(KEYS, 0o644);
    expect(problemOf(load)).toContain('has mode 0644');
  });

  test('that names an exchange which is not read is refused', () => {
    write(KEYS);
    expect(problemOf(load)).toContain(
      '--exchange-keys has a key for kraken, which --exchanges does not name',
    );
    write({ format: 1, exchanges: { okx: { apiKey: 'a', secret: SECRET, password: 'p' } } });
    expect(problemOf(load)).toBe('');
  });
});
