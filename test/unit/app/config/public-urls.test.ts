import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../../src/app/config/config.ts';
import {
  acceptedHosts,
  hasDemoClient,
  isLoopback,
  ownUrls,
  publicUrls,
} from '../../../../src/app/config/public-urls.ts';
import { PRODUCT } from '../../../../src/app/compose/product.ts';

const urls = (...argv: string[]) =>
  publicUrls(loadConfig({ ...PRODUCT, argv, environment: {} }).settings, 1234);

test('the demo client exists on loopback with simulated or replayed data; with live data only if the operator enables it', () => {
  const local = { host: '127.0.0.1', demo: undefined };
  expect(hasDemoClient(local, 'simulated')).toBe(true);
  expect(hasDemoClient(local, 'replayed')).toBe(true);
  expect(hasDemoClient(local, 'live')).toBe(false);
  expect(hasDemoClient({ host: '0.0.0.0', demo: undefined }, 'simulated')).toBe(false);
  expect(hasDemoClient({ host: '0.0.0.0', demo: true }, 'live')).toBe(true);
  expect(hasDemoClient({ ...local, demo: false }, 'simulated')).toBe(false);
});

describe('public URLs', () => {
  test.each([
    [[], 'http://127.0.0.1:1234', 'ws://127.0.0.1:1234'],
    [['--host', 'localhost'], 'http://localhost:1234', 'ws://localhost:1234'],
    [['--host', '::1'], 'http://[::1]:1234', 'ws://[::1]:1234'],
    [['--host', '0.0.0.0'], 'http://127.0.0.1:1234', 'ws://127.0.0.1:1234'],
    [['--host', '::'], 'http://[::1]:1234', 'ws://[::1]:1234'],
    [['--tls-cert', 'c', '--tls-key', 'k'], 'https://127.0.0.1:1234', 'wss://127.0.0.1:1234'],
    [['--base-url', 'https://api.example.com/m/'], 'https://api.example.com/m', 'wss://api.example.com/m'],
    [['--ws-url', 'wss://ws.example.com'], 'http://127.0.0.1:1234', 'wss://ws.example.com'],
  ])('with %j are %s and %s', (argv, baseUrl, wsUrl) => {
    expect(urls(...argv)).toMatchObject({ baseUrl, wsUrl });
  });

  test('the base path is that of the base URL, without a trailing slash', () => {
    expect(urls().basePath).toBe('');
    expect(urls('--base-url', 'https://api.example.com/').basePath).toBe('');
    expect(urls('--base-url', 'https://api.example.com/a/b/').basePath).toBe('/a/b');
  });
});

test('the local URL of a process is its listening address, whatever its public URL', () => {
  const argv = [
    '--base-url',
    'https://api.example.com/v',
    '--ws-url',
    'wss://ws.example.com',
    '--host',
    '::',
  ];
  expect(ownUrls(loadConfig({ ...PRODUCT, argv, environment: {} }).settings, 8081)).toEqual({
    baseUrl: 'http://[::1]:8081',
    wsUrl: 'ws://[::1]:8081',
  });
});

test('with the demo client on loopback, only configured names are accepted', () => {
  const accepted = (...argv: string[]) =>
    acceptedHosts(loadConfig({ ...PRODUCT, argv, environment: {} }).settings, true);
  expect(accepted()).toEqual([]);
  expect(accepted('--base-url', 'https://api.example.com')).toEqual(['api.example.com']);
  expect(accepted('--audiences', 'https://api.old.example,wss://ws.old.example')).toEqual([
    'api.old.example',
    'ws.old.example',
  ]);
});

test('only this machine itself counts as loopback', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    expect(isLoopback(host), host).toBe(true);
  for (const host of [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    'example.com',
    '127.0.0.1.example.com',
    'localhost.example',
  ]) {
    expect(isLoopback(host), host).toBe(false);
  }
});
