import type { Millis } from '../../core/time.ts';
import { CanonicalWriter } from './canonical-bytes.ts';
import type { EngineReference } from '../engine-reference.ts';
import { methodologyNamed, type Methodology } from '../methodology.ts';
import { encodeObservation } from './observation-codec.ts';
import { encodeState } from './state-codec.ts';
import type { TickInput } from '../tick-input.ts';
import { indexValues, type TickOutput } from '../tick-output.ts';
import { hashedValues, hashValues } from './values-hash.ts';

/** A cryptographic hash, as text. It is passed in: the engine has none of its own. */
export type Hash = (bytes: Uint8Array) => string;

/** What a tick leaves behind so that it can be checked: hashes of all that went in and of all that came out. */
export interface TickRecord {
  readonly at: Millis;
  /** Version of the methodology. */
  readonly methodology: string;
  /** The name of the reference data that it was computed with. */
  readonly reference: string;
  readonly input: string;
  readonly state: string;
  readonly output: string;
  /** Of the values that history stores of it. Ticks of version 1 have none. */
  readonly values?: string;
  /** The hash of the record before; empty for the first of a chain. */
  readonly previous: string;
}

/** Reference data and their name. */
export interface NamedReference {
  readonly hash: string;
  readonly reference: EngineReference;
}

export function recordTick(
  { hash: referenceHash, reference }: NamedReference,
  input: TickInput,
  output: TickOutput,
  previous: string,
  hash: Hash,
): TickRecord {
  return {
    at: output.at,
    methodology: output.methodology,
    reference: referenceHash,
    input: hash(encodeObservation(input)),
    state: hash(encodeState(input.state, stateFormatOf(output.methodology))),
    output: hash(encodeOutput(output)),
    ...(hasValues(output.methodology) && {
      values: hashValues(output.at, hashedValues(indexValues(reference, output)), hash),
    }),
    previous,
  };
}

function hasValues(version: string): boolean {
  return methodologyNamed(version)?.recordFormat === 2;
}

/** The format in which a version of the methodology has its state hashed. */
export function stateFormatOf(version: string): Methodology['stateFormat'] {
  const methodology = methodologyNamed(version);
  if (!methodology) throw new RangeError(`there is no methodology ${version}`);
  return methodology.stateFormat;
}

/** What the next record names as its previous one. */
export function hashRecord(record: TickRecord, hash: Hash): string {
  const { values } = record;
  const format = values === undefined ? 1 : 2;
  const writer = new CanonicalWriter().text(`tidemark tick record ${format}`).number(record.at);
  writer.text(record.methodology).text(record.reference).text(record.input).text(record.state);
  writer.text(record.output);
  if (values !== undefined) writer.text(values);
  return hash(writer.text(record.previous).bytes());
}

export function encodeOutput({ at, mwa, gwa, lx, outcomes, marketCaps }: TickOutput): Uint8Array {
  const writer = new CanonicalWriter().text('tidemark tick output 1').number(at);
  writer.column(mwa.price).column(mwa.volume).column(mwa.flags);
  writer.column(gwa.price).column(gwa.volume).column(gwa.volumeUsd).column(gwa.flags);
  writer.number(lx.length);
  for (const { indexId, price, volume, tickUnits, flags } of lx) {
    writer.text(indexId).number(price).number(volume).bigint(tickUnits).number(flags);
  }
  writer.column(outcomes).number(marketCaps.length);
  for (const { assetId, marketCap, totalMarketCap, volumeRank } of marketCaps) {
    writer.text(assetId).text(marketCap).text(totalMarketCap).number(volumeRank);
  }
  return writer.bytes();
}
