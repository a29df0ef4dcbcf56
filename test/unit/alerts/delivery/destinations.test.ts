import { describe, expect, test } from 'vitest';
import { Destinations } from '../../../../src/alerts/delivery/destinations.ts';
import { parseIp } from '../../../../src/core/network/ip-address.ts';
import { readWebhookUrl } from '../../../../src/alerts/delivery/webhook-url.ts';

const open = new Destinations();

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '::ffff:808:808',
];

const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '64:ff9b:1::8.8.8.8',
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:0:4136:e378::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
];

const NO_ADDRESS = [
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.2.3.4 ',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '12345::',
  'g::1',
  '::1.2.3',
];

describe('addresses', () => {
  test.each(PUBLIC)('%s is public', (address) => expect(open.allow(address)).toBe(true));
  test.each(NOT_PUBLIC)('%s is not', (address) => expect(open.allow(address)).toBe(false));
  test.each(NO_ADDRESS)('"%s" is no address', (text) => {
    expect(parseIp(text)).toBeUndefined();
    expect(open.allow(text)).toBe(false);
  });

  test('what the operator allows is allowed in all notations, and nothing else', () => {
    const some = new Destinations(['10.1.0.0/16', 'fd00:1::/32', '127.0.0.1']);
    for (const address of [
      '10.1.2.3',
      '::ffff:10.1.2.3',
      '64:ff9b::a01:203',
      'fd00:1::9',
      '127.0.0.1',
      '8.8.8.8',
    ])
      expect([address, some.allow(address)]).toEqual([address, true]);
    for (const address of ['10.2.0.1', 'fd00:2::1', '127.0.0.2', '::1', '169.254.169.254'])
      expect([address, some.allow(address)]).toEqual([address, false]);
  });
});

describe('the URL of an endpoint', () => {
  const problem = (text: string) => {
    const read = readWebhookUrl(text, open);
    return 'problem' in read ? read.problem : read.host;
  };

  test('is https on 443 with a public name or address', () => {
    expect(problem('https://hooks.example.com/a?b=c')).toBe('hooks.example.com');
    expect(problem('https://hooks.example.com:443/')).toBe('hooks.example.com');
    expect(problem('https://[2606:4700:4700::1111]/')).toBe('2606:4700:4700::1111');
    // The URL parser turns every notation of an address into the usual one.
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
    ])
      expect(problem(`https://${host}/`)).toBe('must have a public address');
    for (const host of ['localhost', 'intranet', 'a..b', 'intranet.'])
      expect(problem(`https://${host}/`)).toBe('must have a host name of the public DNS');
    expect(problem('http://hooks.example.com/')).toBe('must begin with https://');
    expect(problem('https://hooks.example.com:8443/')).toBe('must use port 443');
    expect(problem('https://me:secret@hooks.example.com/')).toBe('must not contain a user or password');
    expect(problem('https://hooks.example.com/#a')).toBe('must not have a fragment');
    expect(problem('hooks.example.com')).toMatch('must be a URL');
  });
});
