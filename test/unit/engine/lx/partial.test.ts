import { expect, test } from 'vitest';
import { verifyReceipt } from '../../../../sdk/src/verify/index.ts';
import { IndexComputer } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { encodeObservation } from '../../../../src/engine/record/observation-codec.ts';
import { frameOf, recordedTickOf } from '../../../../src/values/receipts/recorded-input.ts';
import { Recomputation } from '../../../../src/values/receipts/recomputation.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { IN_VERSION_3, quietWorld, receiptsOf } from '../../../support/receipt-worlds.ts';
import { simulatedContent, versionOf } from '../../../support/simulated-version.ts';

const AT = IN_VERSION_3;
const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'partial' });
const version = versionOf(simulatedContent(world, market));
const { reference } = version;
const [first, other] = reference.lx;
const listing = first!.constituents[0]!;
const exchangeId = reference.exchanges[reference.listingExchange[listing]!]!.id;
const isOnIt = (each: number) => reference.listingExchange[each] === reference.listingExchange[listing];
const onIt = [...new Set(reference.lx.flatMap(({ constituents }) => constituents))]
  .filter(isOnIt)
  .sort((a, b) => a - b);
const partial = reference.lx.filter(({ constituents }) => constituents.some(isOnIt)).map(({ name }) => name);

/** With all trades of the window of a slot. */
function observed(
  computer: IndexComputer,
  at: Millis,
  silent: (marketId: string) => boolean = () => false,
): void {
  for (const exchange of market.exchanges) {
    const receivedAt = at - exchange.refreshLeadMs;
    computer.observeTicks(
      market.ticksOf(exchange, at).filter(({ marketId }) => !silent(marketId)),
      receivedAt,
    );
    computer.observeTrades(market.tradesOf(exchange, at), receivedAt);
  }
}

const partialIn = ({ output }: ReturnType<IndexComputer['compute']>) =>
  output.lx.flatMap(({ indexId, flags }) =>
    flagsIn(flags).includes('PARTIAL') ? [reference.lx.find((lx) => lx.indexId === indexId)!.name] : [],
  );

test('only indices with possibly missing trades of constituents are flagged, in that tick', () => {
  const computer = new IndexComputer(version);
  observed(computer, AT);
  const whole = computer.compute(AT);
  expect([partialIn(whole), whole.input.incomplete]).toEqual([[], undefined]);
  computer.adopt(whole);
  observed(computer, AT + SLOT_MS);
  computer.markTradesMissing(exchangeId);
  const lacking = computer.compute(AT + SLOT_MS);
  expect(lacking.input.incomplete).toEqual(onIt);
  expect(partialIn(lacking)).toEqual(partial);
  expect(partial.length).toBeGreaterThan(0);
  for (const { flags } of [lacking.output.mwa, lacking.output.gwa])
    expect(flags.some((mask) => flagsIn(mask).includes('PARTIAL'))).toBe(false);
  computer.adopt(lacking);
  observed(computer, AT + 2 * SLOT_MS);
  expect(partialIn(computer.compute(AT + 2 * SLOT_MS))).toEqual([]);
});

test('an exchange without constituents changes nothing', () => {
  const constituents = new Set(reference.lx.flatMap((lx) => lx.constituents));
  const others = reference.exchanges.filter(
    (_, e) => ![...constituents].some((each) => reference.listingExchange[each] === e),
  );
  expect(others.length).toBeGreaterThan(0);
  const computer = new IndexComputer(version);
  observed(computer, AT);
  for (const { id } of others) computer.markTradesMissing(id);
  expect(computer.compute(AT).input.incomplete).toBeUndefined();
});

test('trades of a refused tick are equally incomplete in the next one', () => {
  const computer = new IndexComputer(version);
  observed(computer, AT);
  computer.markTradesMissing(exchangeId);
  computer.abandon(computer.compute(AT));
  observed(computer, AT + SLOT_MS);
  expect(partialIn(computer.compute(AT + SLOT_MS))).toEqual(partial);
});

test('incomplete trades of an index without a value make its next value partial', () => {
  const computer = new IndexComputer(version);
  const markets = new Set(
    first!.constituents.map((each) => reference.marketIds[reference.listingMarket[each]!]!),
  );
  computer.markTradesMissing(exchangeId);
  observed(computer, AT, (marketId) => markets.has(marketId));
  const none = computer.compute(AT);
  expect(none.run.lx[0]!.outcome.price).toBe(0);
  computer.adopt(none);
  observed(computer, AT + SLOT_MS);
  const next = computer.compute(AT + SLOT_MS);
  expect(next.run.lx[0]!.outcome.price).toBeGreaterThan(0);
  expect(partialIn(next)).toContain(first!.name);
  computer.adopt(next);
  observed(computer, AT + 2 * SLOT_MS);
  expect(partialIn(computer.compute(AT + 2 * SLOT_MS))).toEqual([]);
});

test('recorded inputs contain it, and recompute to the same values, record and hash', () => {
  const computer = new IndexComputer(version);
  observed(computer, AT);
  computer.markTradesMissing(exchangeId);
  const tick = computer.compute(AT);
  const frame = frameOf(tick);
  const read = recordedTickOf(frame);
  expect(read.input).toEqual(tick.input);
  const again = new Recomputation(() => reference, undefined as never, sha256).compute(frame);
  if (typeof again === 'string') throw new Error(again);
  expect(again.output).toEqual(tick.output);
  const { incomplete: _, ...claimed } = tick.input;
  expect(sha256(encodeObservation(tick.input))).toBe(tick.record.input);
  expect(sha256(encodeObservation(claimed))).not.toBe(tick.record.input);
});

test('complete inputs are recorded as before', () => {
  const computer = new IndexComputer(version);
  observed(computer, AT);
  const tick = computer.compute(AT);
  const text = Buffer.from(frameOf(tick).rest).toString('latin1');
  expect(text).toContain('tidemark recorded input 3');
  expect(Buffer.from(encodeObservation(tick.input)).toString('latin1')).toContain(
    'tidemark slot observation 2',
  );
});

test('receipts show it and are only valid with it', () => {
  const { reference: own, ticks } = quietWorld(AT, 2);
  const of = own.lx[0]!.constituents.slice(0, 1);
  const lacking = [...ticks].map(({ input, output }) => {
    const computed = { ...input, incomplete: of };
    return { input: computed, output };
  });
  const receipts = [...receiptsOf({ reference: own, ticks: lacking }, Infinity)].filter(
    ({ indexType }) => indexType === 'LX',
  );
  const flagged = receipts.filter(({ flags = [] }) => flags.includes('PARTIAL'));
  expect(flagged.map(({ name }) => name)).toEqual([own.lx[0]!.name, own.lx[0]!.name]);
  expect(receipts.length).toBeGreaterThan(flagged.length);
  for (const receipt of receipts)
    expect(verifyReceipt(receipt)).toMatchObject({ isRight: true, differences: [] });
  const hidden = JSON.parse(
    JSON.stringify(flagged[0]).replaceAll('"tradesIncomplete":true', '"tradesIncomplete":false'),
  );
  expect(hidden).not.toEqual(flagged[0]);
  expect(verifyReceipt(hidden)).toMatchObject({ isRight: false });
  expect(other).toBeDefined();
});
