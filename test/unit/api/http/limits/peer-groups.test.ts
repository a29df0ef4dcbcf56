import { describe, expect, test } from 'vitest';
import { PeerGroups } from '../../../../../src/api/http/limits/trusted-proxies.ts';

describe('peers that count as one', () => {
  test('are those of one IPv4 address, however it is written', () => {
    const groups = new PeerGroups();
    expect(groups.of('192.0.2.7')).toBe('192.0.2.7');
    expect(groups.of('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(groups.of('192.0.2.8')).not.toBe(groups.of('192.0.2.7'));
  });

  test('are those of one /64 network of IPv6', () => {
    const groups = new PeerGroups();
    const network = groups.of('2001:db8:1:2::1');
    expect(network).toBe('2001:db8:1:2::/64');
    for (const other of ['2001:db8:1:2:ffff:1:2:3', '2001:db8:1:2::', '2001:db8:1:2:0:0:192.0.2.1'])
      expect(groups.of(other)).toBe(network);
    for (const other of ['2001:db8:1:3::1', '2001:db8:1::2', '2001:db8::1:2:0:0:1'])
      expect(groups.of(other)).not.toBe(network);
    expect(groups.of('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(groups.of('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64');
  });

  test('are not counted on the machine itself', () => {
    const groups = new PeerGroups();
    for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect(groups.of(own)).toBeUndefined();
    expect(groups.of('::2')).toBe('0:0:0:0::/64');
  });

  test('are not counted if they are trusted proxies', () => {
    const groups = new PeerGroups(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::ffff:198.51.100.0/120']);
    for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', '2001:db8:7::1', '198.51.100.9'])
      expect(groups.of(proxy)).toBeUndefined();
    for (const other of ['11.1.2.3', '192.0.2.2', '2001:db9::1', '198.51.101.9'])
      expect(groups.of(other)).toBeDefined();
  });
});
