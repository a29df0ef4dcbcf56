import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ccxtClient, type CcxtTicker } from '../../support/rig/ccxt-client.ts';
import { LAYOUTS } from '../../support/rig/layouts.ts';
import { recordingOf, type RecordedEntry, type RecordedTicker } from '../../support/rig/recorded.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { Rig } from '../../support/rig/rig.ts';

const COMPARED = ['last', 'bid', 'ask', 'baseVolume'] as const;

/** Recordings that ccxt now reads differently. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'bithumb fetchTicker ["BTC/KRW"]': 'recorded from the first generation of the API, ccxt asks the second',
  'bithumb fetchTickers [["BTC/BTC"]]': 'recorded from the first generation of the API, and of no market',
};

const cases = LAYOUTS.flatMap(({ id }) =>
  recordingOf(id).entries.map((entry) => {
    return { id, entry, title: `${id} ${entry.method} ${JSON.stringify(entry.input)}` };
  }),
);

describe('recorded answers', () => {
  let close: (() => Promise<void>) | undefined;

  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  /** The result of ccxt for a recorded response, by symbol. */
  async function replayed(id: string, { method, input, httpResponse }: RecordedEntry) {
    const { hosts, refusal } = LAYOUTS.find((layout) => layout.id === id)!;
    const rig = await Rig.start([
      { id, hosts, refusal, answer: () => ({ status: 200, body: httpResponse }) },
    ]);
    const dialler = rigDialler(rig.port);
    close = () => Promise.all([dialler.destroy(), rig.close()]).then(() => undefined);
    const client = await ccxtClient(id, dialler);
    client.setMarkets(recordingOf(id).markets);
    if (method === 'fetchTickers') return client.fetchTickers(...input);
    const ticker = await client.fetchTicker(...input);
    return { [ticker.symbol]: ticker };
  }

  it.each(cases.filter(({ title }) => !(title in EXCEPTIONS)))('replay: $title', async ({ id, entry }) => {
    const tickers = await replayed(id, entry);
    const recorded = recordedBySymbol(entry);
    expect(Object.keys(tickers).toSorted()).toEqual(Object.keys(recorded).toSorted());
    for (const [symbol, ticker] of Object.entries(recorded)) {
      expect(numbersOf(tickers[symbol]!), symbol).toEqual(numbersOf(ticker));
    }
  });

  it('match every exception', () => {
    const titles = cases.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)));
  });

  it('exist for every exchange, with their licence', () => {
    const folder = new URL('../../fixtures/exchanges', import.meta.url);
    const files = LAYOUTS.map(({ id }) => `${id}.json`);
    const recorded = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(recorded.toSorted()).toEqual(['LICENSES.json', 'exceptions.json', ...files].toSorted());
  });
});

function recordedBySymbol({ method, parsedResponse }: RecordedEntry): Record<string, RecordedTicker> {
  if (method === 'fetchTickers') return parsedResponse as Record<string, RecordedTicker>;
  const ticker = parsedResponse as RecordedTicker;
  return { [ticker.symbol]: ticker };
}

/** The recording has doubles, and ccxt returns texts with all digits. */
function numbersOf(ticker: CcxtTicker | RecordedTicker) {
  return Object.fromEntries(
    COMPARED.map((field) => [field, ticker[field] === undefined ? undefined : Number(ticker[field])]),
  );
}
