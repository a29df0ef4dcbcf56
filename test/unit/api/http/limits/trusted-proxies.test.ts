import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { TrustedProxies } from '../../../../../src/api/http/limits/trusted-proxies.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const from = (peer: string, forwarded?: string) =>
  request(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });

describe('the address of a client', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '::1']);

  test.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '198.51.100.1, 10.1.1.1', '198.51.100.1'],
    ['10.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3 , ,10.0.0.2,', '10.0.0.3'],
    ['10.0.0.1', 'nonsense', 'nonsense'],
  ])('that connects from %s, forwarded for %s, is %s', (peer, forwarded, expected) => {
    expect(proxies.addressOf(from(peer, forwarded))).toBe(expected);
  });

  test('is that of its connection without a trusted proxy', () => {
    expect(new TrustedProxies().addressOf(from('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  });
});

test('the requested host name is accepted only from a trusted proxy', () => {
  const proxies = new TrustedProxies(['10.0.0.1']);
  const headers = { host: 'inner:8080', 'x-forwarded-host': 'first.example, md.example' };
  expect(proxies.hostOf(request('10.0.0.1', headers))).toBe('md.example');
  expect(proxies.hostOf(request('10.0.0.2', headers))).toBe('inner:8080');
  expect(proxies.hostOf(request('10.0.0.1', { host: 'inner:8080' }))).toBe('inner:8080');
  expect(proxies.hostOf(request('10.0.0.1', {}))).toBe('');
});
