import { describe, expect, test } from 'vitest';
import { HOST_REFUSED, hostNameOf, HostNames } from '../../../../src/api/http/host-names.ts';

describe('the name in a Host header', () => {
  test.each([
    ['data.example', 'data.example'],
    ['Data.Example:9000', 'data.example'],
    ['[::1]:80', '[::1]'],
    ['127.1', '127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
  ])('%s is %s', (host, name) => {
    expect(hostNameOf(host)).toBe(name);
  });

  test.each([
    '',
    ':80',
    'a b',
    'x/y',
    'localhost/',
    'localhost/x',
    '@',
    'evil@localhost',
    'localhost?x',
    'localhost#x',
    'localhost:99999',
  ])('%j has none', (host) => {
    expect(hostNameOf(host)).toBeUndefined();
  });
});

test('a refused host name says which settings allow it', () => {
  for (const setting of ['--base-url', '--audiences', '--no-demo']) expect(HOST_REFUSED).toContain(setting);
});

describe('host names', () => {
  test('without a limit are all allowed', () => {
    const names = new HostNames(undefined);
    for (const host of [undefined, 'any.example', '', '@']) expect(names.allow(host)).toBe(true);
  });

  test('with a limit are the loopback ones and the configured ones, on any port', () => {
    const names = new HostNames(['data.example']);
    for (const host of [undefined, 'localhost:1', '127.0.0.1', 'data.example', 'data.example:443'])
      expect([host, names.allow(host)]).toEqual([host, true]);
    for (const host of ['other.example', 'sub.data.example', '', '@'])
      expect([host, names.allow(host)]).toEqual([host, false]);
  });

  test('give the same result however many others are checked', () => {
    const names = new HostNames([]);
    expect(names.allow('localhost')).toBe(true);
    for (let i = 0; i < 1000; i++) expect(names.allow(`host-${i}.example`)).toBe(false);
    expect([names.allow('localhost'), names.allow('host-1.example')]).toEqual([true, false]);
  });
});
