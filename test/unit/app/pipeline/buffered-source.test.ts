import { expect, test } from 'vitest';
import { BufferedSource } from '../../../../src/app/pipeline/buffered-source.ts';
import type { DerivativeContract } from '../../../../src/core/contract.ts';
import { CUT_OFF_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { SourceEvent } from '../../../../src/sources/source.ts';
import { ScriptedSource } from '../../../support/scripted-source.ts';
import { DERIBIT, future } from '../../reference/contracts.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

const ticks = (receivedAt: Millis, last = '1'): SourceEvent => ({
  kind: 'ticks',
  exchangeId: 'e',
  receivedAt,
  ticks: [{ exchangeId: 'e', marketId: 'm', last, lastMoved: receivedAt }],
});
const trades = (receivedAt: Millis, ...ids: string[]): SourceEvent => ({
  kind: 'trades',
  exchangeId: 'e',
  receivedAt,
  trades: ids.map((tradeId) => ({
    exchangeId: 'e',
    marketId: 'm',
    tradeId,
    price: '1',
    amount: '1',
    exchangeTimestamp: receivedAt,
  })),
});
const contracts = (...listed: DerivativeContract[]): SourceEvent => ({
  kind: 'contracts',
  exchangeId: DERIBIT,
  receivedAt: T - 9000,
  contracts: listed,
});
const quotes = (...quoted: DerivativeContract[]): SourceEvent => ({
  kind: 'derivative-ticks',
  exchangeId: DERIBIT,
  receivedAt: T - 8000,
  ticks: quoted.map(({ id }) => ({ contractId: id, price: '1', volume: '1', volumeUsd: '1' })),
});
const watermark = (slot: Millis, ...tradesIncomplete: string[]): SourceEvent => ({
  kind: 'watermark',
  at: slot - CUT_OFF_MS,
  ...(tradesIncomplete.length > 0 && { tradesIncomplete }),
});
/** The last tick of the former leader counted these trades. */
const counted = (...ids: string[]) => ({
  counted: new Set(ids.map((id) => `e m ${id}`)),
  incomplete: [],
});

async function opened(...events: SourceEvent[]) {
  const inner = new ScriptedSource();
  const source = new BufferedSource(inner);
  source.startBuffering(new AbortController().signal);
  await inner.send(...events);
  return { inner, source };
}

async function taken(source: BufferedSource, count: number): Promise<SourceEvent[]> {
  const events: SourceEvent[] = [];
  for await (const event of source.events(new AbortController().signal)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

test('events before the first read come first, then later ones', async () => {
  const { inner, source } = await opened(ticks(T - 9000), watermark(T));
  const all = taken(source, 3);
  await inner.send(ticks(T + 1000));
  expect(await all).toEqual([ticks(T - 9000), watermark(T), ticks(T + 1000)]);
});

test('of a tick computed elsewhere only tickers and trades of its own window remain', async () => {
  const events = [
    ticks(T - SLOT_MS - 5000),
    trades(T - SLOT_MS - 5000, 'old'),
    contracts(future('NEXT', T + SLOT_MS)),
    ticks(T - 9000),
    trades(T - 8000, 'own'),
    watermark(T),
    trades(T - 1000, 'next'),
  ];
  const { source } = await opened(...events);
  source.dropUpTo(T);
  expect(await taken(source, 3)).toEqual([
    ticks(T - 9000),
    trades(T - 8000, 'own'),
    trades(T - 1000, 'next'),
  ]);
});

test('a trade that the former leader counted is never delivered, whenever it arrived here', async () => {
  const { inner, source } = await opened(
    trades(T - 3000, 'before', 'kept'),
    watermark(T),
    trades(T - 1000, 'after', 'next'),
  );
  source.takeOver(T, counted('before', 'after', 'late'));
  const all = taken(source, 3);
  await inner.send(trades(T + 1000, 'late'), watermark(T + SLOT_MS));
  expect(await all).toEqual([
    // Uncounted, so it belongs to the next slot.
    { ...trades(T - 3000, 'kept'), receivedAt: T - CUT_OFF_MS + 1 },
    trades(T - 1000, 'next'),
    watermark(T + SLOT_MS),
  ]);
});

test('if it is unknown which trades were counted, the arrival decides, and all exchanges may lack some', async () => {
  const { source } = await opened(trades(T - 3000, 'before'), watermark(T), trades(T - 1000, 'after'));
  expect(source.takeOver(T, undefined)).toBeUndefined();
  expect(await taken(source, 1)).toEqual([trades(T - 1000, 'after')]);
});

test('exchanges that lacked trades of the last window here or at the former leader may lack some', async () => {
  const { source } = await opened(watermark(T - SLOT_MS, 'earlier'), watermark(T, 'here'));
  expect(source.takeOver(T, { ...counted(), incomplete: ['there'] })).toEqual(['there', 'here']);
});

test('all exchanges may lack trades if the last window is not buffered', async () => {
  const { source: later } = await opened(watermark(T + SLOT_MS));
  expect(later.takeOver(T, counted())).toBeUndefined();
  const { source: none } = await opened();
  expect(none.takeOver(T, counted())).toBeUndefined();
  const slots = Array.from({ length: 60 }, (_, i) => watermark(T + i * SLOT_MS));
  const { source: long } = await opened(...slots);
  expect(long.takeOver(T, counted())).toBeUndefined();
});

test('with a clock that is behind, what the last window lacks is delivered with its watermark', async () => {
  const { inner, source } = await opened(watermark(T - SLOT_MS));
  expect(source.takeOver(T, counted())).toEqual([]);
  const next = taken(source, 1);
  await inner.send(watermark(T, 'here'));
  expect(await next).toEqual([watermark(T, 'here')]);
});

test('without ticks, twenty minutes are kept', async () => {
  const slots = Array.from({ length: 60 }, (_, i) => T + i * SLOT_MS);
  const { source } = await opened(...slots.flatMap((slot) => [trades(slot - 9000), watermark(slot)]));
  const [first] = await taken(source, 1);
  expect(first).toEqual(trades(T + 19 * SLOT_MS - 9000));
});

test('the current state is the newest of every market', async () => {
  const { source } = await opened(ticks(T - 9000, '1'), ticks(T - 4000, '2'));
  const [standing] = source.takeLastTickers(T);
  expect(standing).toMatchObject({ kind: 'ticks', ticks: [{ marketId: 'm', last: '2' }] });
});

test('the current state keeps its reading times: a new leader does not make it newer', async () => {
  const read = { ...ticks(T - 9000), readAt: T - 60_000 } as SourceEvent;
  const other: SourceEvent = {
    kind: 'ticks',
    exchangeId: 'e',
    receivedAt: T - 4000,
    ticks: [{ exchangeId: 'e', marketId: 'n', last: '1', lastMoved: T }],
  };
  const { source } = await opened(read, other);
  expect(source.takeLastTickers(T)).toMatchObject([
    { kind: 'ticks', readAt: T - 60_000, ticks: [{ marketId: 'm' }] },
    { kind: 'ticks', readAt: T - 4000, ticks: [{ marketId: 'n' }] },
    { kind: 'contracts' },
    { kind: 'derivative-ticks' },
  ]);
});

test('while it is followed, each complete slot is reported, until another process reads it', async () => {
  const inner = new ScriptedSource();
  let slots = 0;
  const source = new BufferedSource(inner, () => slots++);
  source.startBuffering(new AbortController().signal);
  await inner.send(watermark(T), ticks(T + 1000), watermark(T + SLOT_MS));
  expect(slots).toBe(2);
  source.takeLastTickers(T + SLOT_MS);
  await inner.send(watermark(T + 2 * SLOT_MS));
  expect(slots).toBe(2);
});

test('expired contracts have no current state, even if their tickers continue', async () => {
  const expiring = future('OLD', T - CUT_OFF_MS);
  const standing = future('NEXT', T + SLOT_MS);
  const { inner, source } = await opened(contracts(expiring, standing), quotes(expiring, standing));
  await inner.send(watermark(T), quotes(expiring), watermark(T + SLOT_MS - 1));
  // Like at an instant before the first expired: it was removed with the watermark.
  const [kept, quoted] = source.takeLastTickers(T - SLOT_MS);
  expect(kept).toMatchObject({ kind: 'contracts', contracts: [standing] });
  expect(quoted).toMatchObject({ kind: 'derivative-ticks', ticks: [{ contractId: standing.id }] });
});

test('the current state is delivered once and then dropped', async () => {
  const { inner, source } = await opened(ticks(T - 9000));
  expect(source.takeLastTickers(T)).toHaveLength(3);
  await inner.send(ticks(T + 1000));
  expect(source.takeLastTickers(T + SLOT_MS)).toEqual([]);
});

test('a failing source fails its reader', async () => {
  const { inner, source } = await opened(ticks(T - 9000));
  await inner.fail(new Error('gone'));
  await expect(taken(source, 2)).rejects.toThrow('gone');
});

test('an abort ends it', async () => {
  const { source } = await opened();
  const stop = new AbortController();
  const next = source.events(stop.signal).next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
