import { BlockList, isIP, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressRanges } from '../../../../src/core/network/address-ranges.ts';
import { isInRange, parseIp, parseRange, plainIp } from '../../../../src/core/network/ip-address.ts';

describe('addresses', () => {
  test('IPv6 addresses are parsed like those of the platform', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const bytes = parseIp(text)!;
        const groups = Array.from({ length: 8 }, (_, i) =>
          ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16),
        );
        // The URL parser writes every address in one way.
        expect(new URL(`http://[${groups.join(':')}]/`).hostname).toBe(new URL(`http://[${text}]/`).hostname);
      }),
    );
  });

  test('a range has exactly the addresses with its bits', () => {
    const range = parseRange('172.16.0.0/12');
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const number = parseIp(text)!.reduce((sum, byte) => sum * 256 + byte, 0);
        const isIn = number >= 0xac100000 && number <= 0xac1fffff;
        expect(isInRange(parseIp(text)!, range)).toBe(isIn);
      }),
    );
    expect(isInRange(parseIp('172.31.255.255')!, range)).toBe(true);
  });

  test.each(['localhost/8', '', '/8', '10.0.0.0/8/8', '10.0.0/8'])('%s is not a range', (text) => {
    expect(() => parseRange(text)).toThrow(`${text} is not a range of addresses`);
  });

  test.each(['', ' ', ' 8', '-1', '8.0', '1e1', '0x8', '33', '255.0.0.0', 'x'])(
    'a prefix length of "%s" is an error',
    (bits) => {
      expect(() => parseRange(`10.0.0.0/${bits}`)).toThrow(
        `10.0.0.0/${bits} needs a number from 0 to 32 after the slash`,
      );
    },
  );

  test('a prefix length may be 0 and all bits of the address, and no more', () => {
    expect(isInRange(parseIp('192.0.2.1')!, parseRange('10.0.0.0/0'))).toBe(true);
    expect(parseRange('10.0.0.0/32')).toEqual(parseRange('10.0.0.0'));
    expect(parseRange('2001:db8::/128')).toEqual(parseRange('2001:db8::'));
    expect(() => parseRange('2001:db8::/129')).toThrow('needs a number from 0 to 128 after the slash');
  });
});

describe('ranges', () => {
  const ranges = new AddressRanges([
    '10.0.0.0/8',
    '192.0.2.7',
    '2001:db8::/33',
    '::ffff:172.16.0.0/108',
    '::1',
  ]);

  test.each([
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['::ffff:10.1.2.3', true],
    ['::ffff:a01:203', true],
    ['172.31.255.255', true],
    ['::ffff:172.16.0.1', true],
    ['172.32.0.0', false],
    ['2001:db8:7fff::1', true],
    ['2001:db8:8000::1', false],
    ['::1', true],
    ['::1%eth0', true],
    ['0.0.0.1', false],
    ['::10.0.0.1', false],
    ['10.0.0', false],
    ['nonsense', false],
    ['', false],
  ])('have %s: %s', (address, isIn) => {
    expect(ranges.has(address)).toBe(isIn);
  });

  test('a mapped address is the IPv4 address, and no other is', () => {
    expect(plainIp(parseIp('::ffff:192.0.2.1')!)).toEqual([192, 0, 2, 1]);
    expect(plainIp(parseIp('64:ff9b::192.0.2.1')!)).toHaveLength(16);
    expect(plainIp(parseIp('::192.0.2.1')!)).toHaveLength(16);
  });

  test('have what those of the platform have', () => {
    const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(addresses, fc.nat(128), addresses, fc.boolean(), (start, bits, other, isStart) => {
        const most = isIP(start) === 4 ? 32 : 128;
        const prefix = bits % (most + 1);
        const platform = new BlockList();
        platform.addSubnet(start, prefix, family(start));
        const address = isStart ? start : other;
        // Mapped addresses are IPv4 addresses here.
        const isMapped = (text: string) => plainIp(parseIp(text)!).length !== parseIp(text)!.length;
        fc.pre(isIP(start) === isIP(address) && !isMapped(start) && !isMapped(address));
        expect(new AddressRanges([`${start}/${prefix}`]).has(address)).toBe(
          platform.check(address, family(address)),
        );
      }),
    );
  });
});
