import { CanonicalWriter } from './canonical-bytes.ts';
import type { EngineReference } from '../engine-reference.ts';
import { methodologyNamed, type Methodology } from '../methodology.ts';
import { encodeObservation } from './observation-codec.ts';
import { encodeState } from './state-codec.ts';
import type { TickRun } from '../engine.ts';
import type { TickInput } from '../tick-input.ts';
import { indexValues, type TickOutput } from '../tick-output.ts';
import { inputsTree } from './input-leaves.ts';
import type { Hash, TickRecord } from './record-hash.ts';
import { joinRoots } from './record-roots.ts';
import { valuesTree } from './value-leaves.ts';
import { hashedValues, hashValues } from './values-hash.ts';

export { hashRecord, rootsOf, type Hash, type TickRecord } from './record-hash.ts';

/** Reference data with their hash. */
export interface NamedReference {
  readonly hash: string;
  readonly reference: EngineReference;
}

/** A computed tick. */
export interface RecordableTick {
  readonly input: TickInput;
  readonly run: TickRun;
  readonly output: TickOutput;
}

/** The links from a record to earlier ones. */
export interface RecordLinks {
  /** The hash of the previous record; empty for the first of a chain. */
  readonly previous: string;
  /** The root over the records of the day so far (`DayRecords`). Formats before 3 do not have it. */
  readonly dayRoot: string;
}

export function recordTick(
  { hash: referenceHash, reference }: NamedReference,
  { input, run, output }: RecordableTick,
  { previous, dayRoot }: RecordLinks,
  hash: Hash,
): TickRecord {
  const methodology = knownMethodology(output.methodology);
  const { observationFormat, stateFormat, recordFormat } = methodology;
  return {
    at: output.at,
    methodology: output.methodology,
    reference: referenceHash,
    input: hash(encodeObservation(input, observationFormat)),
    state: hash(encodeState(input.state, stateFormat)),
    output: hash(encodeOutput(output)),
    ...(recordFormat === 2 && {
      values: hashValues(output.at, hashedValues(indexValues(reference, output)), hash),
    }),
    ...(recordFormat === 3 && {
      roots: joinRoots({
        values: valuesTree(reference, output, hash).root,
        inputs: inputsTree({ reference, input, methodology, run }, hash).root,
        day: dayRoot,
      }),
    }),
    previous,
  };
}

/** The formats in which a version of the methodology hashes its inputs. */
export function formatsOf(version: string): Pick<Methodology, 'stateFormat' | 'observationFormat'> {
  return knownMethodology(version);
}

function knownMethodology(version: string): Methodology {
  const methodology = methodologyNamed(version);
  if (!methodology) throw new RangeError(`there is no methodology ${version}`);
  return methodology;
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
