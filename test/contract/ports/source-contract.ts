import { describe, expect, it } from 'vitest';

import { expirationOf } from '../../../src/core/contract.ts';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import { CUT_OFF_MS, slotAfter, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { ExchangeBatch, Source, SourceEvent, Watermark } from '../../../src/sources/source.ts';
import type { ManualClock } from '../../support/manual-clock.ts';

/** A source over a clock that the suite moves. */
export interface SourceUnderTest {
  readonly source: Source;
  readonly clock: ManualClock;
}

export interface SourceContractOptions {
  /** Creates a source that has not started. */
  readonly create: () => SourceUnderTest | Promise<SourceUnderTest>;
  /** Creates a source in which an exchange fails for a part of `durationMs`. */
  readonly createFailing: () => SourceUnderTest | Promise<SourceUnderTest>;
  /** Market time over which the source delivers ticks several times, and trades if it has any. */
  readonly durationMs: Millis;
}

interface Delivery {
  readonly event: SourceEvent;
  readonly deliveredAt: Millis;
}

const STEP_MS = 500;

/** Tests every guarantee of the `Source` port. A new source needs no other tests for them. */
export function describeSourceContract(
  name: string,
  { create, createFailing, durationMs }: SourceContractOptions,
) {
  describe(`${name} as a source`, () => {
    it('delivers ticks, and each batch belongs to one exchange', async () => {
      const events = batchesOf(await collect(await create(), durationMs));
      expect(events.filter(({ kind }) => kind === 'ticks').length).toBeGreaterThan(1);
      for (const event of events) {
        const members = membersOf(event);
        expect(members.length).toBeGreaterThan(0);
        if (event.kind === 'derivative-ticks') continue;
        const exchanges = new Set(members.map((member) => ('exchangeId' in member ? member.exchangeId : '')));
        expect(exchanges).toEqual(new Set([event.exchangeId]));
      }
    });

    it('never delivers a receivedAt that decreases or lies in the future', async () => {
      let latest = -Infinity;
      for (const { event, deliveredAt } of await collect(await create(), durationMs)) {
        const at = event.kind === 'watermark' ? event.at : event.receivedAt;
        expect(at).toBeGreaterThanOrEqual(latest);
        expect(at).toBeLessThanOrEqual(deliveredAt);
        latest = at;
      }
    });

    it('sends a watermark in time before each slot, and delivers only later input after it', async () => {
      for (const created of [await create(), await createFailing()]) {
        const firstSlot = slotAfter(created.clock.now());
        const deliveries = await collect(created, durationMs);
        const marks = deliveries.filter(({ event }) => event.kind === 'watermark');
        const slots = marks.map(({ event }) => (event as Watermark).at + CUT_OFF_MS);
        const count = Math.floor((created.clock.now() + CUT_OFF_MS - firstSlot) / SLOT_MS) + 1;
        expect(slots).toEqual(Array.from({ length: count }, (_, i) => firstSlot + i * SLOT_MS));
        for (const { event, deliveredAt } of marks)
          expect(deliveredAt - (event as Watermark).at).toBeLessThan(STEP_MS);
        let complete = -Infinity;
        for (const { event } of deliveries) {
          if (event.kind === 'watermark') complete = event.at;
          else expect(event.receivedAt).toBeGreaterThan(complete);
        }
      }
    });

    it('delivers tickers and trades of what its reference data list in the slot of their window', async () => {
      const created = await create();
      let slot = slotAfter(created.clock.now());
      let counting = listingsOf(created.source.reference(slot));
      let announced = counting;
      let delivered = 0;
      for (const { event } of await collect(created, durationMs)) {
        if (event.kind === 'reference') announced = listingsOf(event.data);
        else if (event.kind === 'watermark') {
          slot = event.at + CUT_OFF_MS + SLOT_MS;
          counting = announced;
          expect(listingsOf(created.source.reference(slot))).toEqual(counting);
        } else if (event.kind === 'ticks' || event.kind === 'trades') {
          const members = event.kind === 'ticks' ? event.ticks : event.trades;
          for (const { exchangeId, marketId } of members)
            expect(counting.get(exchangeId)?.has(marketId), `${exchangeId} ${marketId}`).toBe(true);
          delivered += members.length;
        }
      }
      expect(delivered).toBeGreaterThan(0);
    });

    it('reports when each exchange was last read, and which ones failed', async () => {
      const healthy = await create();
      const newest = new Map<string, Millis>();
      const batches = batchesOf(await collect(healthy, durationMs));
      // Trades and derivatives have feeds of their own: they do not make old tickers new.
      for (const { exchangeId, receivedAt } of batches.filter(({ kind }) => kind === 'ticks'))
        newest.set(exchangeId, receivedAt);
      const health = healthy.source.health();
      for (const [exchangeId, at] of newest) {
        const { lastDelivery = -Infinity, ...counts } = health.get(exchangeId) ?? {};
        expect(counts).toMatchObject({ failing: 0, failures: 0 });
        // `lastDelivery` is the time of the reading, which is delivered within the slot.
        expect(Math.abs(lastDelivery - at)).toBeLessThan(SLOT_MS);
      }
      const failing = await createFailing();
      await collect(failing, durationMs);
      const failures = [...failing.source.health().values()].map((one) => one.failures);
      expect(Math.max(...failures)).toBeGreaterThan(0);
      expect(Math.min(...failures)).toBe(0);
    });

    it('names each market at most once in a batch of ticks', async () => {
      for (const { event } of await collect(await create(), durationMs)) {
        if (event.kind !== 'ticks') continue;
        expect(new Set(event.ticks.map(({ marketId }) => marketId)).size).toBe(event.ticks.length);
      }
    });

    it('delivers a trade once, in the order of trading, and never before it happened', async () => {
      const known = new Set<string>();
      for (const { event, deliveredAt } of await collect(await create(), durationMs)) {
        if (event.kind !== 'trades') continue;
        let latest = -Infinity;
        for (const { exchangeId, marketId, tradeId, exchangeTimestamp } of event.trades) {
          const key = `${exchangeId} ${marketId} ${tradeId}`;
          expect(known.has(key), key).toBe(false);
          known.add(key);
          expect(exchangeTimestamp).toBeLessThanOrEqual(Math.min(event.receivedAt, deliveredAt));
          expect(exchangeTimestamp).toBeGreaterThanOrEqual(latest);
          latest = exchangeTimestamp;
        }
      }
    });

    it('delivers a contract after its listing and before its first ticker, of the same exchange', async () => {
      const known = new Map<string, string>();
      for (const { event } of await collect(await create(), durationMs)) {
        if (event.kind === 'contracts') {
          for (const contract of event.contracts) {
            expect(contract.type === 'perpetuals' ? 0 : contract.listing).toBeLessThanOrEqual(
              event.receivedAt,
            );
            known.set(contract.id, event.exchangeId);
          }
        } else if (event.kind === 'derivative-ticks') {
          for (const { contractId } of event.ticks) expect(known.get(contractId)).toBe(event.exchangeId);
        }
      }
    });

    it('delivers no ticker of a contract that has expired, and each contract once in a batch', async () => {
      const expirations = new Map<string, number>();
      for (const { event } of await collect(await create(), durationMs)) {
        if (event.kind === 'contracts') {
          expect(new Set(event.contracts.map(({ id }) => id)).size).toBe(event.contracts.length);
          for (const contract of event.contracts) expirations.set(contract.id, expirationOf(contract));
        } else if (event.kind === 'derivative-ticks') {
          expect(new Set(event.ticks.map(({ contractId }) => contractId)).size).toBe(event.ticks.length);
          for (const { contractId } of event.ticks)
            expect(expirations.get(contractId)).toBeGreaterThan(event.receivedAt);
        }
      }
    });

    it('goes on until the signal aborts, and then ends without an error', async () => {
      const { source, clock } = await create();
      const abort = new AbortController();
      const reading = read(source, clock, abort.signal);
      await pass(clock, durationMs);
      expect(reading.isEnded()).toBe(false);
      abort.abort();
      await expect(reading.end).resolves.toBeUndefined();
    });

    it('ends at once if the signal has already aborted', async () => {
      const { source, clock } = await create();
      const reading = read(source, clock, AbortSignal.abort());
      await expect(reading.end).resolves.toBeUndefined();
      expect(reading.deliveries).toEqual([]);
    });

    it('can be closed by the code that iterates', async () => {
      const { source, clock } = await create();
      const iterator = source.events(new AbortController().signal)[Symbol.asyncIterator]();
      const first = iterator.next();
      await pass(clock, durationMs);
      expect((await first).done).toBe(false);
      await iterator.return?.();
      expect((await iterator.next()).done).toBe(true);
    });

    it('goes on with the other exchanges while one fails', async () => {
      const failing = await createFailing();
      const half = failing.clock.now() + durationMs / 2;
      const events = batchesOf(await collect(failing, durationMs));
      const late = events.filter(({ receivedAt }) => receivedAt > half);
      expect(new Set(late.map(({ exchangeId }) => exchangeId)).size).toBeGreaterThan(1);
    });
  });
}

/** The ids of the ACTIVE, existing markets of each ACTIVE exchange. */
function listingsOf({ exchanges, markets }: ReferenceContent): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Set(markets.map(({ id }) => id));
  return new Map(
    exchanges
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ id, listings }) => [
        id,
        new Set(
          listings
            .filter(({ status, marketId }) => status === 'ACTIVE' && known.has(marketId))
            .map(({ marketId }) => marketId),
        ),
      ]),
  );
}

