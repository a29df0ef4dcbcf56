// Replays recorded ticks of the small world, of one version of the methodology, through the compiled engine and prints what
// came out, as JSON. Plain JavaScript, so that any Node runs it as it is:
//
//   node test/golden/golden-hour.mjs 2            replay the recording of version 2
//   node test/golden/golden-hour.mjs 2 --expect   expect from now on what it gives: never of a version that was released
//   node test/golden/golden-hour.mjs 2 --record   make a new recording too
//
// The reference data that the ticks were recorded with is stored beside it, so that the values outlive every later
// simulated world.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { simulatedLxDefinitions } from '../../dist/src/simulator/lx-definitions.js';
import { buildReference } from '../../dist/src/engine/engine-reference.js';
import { emptyState } from '../../dist/src/engine/engine-state.js';
import { outputOf, runTick } from '../../dist/src/engine/engine.js';
import { decodeObservation, encodeObservation } from '../../dist/src/engine/record/observation-codec.js';
import { TickBook } from '../../dist/src/engine/market/tick-book.js';
import { indexValues } from '../../dist/src/engine/tick-output.js';
import { methodologyNamed } from '../../dist/src/engine/methodology.js';
import { CanonicalWriter } from '../../dist/src/engine/record/canonical-bytes.js';
import { DayRecords } from '../../dist/src/engine/record/day-records.js';
import { hashRecord, recordTick } from '../../dist/src/engine/record/tick-record.js';
import { SimulatedMarket } from '../../dist/src/simulator/simulated-market.js';
import { buildWorld } from '../../dist/src/simulator/world.js';

/** By version of the methodology. The second has more faults, so that its flags come about. */
const RECORDINGS = {
  1: { name: 'small-world-hour', start: Date.UTC(2026, 2, 1, 12), ticks: 120, faultRate: undefined },
  2: { name: 'small-world-version-2', start: Date.UTC(2026, 10, 16, 12), ticks: 60, faultRate: 5 },
};

const version = process.argv[2];
if (version !== '1' && version !== '2') throw new Error('name the version of the methodology: 1 or 2');
const { name, start, ticks, faultRate } = RECORDINGS[version];
const RECORDING = new URL(`./${name}.bin.br`, import.meta.url);
const REFERENCE = new URL(`./${name}.reference.json.br`, import.meta.url);
const EXPECTED = new URL(`./${name}.json`, import.meta.url);
const SLOT_MS = 30_000;

const sha256 = (/** @type {Uint8Array} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/** Observations of one slot after the other, each with its length before it, and the reference data they belong to. */
function record() {
  const world = buildWorld('small');
  const market = new SimulatedMarket(world, {
    seed: 'golden',
    ...(faultRate !== undefined && { faultRate }),
  });
  const definitions = simulatedLxDefinitions(world.reference, market);
  writeFileSync(REFERENCE, brotliCompressSync(JSON.stringify({ data: world.reference, definitions })));
  const reference = storedReference();
  const book = new TickBook(reference);
  const parts = Array.from({ length: ticks }, (_, i) => {
    const slot = start + i * SLOT_MS;
    for (const exchange of market.exchanges) {
      const receivedAt = slot - exchange.refreshLeadMs;
      for (const tick of market.ticksOf(exchange, slot)) book.observe(tick, receivedAt);
      for (const trade of market.tradesOf(exchange, slot)) book.observeTrade(trade, receivedAt);
    }
    const bytes = encodeObservation(book.cut(slot));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  writeFileSync(RECORDING, brotliCompressSync(Buffer.concat(parts)));
}

function storedReference() {
  const { data, definitions } = JSON.parse(brotliDecompressSync(readFileSync(REFERENCE)).toString());
  return buildReference(data, definitions);
}

/**
 * The name that the recorded hour has for its reference data: everything of them that a value depends on.
 * @param {ReturnType<typeof storedReference>} reference
 */
function hashReference(reference) {
  const writer = new CanonicalWriter().text('tidemark engine reference 1');
  for (const ids of [reference.assetIds, reference.marketIds]) writer.text(ids.join());
  writer.column(reference.base).column(reference.quote);
  for (const { id, tier, listedAt } of reference.exchanges) writer.text(`${id} ${tier} ${listedAt ?? ''}`);
  writer.column(reference.listingExchange).column(reference.listingMarket).column(reference.standing);
  for (const [asset, { totalSupply, freeFloatSupply }] of reference.supplies) {
    writer.number(asset).number(totalSupply.scale).bigint(totalSupply.units);
    writer.number(freeFloatSupply.scale).bigint(freeFloatSupply.units);
  }
  for (const { name, constituents } of reference.lx) writer.text(name).text(constituents.join());
  return sha256(writer.bytes());
}

function* observations() {
  const bytes = brotliDecompressSync(readFileSync(RECORDING));
  for (let offset = 0; offset < bytes.length;) {
    const length = bytes.readUInt32LE(offset);
    yield decodeObservation(Uint8Array.from(bytes.subarray(offset + 4, offset + 4 + length)));
    offset += 4 + length;
  }
}

/** The chain of tick records, which hashes every input, state and output, and the values of the last tick in full. */
function replay() {
  const reference = storedReference();
  const referenceHash = hashReference(reference);
  let state = emptyState(reference);
  let previous = '';
  const days = new DayRecords(sha256);
  /** @type {string[]} */
  const records = [];
  /** @type {unknown[]} */
  let values = [];
  for (const observation of observations()) {
    const input = { ...observation, state };
    // By name: what a version computes does not depend on the date from which on it is in force.
    const run = runTick(reference, input, methodologyNamed(version));
    const output = outputOf(reference, input, run, methodologyNamed(version));
    const named = { hash: referenceHash, reference };
    const links = { previous, dayRoot: days.rootAt(input.at) };
    previous = hashRecord(recordTick(named, { input, run, output }, links, sha256), sha256);
    days.add(input.at, previous);
    records.push(previous);
    state = output.state;
    values = [...indexValues(reference, output)];
  }
  return { reference: referenceHash, records, values };
}

if (process.argv.includes('--record')) record();
if (process.argv.includes('--record') || process.argv.includes('--expect')) {
  writeFileSync(EXPECTED, `${JSON.stringify(replay(), undefined, 1)}\n`);
} else process.stdout.write(JSON.stringify(replay()));
