import type { IndexReceipt } from '../../../../sdk/src/contract.ts';

type Line = NonNullable<IndexReceipt['exchanges']>[number];

export const AT = '2026-11-17T12:00:00.000Z';

export function exchange(name: string, said: Partial<Line> = {}): Line {
  return {
    exchangeId: name.toLowerCase(),
    exchange: name,
    tier: 'A',
    exchangeStatus: 'ACTIVE',
    marketStatus: 'ACTIVE',
    qualified: 'YES',
    last: '100',
    ticksSinceChange: '0',
    reportedVolume: '5',
    believedVolume: '5',
    price: '100',
    weight: '5',
    share: '0.5',
    clamped: false,
    ...said,
  };
}

export function refused(name: string, reason: string, said: Partial<Line> = {}) {
  return { ...exchange(name, { share: '0', weight: '0', ...said }), reason };
}

export function market(more: Partial<IndexReceipt> = {}): IndexReceipt {
  return {
    id: '1a1e544e-5202-4055-afd0-1c940239efc1',
    indexId: 'm',
    indexType: 'MWA',
    market: 'BTC_USD',
    timestamp: AT,
    methodology: '2',
    referenceVersion: 'v',
    recordHash: 'abc',
    price: '100.5',
    volume: '10',
    flags: [],
    volumeMedian: '100',
    exchangeMedian: '100.5',
    trustMedian: '101',
    trustSource: 'TIERS',
    reference: '100.5',
    state: {},
    exchanges: [
      exchange('Kraken', { share: '0.25', price: '102', clamped: true, ticksSinceChange: '3' }),
      exchange('Coinbase with a long name', { share: '0.75', believedVolume: '123456.789' }),
    ],
    refused: [],
    ...more,
  };
}

type MarketLine = NonNullable<IndexReceipt['markets']>[number];

export function marketLine(name: string, said: Partial<MarketLine> = {}): MarketLine {
  const [, quote = ''] = name.split('_');
  return {
    marketId: name,
    market: name,
    side: 'BASE',
    otherAssetId: quote,
    otherAsset: quote,
    rate: '100',
    volume: '7',
    flags: [],
    takesPart: true,
    weak: false,
    heldTicks: '0',
    weight: '1',
    share: '0.5',
    otherLn: '0',
    impliedUsd: '100',
    residualBps: '-1.25',
    exchanges: [],
    ...said,
  };
}

export function asset(more: Partial<IndexReceipt> = {}): IndexReceipt {
  const { market: _market, exchanges: _exchanges, refused: _refused, ...rest } = market();
  return { ...rest, indexType: 'GWA', asset: 'BTC', markets: [marketLine('BTC_USD')], ...more };
}
