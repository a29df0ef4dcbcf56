import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import { refusalSentence } from '../../../sdk/src/explanations.ts';
import { wholeNumber } from '../inputs.ts';
import { findReceipt, namesOf, VALUE_INPUTS } from '../receipts.ts';
import { tool } from '../tool.ts';
import { untrusted } from '../untrusted.ts';
import { unitOf } from '../values.ts';

const MAX_LINES = 50;
const USUAL_LINES = 10;

export const receipt = tool({
  name: 'receipt',
  title: 'Receipt of a price',
  description:
    'How one reference price was computed, by name or by the id of a price: the exchanges (of an asset: its markets) with price, weight and share, those that were refused and why, and the medians that decide. Receipts are kept for 24 hours, or longer as the operator chooses.',
  operations: ['listIndexTickers', 'explainIndexTicker'],
  inputs: {
    ...VALUE_INPUTS,
    limit: {
      kind: wholeNumber(1, MAX_LINES),
      description: `Maximum number of lines that count, and of refused ones (default: ${USUAL_LINES})`,
    },
  },
  answer: async ({ limit = USUAL_LINES, ...which }, service) => {
    const { receipt: found } = await findReceipt(service, which);
    return { time: found.timestamp, flags: found.flags, data: shownReceipt(found, limit) };
  },
});

function shownReceipt(found: IndexReceipt, limit: number): object {
  const { exchanges, markets, constituents, refused = [] } = found;
  const lines = [
    ...(exchanges ?? []).map(exchangeLine),
    ...(constituents ?? []).map(constituentLine),
    ...(markets ?? []).filter(({ share }) => Number(share) > 0).map(marketLine),
  ].toSorted((a, b) => Number(b.share) - Number(a.share));
  return {
    ...namesOf(found),
    id: found.id,
    price: found.price,
    unit: unitOf(found.indexType),
    volume24h: found.volume,
    methodology: found.methodology,
    volumeMedian: found.volumeMedian,
    exchangeMedian: found.exchangeMedian,
    trustMedian: found.trustMedian,
    trustSource: found.trustSource,
    reference: found.reference,
    crossRate: found.crossRate,
    impliedUsd: found.impliedUsd,
    lastRealAt: found.state.lastRealAt,
    recordHash: found.recordHash,
    hasProof: found.proof !== undefined,
    counted: lines.slice(0, limit),
    moreCounted: Math.max(0, lines.length - limit),
    refused: refused.slice(0, limit).map(refusedLine),
    moreRefused: Math.max(0, refused.length - limit),
    unusedMarkets: markets?.filter(({ share }) => !(Number(share) > 0)).length,
  };
}

type ExchangeLine = NonNullable<IndexReceipt['exchanges']>[number];
type MarketLine = NonNullable<IndexReceipt['markets']>[number];
type Constituent = NonNullable<IndexReceipt['constituents']>[number];
type RefusedLine = NonNullable<IndexReceipt['refused']>[number];

function exchangeLine(line: ExchangeLine) {
  const { exchange, tier, price, share, weight, believedVolume, ageMs, clamped } = line;
  return {
    exchange: untrusted(exchange),
    tier,
    price,
    share,
    weight,
    volume24h: believedVolume,
    ageMs,
    clamped,
  };
}

function constituentLine(line: Constituent) {
  const { exchange, market, tier, price, share, source, trades, believedVolume, ageMs } = line;
  return {
    exchange: untrusted(exchange),
    market: untrusted(market),
    tier,
    price,
    share,
    source,
    trades: trades.length,
    volume24h: believedVolume,
    ageMs,
  };
}

function marketLine(line: MarketLine) {
  const { market, otherAsset, rate, impliedUsd, share, residualBps, volume, exchanges, flags } = line;
  return {
    market: untrusted(market),
    otherAsset: untrusted(otherAsset),
    rate,
    impliedUsd,
    share,
    residualBps,
    volume24h: volume,
    exchanges: exchanges.length,
    flags,
  };
}

function refusedLine({ exchange, tier, reason, last, ageMs }: RefusedLine): object {
  return { exchange: untrusted(exchange), tier, reason, meaning: refusalSentence(reason), last, ageMs };
}
