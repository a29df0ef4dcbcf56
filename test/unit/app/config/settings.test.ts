import { describe, expect, test } from 'vitest';
import { duration, flagOf } from '../../../../src/core/setting.ts';
import { SETTINGS, settingsWith, variableOf } from '../../../../src/app/config/settings.ts';
import { byteCount, cidrs, instant, origins, url } from '../../../../src/app/config/setting-kinds.ts';
import {
  choice,
  decimalNumber,
  path,
  toggle,
  wholeNumber,
  nonEmptyText,
  type Setting,
} from '../../../../src/core/setting.ts';
import { seed } from '../../../../src/simulator/definition.ts';
import { PRODUCT } from '../../../../src/app/compose/product.ts';

const TABLE = settingsWith(PRODUCT);
const SETTING_NAMES = [...TABLE.keys()];
const settingOf = (name: string) => TABLE.get(name) as Setting<unknown>;

describe('every setting', () => {
  test('has a unique flag and a unique variable', () => {
    expect(new Set(SETTING_NAMES.map(flagOf)).size).toBe(SETTING_NAMES.length);
    expect(new Set(SETTING_NAMES.map(variableOf)).size).toBe(SETTING_NAMES.length);
    for (const name of SETTING_NAMES) {
      expect(flagOf(name)).toMatch(/^--[a-z]+(?:-[a-z]+)*$/);
      expect(flagOf(name)).not.toMatch(/^--(?:no-|config$|help$|json$)/);
      expect(variableOf(name)).toMatch(/^TIDEMARK_[A-Z]+(?:_[A-Z]+)*$/);
      expect(variableOf(name)).not.toBe('TIDEMARK_CONFIG');
    }
  });

  test('has a one-line description that fits a table', () => {
    for (const name of SETTING_NAMES)
      expect(settingOf(name).description).toMatch(/^[A-Z][^|\n]{10,}[^.\s|]$/);
  });

  test('has a default that is valid', () => {
    for (const name of SETTING_NAMES) {
      const { kind, default: fallback } = settingOf(name);
      if (fallback === undefined) continue;
      const written = kind.format?.(fallback) ?? String(fallback);
      expect(kind.parse(written), name).toEqual(fallback);
    }
  });

  test('is safe by default: loopback only, a token for everything, no access log', () => {
    expect(SETTINGS.host.default).toBe('127.0.0.1');
    expect(SETTINGS.publicLookups.default).toBe(false);
    expect(SETTINGS.accessLog.default).toBe(false);
    expect(settingOf('trustProxy').default).toBeUndefined();
    expect(settingOf('demo').default).toBeUndefined();
  });
});

test('names become flags and variables', () => {
  expect([flagOf('port'), flagOf('tlsCert'), flagOf('slowRequestMs')]).toEqual([
    '--port',
    '--tls-cert',
    '--slow-request-ms',
  ]);
  expect([variableOf('port'), variableOf('tlsCert')]).toEqual(['TIDEMARK_PORT', 'TIDEMARK_TLS_CERT']);
});

describe('kinds', () => {
  test('durations and sizes are whole numbers with a unit', () => {
    expect(['30s', '90m', '24h', '7d'].map(duration.parse)).toEqual([
      30_000, 5_400_000, 86_400_000, 604_800_000,
    ]);
    for (const text of ['', '24', 'h', '1.5h', '-1h', '1 h', '24H', '1w', '1hh']) {
      expect([text, duration.parse(text)]).toEqual([text, undefined]);
    }
    expect(['1', '500MB', '2GiB', '1TiB'].map(byteCount.parse)).toEqual([1, 5e8, 2 ** 31, 2 ** 40]);
    for (const text of ['', 'GiB', '1.5GiB', '1 GiB', '1gib', '-1MB', '1e3', '1234567890123MB']) {
      expect([text, byteCount.parse(text)]).toEqual([text, undefined]);
    }
  });

  test('whole numbers stay within their bounds and consist of digits', () => {
    const port = wholeNumber(0, 65_535);
    expect([port.parse('0'), port.parse('65535'), port.parse('8080')]).toEqual([0, 65_535, 8080]);
    for (const wrong of [
      '',
      '-1',
      '65536',
      '1e3',
      '0x10',
      ' 1',
      '1 ',
      '1.0',
      '+1',
      'Infinity',
      '9'.repeat(16),
    ]) {
      expect(port.parse(wrong), wrong).toBeUndefined();
    }
  });

  test('decimal numbers stay within their bounds and have no exponent', () => {
    const speed = decimalNumber(0.01, 10_000);
    expect([speed.parse('0.01'), speed.parse('60'), speed.parse('10000')]).toEqual([0.01, 60, 10_000]);
    for (const wrong of ['', '0', '0.009', '10000.1', '1e3', '.5', '5.', '-1', 'NaN', 'Infinity', '1,5']) {
      expect(speed.parse(wrong), wrong).toBeUndefined();
    }
  });

  test('switches are true or false in any case, or 1 or 0', () => {
    expect(['true', 'TRUE', '1', 'false', 'False', '0'].map(toggle.parse)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    for (const wrong of ['', 'yes', 'on', '2', ' true', 'constructor', 'toString', '__proto__']) {
      expect(toggle.parse(wrong), wrong).toBeUndefined();
    }
  });

  test('choices are matched in their case', () => {
    const level = choice(['debug', 'info']);
    expect(level.parse('info')).toBe('info');
    for (const wrong of ['', 'Info', 'infos', 'debug|info']) expect(level.parse(wrong)).toBeUndefined();
  });

  test.each([
    ['http://h', 'http://h'],
    ['http://h/', 'http://h'],
    ['https://H.Example:443/base//', 'https://h.example/base'],
    ['http://[::1]:8080/a/b', 'http://[::1]:8080/a/b'],
    ['http://h?', 'http://h'],
    ['http://h/base#', 'http://h/base'],
  ])('the URL %s becomes %s', (given, expected) => {
    expect(url('http:', 'https:').parse(given)).toBe(expected);
  });

  test.each([
    '',
    'h',
    '//h',
    'ws://h',
    'http://',
    'http://h?x=1',
    'http://h#x',
    'http://user@h',
    'http://u:p@h',
    'http:// h',
  ])('%j is not a public URL', (given) => {
    expect(url('http:', 'https:').parse(given)).toBeUndefined();
  });

  test('texts and paths are not empty', () => {
    for (const kind of [nonEmptyText, path]) {
      expect(kind.parse('./data dir')).toBe('./data dir');
      expect(kind.parse('')).toBeUndefined();
    }
  });

  test('instants are datetimes of the contract', () => {
    expect(instant.parse('2026-01-31T12:00:00Z')).toBe(Date.UTC(2026, 0, 31, 12));
    expect(instant.parse('2026-01-31')).toBeUndefined();
  });

  test('seeds are safe in file names and command lines', () => {
    expect(seed.parse('tidemark-2.0_x')).toBe('tidemark-2.0_x');
    for (const wrong of ['', 'a b', 'a/b', '$(x)', 'é', 'x'.repeat(65)])
      expect(seed.parse(wrong)).toBeUndefined();
  });

  test('proxies are addresses and ranges, origins are origins', () => {
    expect(cidrs.parse('127.0.0.1')).toEqual(['127.0.0.1']);
    expect(cidrs.parse('loopback')).toBeUndefined();
    expect(origins.parse('https://a.example:8443')).toEqual(['https://a.example:8443']);
    expect(origins.parse('https://A.example')).toBeUndefined();
  });
});
