import { connect } from 'node:net';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_HEADERS, slowDrip, STALLED_BODY } from '../../support/rig/faults.ts';
import { encodeBody, numeral } from '../../support/rig/numeral.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import { Rig } from '../../support/rig/rig.ts';

const PATH = '/0/public/Ticker';
const BTC_USD: RigInstrument = {
  base: 'BTC',
  quote: 'USD',
  last: '64250.1',
  baseVolume: '10',
  quoteVolume: '642501',
  timestamp: Date.parse('2026-03-01T12:00:00Z'),
  active: true,
};

interface Answer {
  readonly result: Readonly<Record<string, { readonly c: readonly string[] }>>;
}

describe('the rig', () => {
  let rig: Rig;
  let dialler: ReturnType<typeof rigDialler>;

  beforeEach(async () => {
    rig = await Rig.start();
    dialler = rigDialler(rig.port);
    rig.set('kraken', [BTC_USD]);
  });

  afterEach(async () => {
    await dialler.destroy();
    await rig.close();
  });

  async function lastAt(url: string, through?: typeof dialler): Promise<string | undefined> {
    const { body } = await request(url, through ? { dispatcher: through } : {});
    return ((await body.json()) as Answer).result['XXBTZUSD']?.c[0];
  }

  it('answers for a host reached through a dialler, also over https', async () => {
    expect(await lastAt(`https://api.kraken.com${PATH}`, dialler)).toBe('64250.1');
    expect(await lastAt(`http://api.kraken.com${PATH}`, dialler)).toBe('64250.1');
  });

  it('answers as a gateway, whose path is a whole URL, encoded or not', async () => {
    expect(await lastAt(`${rig.gateway}/https://api.kraken.com${PATH}`)).toBe('64250.1');
    const encoded = encodeURIComponent(`https://api.kraken.com${PATH}?pair=XXBTZUSD`);
    expect(await lastAt(`${rig.gateway}/${encoded}`)).toBe('64250.1');
  });

  it('shows the last set data', async () => {
    rig.set('kraken', [{ ...BTC_USD, last: '1' }]);
    expect(await lastAt(`https://api.kraken.com${PATH}`, dialler)).toBe('1');
  });

  it('counts the requests to each exchange', async () => {
    await lastAt(`https://api.kraken.com${PATH}?a=1`, dialler);
    await lastAt(`${rig.gateway}/https://api.kraken.com${PATH}`);
    expect([...rig.requests('kraken')]).toEqual([[PATH, 2]]);
    expect([...rig.requests('okx')]).toEqual([]);
  });

  it('refuses other hosts and other paths, and records them', async () => {
    for (const url of ['https://elsewhere.example/a', 'https://api.kraken.com/0/public/Depth']) {
      const { statusCode, body } = await request(url, { dispatcher: dialler });
      await body.dump();
      expect(statusCode).toBe(404);
    }
    expect(rig.unanswered).toEqual([
      'GET https://elsewhere.example/a',
      'GET https://api.kraken.com/0/public/Depth',
    ]);
  });

  it('knows its exchanges', () => {
    expect(() => rig.set('nowhere', [])).toThrow('the rig has no exchange nowhere');
  });

  it.each([NO_HEADERS, STALLED_BODY, slowDrip(1, 60_000)])('can be closed during: $name', async (fault) => {
    rig.fault('kraken', fault);
    const socket = connect(rig.port, '127.0.0.1');
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: api.kraken.com\r\n\r\n`);
    while (!rig.requests('kraken').has(PATH)) await request(rig.gateway).then(({ body }) => body.dump());
    await rig.close();
    await ended;
    await expect(request(rig.gateway)).rejects.toThrow('ECONNREFUSED');
    rig = await Rig.start();
  });
});

describe('a number in an answer', () => {
  it('has all of its digits', () => {
    const body = { price: numeral('0.123456789012345678901'), note: 'a "quoted" text', list: [numeral('1')] };
    expect(encodeBody(body)).toBe(
      '{"price":0.123456789012345678901,"note":"a \\"quoted\\" text","list":[1]}',
    );
  });
});
