import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalProxy, startTlsEnd, type LocalProxy } from '../../support/local-proxy.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

// The built program reads exchanges through real proxies: it requests tunnels, and uses TLS to the exchange inside them.

const tidemark = new Tidemark();
const USER = 'me:s3cret%20word';
const AUTHORIZATION = `Basic ${Buffer.from('me:s3cret word').toString('base64')}`;
const world = new RigWorld({ size: 'small' });
let folder: string;
let certificate: string;
let rig: Rig;
let exchanges: { readonly port: number; close(): Promise<void> };
let plain: LocalProxy;
let secure: LocalProxy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const files = selfSigned(folder, ['api.kraken.com', 'www.okx.com', 'www.bitstamp.net']);
  certificate = files.cert;
  const pair = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };
  rig = await Rig.start();
  for (const key of ['kraken', 'okx', 'bitstamp']) rig.set(key, world.instrumentsOf(key, Date.now(), 12));
  exchanges = await startTlsEnd(pair, rig.port);
  plain = await startLocalProxy({ port: exchanges.port, authorization: AUTHORIZATION });
  secure = await startLocalProxy({ port: exchanges.port, tls: pair });
});

afterAll(async () => {
  for (const each of [plain, secure, exchanges, rig]) await each.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = (exchange: string, ...flags: readonly string[]) =>
  tidemark.run(['sources', 'test', exchange, ...flags], {
    environment: { NODE_EXTRA_CA_CERTS: certificate },
  });
const authorities = ({ asked }: LocalProxy) => new Set(asked.map(({ authority }) => authority));

describe('a proxy', () => {
  test('for all exchanges, with a user', async () => {
    const { code, stdout, stderr } = await read(
      'kraken',
      '--exchange-proxy',
      `http://${USER}@127.0.0.1:${plain.port}`,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('12 tickers with a price');
    expect(plain.asked.at(-1)).toEqual({ authority: 'api.kraken.com:443', authorization: AUTHORIZATION });
  });

  test('over TLS, for one exchange; another has its own', async () => {
    const routes = `okx=https://127.0.0.1:${secure.port},http://${USER}@127.0.0.1:${plain.port}`;
    expect((await read('okx', '--exchange-proxy', routes)).code).toBe(0);
    expect(authorities(secure)).toEqual(new Set(['www.okx.com:443']));
    expect((await read('bitstamp', '--exchange-proxy', routes)).code).toBe(0);
    expect(authorities(plain)).toContain('www.bitstamp.net:443');
    expect(authorities(secure)).toEqual(new Set(['www.okx.com:443']));
  });

  test('is not used for an exchange with a direct connection', async () => {
    const before = plain.asked.length;
    // With a name that cannot be resolved.
    const file = join(folder, 'nowhere.json');
    const example = readFileSync('examples/exchanges/hotbit.json', 'utf8');
    writeFileSync(file, example.replaceAll('api.hotbit.io', 'exchange.invalid'));
    const proxy = `http://${USER}@127.0.0.1:${plain.port}`;
    const { code, stdout } = await read(file, '--exchange-proxy', `hotbit=direct,${proxy}`);
    expect([code, stdout]).toEqual([1, expect.stringContaining('dns: the request failed: ')]);
    expect(plain.asked.length).toBe(before);
    await read(file, '--exchange-proxy', proxy);
    expect(plain.asked.at(-1)?.authority).toBe('exchange.invalid:443');
  });

  test('that refuses us is a connection failure, which does not reveal the password', async () => {
    const { code, stdout, stderr } = await read(
      'kraken',
      '--exchange-proxy',
      `http://me:wr0ng@127.0.0.1:${plain.port}`,
    );
    expect(code).toBe(1);
    expect(stdout).toContain('connect: the request failed: UND_ERR_ABORTED');
    expect(stdout + stderr).not.toContain('wr0ng');
  });

  test('whose certificate is unknown is a TLS failure', async () => {
    const { code, stdout } = await tidemark.run([
      'sources',
      'test',
      'kraken',
      '--exchange-proxy',
      `https://127.0.0.1:${secure.port}`,
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('tls: the request failed: ');
  });
});

test('a service reads each exchange by its own route, and reveals no users and passwords', async () => {
  const before = { plain: plain.asked.length, secure: secure.asked.length };
  const routes = `kraken=http://${USER}@127.0.0.1:${plain.port},okx=https://127.0.0.1:${secure.port}`;
  const gateways = `bitstamp=${rig.gateway}`;
  const flags = `--source live --exchanges kraken,okx,bitstamp --derivatives none --log-level debug --demo --data ${tidemark.newFolder()}`;
  const service = await tidemark.serve(
    [...flags.split(' '), '--exchange-proxy', routes, '--exchange-gateway', gateways],
    { environment: { NODE_EXTRA_CA_CERTS: certificate } },
  );
  const { stdout, stderr } = await service.stop();
  const since = (proxy: LocalProxy, from: number) =>
    new Set(proxy.asked.slice(from).map(({ authority }) => authority));
  // Trades may arrive over a socket, from another host of the exchange.
  const isOf = (authority: string, host: string) => authority.endsWith(`${host}:443`);
  expect(since(plain, before.plain)).toContain('api.kraken.com:443');
  expect([...since(plain, before.plain)].every((each) => isOf(each, '.kraken.com'))).toBe(true);
  expect(since(secure, before.secure)).toContain('www.okx.com:443');
  expect([...since(secure, before.secure)].every((each) => isOf(each, '.okx.com'))).toBe(true);
  expect([...rig.requests('bitstamp').values()].length).toBeGreaterThan(0);
  expect(stdout + stderr).not.toMatch(/s3cret/);
});
