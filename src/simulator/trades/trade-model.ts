import type { Trade } from '../../core/tick.ts';
import { CUT_OFF_MS, SLOT_MS, type Millis, SLOTS_PER_DAY } from '../../core/time.ts';
import { lastMoveAt } from '../volumes/activity.ts';
import { below, hashPair, symmetric, unit } from '../hash.ts';
import type { PriceModel } from '../prices/price-model.ts';
import { MAX_LATENCY_MS, quoteAfterMove, type Quote } from '../prices/quote-model.ts';
import { formatScaled, powerOfTen } from '../prices/scaled-number.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import { slotOf } from '../runs/slot-index.ts';
import type { VolumeModel } from '../volumes/volume-model.ts';

/** Ids for the trades of a slot: a slot never has more trades. */
const IDS_PER_SLOT = 64;
const MAX_TRADES = 24;
const USD_PER_TRADE = 4000;

/**
 * The trades of one listing between one reading of the exchange and the next, in the order in which they
 * happened; none if the listing did not move. Their amounts add up to the slot's volume, and the last one's
 * price and time are those of the tick.
 */
export function tradesInSlot(
  listing: SimulatedListing,
  slotIndex: number,
  prices: PriceModel,
  volumes: VolumeModel,
): Trade[] {
  const units = volumes.inSlot(listing, slotIndex);
  if (units === 0) return [];
  const hash = hashPair(hashPair(listing.key, 3), slotIndex);
  const count = tradeCount(listing, units, hash);
  const now = quoteAfterMove(listing, slotIndex, prices);
  const before = quoteAfterMove(listing, lastMoveAt(listing, slotIndex - 1), prices);
  const amounts = split(units, count, hash);
  return amounts.map((amount, i): Trade => {
    const isLast = i === count - 1;
    const tradeHash = hashPair(hash, i);
    return {
      exchangeId: listing.exchangeId,
      marketId: listing.marketId,
      tradeId: String(slotIndex * IDS_PER_SLOT + i),
      price: formatScaled(isLast ? now.last : priceOnTheWay(before, now, i / count, tradeHash), now.decimals),
      amount: formatScaled(amount, listing.volumeDecimals),
      exchangeTimestamp: isLast ? now.movedAt : timeOf(listing, slotIndex, i, count, tradeHash),
    };
  });
}

/**
 * Steps of 10^-volumeDecimals that a listing traded after the cut-off of one slot, up to that of a later one: the trades
 * that a recorder counts for the slots in between. The sum over slots is exact however they are grouped.
 */
export function tradedBetweenCuts(
  listing: SimulatedListing,
  afterSlotIndex: number,
  upToSlotIndex: number,
  volumes: VolumeModel,
): number {
  const whole = volumes.between(
    listing,
    lastMoveAt(listing, afterSlotIndex),
    lastMoveAt(listing, upToSlotIndex),
  );
  return (
    whole +
    tradedBeforeCut(listing, upToSlotIndex + 1, volumes) -
    tradedBeforeCut(listing, afterSlotIndex + 1, volumes)
  );
}

/**
 * The part of `tradedBetweenCuts` that never arrives if the listing delivers nothing for span.from <= slot < span.to:
 * the trades of each reading without the listing, and of the first reading after one.
 */
export function silencedBetweenCuts(
  listing: SimulatedListing,
  afterSlotIndex: number,
  upToSlotIndex: number,
  span: { readonly from: number; readonly to: number },
  volumes: VolumeModel,
): number {
  const first = Math.max(span.from, afterSlotIndex + 1);
  const last = Math.min(span.to, upToSlotIndex);
  const whole =
    first > last ? 0 : volumes.between(listing, lastMoveAt(listing, first - 1), lastMoveAt(listing, last));
  const beforeCut = (slotIndex: number) =>
    slotIndex >= span.from && slotIndex <= span.to ? tradedBeforeCut(listing, slotIndex, volumes) : 0;
  return whole + beforeCut(upToSlotIndex + 1) - beforeCut(afterSlotIndex + 1);
}

/**
 * The volume of a slot's trades from before the cut-off of the previous slot. The last trade of a slot is never among
 * them.
 */
function tradedBeforeCut(listing: SimulatedListing, slotIndex: number, volumes: VolumeModel): number {
  const units = volumes.inSlot(listing, slotIndex);
  if (units === 0) return 0;
  const cut = slotOf(slotIndex - 1) - CUT_OFF_MS;
  const hash = hashPair(hashPair(listing.key, 3), slotIndex);
  const count = tradeCount(listing, units, hash);
  let trades = 0;
  while (trades < count - 1 && timeOf(listing, slotIndex, trades, count, hashPair(hash, trades)) <= cut)
    trades++;
  // Most slots have none, so their volume need not be split.
  if (trades === 0) return 0;
  const amounts = split(units, count, hash);
  let before = 0;
  for (let i = 0; i < trades; i++) before += amounts[i] ?? 0;
  return before;
}

function tradeCount({ usdPerDay, windowSlots }: SimulatedListing, units: number, hash: number): number {
  const usual = (usdPerDay * windowSlots) / SLOTS_PER_DAY / USD_PER_TRADE;
  const count = 1 + Math.floor(usual * 2 * unit(hashPair(hash, 1000)));
  return Math.min(count, MAX_TRADES, units);
}

/** Whole amounts of at least 1 that add up to `units`. */
function split(units: number, count: number, hash: number): number[] {
  const amounts: number[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const chance = unit(hashPair(hash, 2000 + i));
    const weight = 0.02 + chance * chance * chance;
    amounts.push(weight);
    total += weight;
  }
  let given = 0;
  for (let i = 0; i < count; i++) {
    const amount = 1 + Math.floor(((units - count) * amounts[i]!) / total);
    amounts[i] = amount;
    given += amount;
  }
  amounts[0] = amounts[0]! + units - given;
  return amounts;
}

/** A price between the last one and this one, moved by up to half a spread, within both quotes. */
function priceOnTheWay(before: Quote, now: Quote, part: number, hash: number): number {
  const rescale = powerOfTen(Math.abs(now.decimals - before.decimals));
  const rescaled = (units: number) => (now.decimals >= before.decimals ? units * rescale : units / rescale);
  const from = rescaled(before.last);
  const aside = ((now.ask - now.bid) / 2) * symmetric(hash);
  const low = Math.ceil(Math.min(rescaled(before.bid), now.bid));
  const high = Math.floor(Math.max(rescaled(before.ask), now.ask));
  return Math.min(high, Math.max(low, Math.round(from + (now.last - from) * part + aside)));
}

/** Each trade has its own part of the interval, which ends before the last trade can happen. */
function timeOf(
  { refreshLeadMs }: SimulatedListing,
  slotIndex: number,
  i: number,
  count: number,
  hash: number,
): Millis {
  const start = slotOf(slotIndex - 1) - refreshLeadMs;
  const part = (SLOT_MS - MAX_LATENCY_MS) / count;
  return Math.floor(start + 1 + part * i + below(hashPair(hash, 1), Math.floor(part)));
}
