import type { Exchange, ExchangeQuality } from '../../../sdk/src/contract.ts';
import { formatDatetime } from '../../core/time.ts';
import { text, wholeNumber } from '../inputs.ts';
import { Refusal } from '../service.ts';
import { tool } from '../tool.ts';
import { shortened, untrusted } from '../untrusted.ts';
import { latestOf } from '../values.ts';

const MAX_EXCHANGES = 50;
const USUAL_EXCHANGES = 10;
const MAX_SHOWN = 60;

export const exchangeStatus = tool({
  name: 'exchange_status',
  title: 'Status of exchanges',
  description:
    'State of one exchange, or of the exchanges with the largest share of volume: ACTIVE, MAINTENANCE or INACTIVE, its trust tier, its listings, how many of its tickers were accepted at the last tick, and why others were refused in the last 24 hours.',
  operations: ['listExchanges', 'listExchangeQuality'],
  inputs: {
    name: { kind: text, description: 'Name of an exchange, such as Kraken; case does not matter' },
    limit: {
      kind: wholeNumber(1, MAX_EXCHANGES),
      description: `Maximum number of exchanges without a name (default: ${USUAL_EXCHANGES})`,
    },
  },
  answer: async ({ name, limit = USUAL_EXCHANGES }, service) => {
    const named = await service.read('listExchanges', name === undefined ? {} : { name });
    const exchanges = new Map(named.body.content.map((exchange) => [exchange.id, exchange]));
    const [only] = exchanges.keys();
    if (only === undefined)
      throw new Refusal(
        `no exchange has the name "${shortened(name ?? '', MAX_SHOWN)}": use the tool find to look for names`,
      );
    const { body } = await service.read(
      'listExchangeQuality',
      name === undefined ? {} : { exchangeId: only },
    );
    const all = body.content.filter(({ exchangeId }) => exchanges.has(exchangeId));
    const shown = all
      .toSorted((a, b) => Number(b.volumeShare) - Number(a.volumeShare))
      .slice(0, limit)
      .map((record) => shownExchange(exchanges.get(record.exchangeId)!, record));
    const [first] = all;
    // An exchange without quality figures still has a status.
    const time = first ? latestOf(first.timestamp) : formatDatetime(await service.now());
    const silent = name !== undefined && !first ? [shownExchange(exchanges.get(only)!)] : [];
    return { time, flags: [], data: { exchanges: [...shown, ...silent], more: all.length - shown.length } };
  },
});

function shownExchange({ id, name, status, tier }: Exchange, record?: ExchangeQuality): object {
  const state = { exchangeId: id, name: untrusted(name), status, tier };
  if (!record) return state;
  const { listings, accepted, volumeShare, medianDeviationBps, hours } = record;
  return {
    ...state,
    listings,
    acceptedListings: accepted,
    volumeShare,
    medianDeviationBps,
    last24Hours: {
      acceptedTickers: sum(hours.map((hour) => hour.accepted)),
      refusedTickers: refusalsIn(hours),
    },
  };
}

function refusalsIn(hours: ExchangeQuality['hours']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { refusals } of hours)
    for (const [reason, count] of Object.entries(refusals))
      counts[reason] = (counts[reason] ?? 0) + Number(count);
  return counts;
}

function sum(counts: readonly string[]): number {
  return counts.reduce((total, count) => total + Number(count), 0);
}