function membersOf(event: ExchangeBatch): readonly object[] {
  if (event.kind === 'trades') return event.trades;
  return event.kind === 'contracts' ? event.contracts : event.ticks;
}

function batchesOf(deliveries: readonly Delivery[]): ExchangeBatch[] {
  return deliveries.flatMap(({ event }) =>
    event.kind === 'watermark' || event.kind === 'reference' ? [] : [event],
  );
}

/** Everything that a source delivers during `durationMs` of market time. */
export async function collect(
  { source, clock }: SourceUnderTest,
  durationMs: Millis,
): Promise<readonly Delivery[]> {
  const abort = new AbortController();
  const reading = read(source, clock, abort.signal);
  await pass(clock, durationMs);
  abort.abort();
  await reading.end;
  return reading.deliveries;
}

function read(source: Source, clock: ManualClock, signal: AbortSignal) {
  const deliveries: Delivery[] = [];
  let ended = false;
  const end = (async () => {
    for await (const event of source.events(signal)) deliveries.push({ event, deliveredAt: clock.now() });
    ended = true;
  })();
  return { deliveries, end, isEnded: () => ended };
}

/** Advances the clock in small steps, and lets the source finish its work after each. No real time passes. */
export async function pass(clock: ManualClock, durationMs: Millis): Promise<void> {
  for (let passed = 0; passed < durationMs; passed += STEP_MS) {
    clock.advance(STEP_MS);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
