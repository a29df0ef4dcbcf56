import { expect, test } from 'vitest';
import { parseNatsAddress } from '../../../../src/cluster/nats/nats-address.ts';

test.each([
  ['nats://localhost', { servers: ['localhost:4222'], tls: false }],
  ['nats://a:1,nats://b:2, nats://c', { servers: ['a:1', 'b:2', 'c:4222'], tls: false }],
  ['tls://x.example:4443', { servers: ['x.example:4443'], tls: true }],
  ['nats://me:p%40ss@a', { servers: ['a:4222'], user: 'me', pass: 'p@ss', tls: false }],
  ['nats://t0ken@a,nats://b', { servers: ['a:4222', 'b:4222'], token: 't0ken', tls: false }],
  ['nats://[::1]:4222', { servers: ['[::1]:4222'], tls: false }],
  ['tls://a,tls://b?ca=/x/ca.pem', { servers: ['a:4222', 'b:4222'], tls: true, ca: '/x/ca.pem' }],
  ['tls://a?cert=c.pem&key=k.pem', { servers: ['a:4222'], tls: true, cert: 'c.pem', key: 'k.pem' }],
])('%s', (text, address) => {
  expect(parseNatsAddress(text)).toEqual(address);
});

test.each([
  '',
  'localhost:4222',
  'http://a',
  'nats://',
  'nats://a/path',
  'nats://a?x=1',
  'tls://a?x=1',
  'tls://a?ca=',
  'nats://a?ca=x',
  'tls://a?cert=x',
  'tls://a?ca=x,tls://b?ca=y',
  'nats://a,',
  'nats://a,tls://b',
  'nats://u:1@a,nats://u:2@b',
  'nats://a:99999',
])('%s is refused', (text) => {
  expect(() => parseNatsAddress(text)).toThrow(RangeError);
});

test('no refusal repeats a password', () => {
  for (const text of [
    'nats://me:hunter2@a/path',
    'http://me:hunter2@a',
    'nats://u:hunter2@a,nats://v:hunter2@b',
  ]) {
    let message = '';
    try {
      parseNatsAddress(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).not.toBe('');
    expect(message).not.toContain('hunter2');
  }
});
