import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../../../src/app/config/config.ts';
import { printConfig } from '../../../../../src/app/config/config-docs.ts';
import {
  redacted,
  parseRoutes,
  routeOf,
  routeProblems,
  routeSetting,
} from '../../../../../src/sources/live/settings/exchange-routes.ts';
import { PRODUCT } from '../../../../../src/app/compose/product.ts';

const PROXY = 'http://10.0.0.1:3128';
const OTHER = 'https://10.0.0.2';

const load = (...argv: readonly string[]) =>
  loadConfig({
    ...PRODUCT,
    argv: ['--source', 'live', '--exchanges', 'kraken,okx', ...argv],
    environment: {},
  });
const problemsOf = (...argv: readonly string[]): string => {
  try {
    load(...argv);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('routes of exchanges', () => {
  test.each([
    [PROXY, { kraken: PROXY, okx: PROXY }],
    [`kraken=${OTHER}/, ${PROXY}`, { kraken: OTHER, okx: PROXY }],
    [`OKX=direct,${PROXY}`, { kraken: PROXY, okx: undefined }],
    [`kraken=none,okx=${PROXY}`, { kraken: undefined, okx: PROXY }],
    ['none', { kraken: undefined, okx: undefined }],
  ])('%s', (text, proxies) => {
    const value = routeSetting(true).parse(text);
    const network = parseRoutes(value, undefined);
    for (const [key, proxy] of Object.entries(proxies))
      expect([key, routeOf(network, key).proxy, routeOf(network, key).gateway]).toEqual([
        key,
        proxy,
        undefined,
      ]);
  });

  test('a password with a percent sign that begins no character is refused, and not shown', () => {
    const problems = problemsOf('--exchange-proxy', `kraken=http://me:100%zz@10.0.0.1:3128,${PROXY}`);
    expect(problems).toContain('write a percent sign in a user or password as %25');
    expect(problems).not.toContain('100');
    expect(problemsOf('--exchange-proxy', 'http://me:100%25zz@10.0.0.1:3128')).toBe('');
  });

  test('several proxies of one exchange, or of all, are a list', () => {
    const text = `okx=${OTHER},${PROXY},okx=${PROXY},http://10.0.0.3`;
    expect(problemsOf(`--exchange-proxy=${text}`)).toBe('');
    const network = parseRoutes(text, undefined);
    expect(routeOf(network, 'okx')).toEqual({ proxy: OTHER, spareProxies: [PROXY] });
    expect(routeOf(network, 'kraken')).toMatchObject({ proxy: PROXY, spareProxies: ['http://10.0.0.3'] });
  });

  test('an exchange that one setting names is not concerned by what the other has for all', () => {
    const network = parseRoutes(PROXY, `okx=${OTHER}`);
    expect(routeOf(network, 'okx')).toEqual({ gateway: OTHER });
    expect(routeOf(network, 'kraken').proxy).toBe(PROXY);
    expect(routeProblems(PROXY, `okx=${OTHER}`)).toEqual([]);
  });

  test.each([
    [[`--exchange-proxy=krakn=${PROXY}`], '--exchange-proxy names krakn, which is not one of'],
    [[`--exchange-proxy=okx=${PROXY},okx=direct`], '--exchange-proxy names okx twice'],
    [[`--exchange-proxy=okx=${PROXY},okx=${PROXY}/`], '--exchange-proxy names okx twice'],
    [[`--exchange-proxy=${PROXY},direct`], '--exchange-proxy has two addresses without an exchange name'],
    [
      [`--exchange-gateway=${PROXY},${OTHER}`],
      '--exchange-gateway has two addresses without an exchange name',
    ],
    [
      [`--exchange-proxy=okx=${PROXY}`, `--exchange-gateway=okx=${OTHER}`],
      'okx is named in --exchange-proxy and in --exchange-gateway',
    ],
    [[`--exchange-proxy=${PROXY}`, `--exchange-gateway=${OTHER}`], 'both have an address for all exchanges'],
    [['--exchange-proxy=ftp://10.0.0.1'], '--exchange-proxy must be an address such as'],
    [['--exchange-gateway=http://me@10.0.0.1'], 'without a user'],
  ])('%s is refused', (argv, problem) => {
    expect(problemsOf(...argv)).toContain(problem);
  });
});

describe('user and password of a proxy', () => {
  test.each([
    ['http://me:hidden@10.0.0.1', 'http://***@10.0.0.1'],
    ['okx=http://me:hidden@10.0.0.1,http://you:hid@host', 'okx=http://***@10.0.0.1,http://***@host'],
    ['me:hidden@10.0.0.1:3128', '***@10.0.0.1:3128'],
    ['http://me:hid/den@10.0.0.1', '***@10.0.0.1'],
    ['http://me:hid,den@10.0.0.1', '***@10.0.0.1'],
    ['http://10.0.0.1:3128', 'http://10.0.0.1:3128'],
  ])('%s is shown as %s', (text, shown) => {
    expect(redacted(text)).toBe(shown);
  });

  test('are in no error, and not in what config print shows', () => {
    expect(problemsOf('--exchange-proxy=me:hidden@10.0.0.1')).toContain('(got "***@10.0.0.1")');
    expect(problemsOf('--exchange-proxy=http://me:hid/den@10.0.0.1')).not.toContain('den@');
    const config = load('--exchange-proxy=http://me:hidden@10.0.0.1:3128');
    expect(config.settings['exchangeProxy']).toBe('http://me:hidden@10.0.0.1:3128');
    expect(printConfig(config)).not.toContain('hidden');
    expect(JSON.parse(printConfig(config))).toMatchObject({
      exchangeProxy: { value: 'http://***@10.0.0.1:3128', from: 'flag' },
    });
  });
});
