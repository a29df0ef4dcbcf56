import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackName } from '../../../../src/core/network/loopback.ts';

describe('an address', () => {
  test.each(['127.0.0.1', '127.255.1.2', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'])(
    '%s is our own',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(true);
    },
  );
  test.each([
    '',
    '10.0.0.1',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    '127.0.0.1.example',
    '1127.0.0.1',
  ])('%j is not', (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });
});

describe('a name', () => {
  test.each(['localhost', 'localhost.', 'a.localhost', 'a.b.localhost.', '127.0.0.1', '[::1]'])(
    '%s means this machine',
    (name) => {
      expect(isLoopbackName(name)).toBe(true);
    },
  );
  test.each([
    '',
    '.',
    'example',
    'localhost.example',
    'alocalhost',
    '127.0.0.1.example',
    '[::2]',
    '192.0.2.1',
  ])('%j may mean another machine', (name) => {
    expect(isLoopbackName(name)).toBe(false);
  });
});
