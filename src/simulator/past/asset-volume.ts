import { betweenParts, type SlotRun } from '../runs/slot-run.ts';
import { addTo, type MarketVolumes } from './modelled-markets.ts';
import type { Phased, VolumeChange } from './phased-markets.ts';

/** The part of a market's volume that counts for an asset, at the slots at which the asset's volume is summed. */
export interface CountedVolume {
  readonly volumes: Float64Array;
  /** The volume that all listings would trade, at slots without any listing. */
  readonly absent?: Float64Array;
  readonly changes: readonly VolumeChange[];
}

/** The volume of an asset over a run, added up market by market at the same slots or at parts of the day around it. */
export class AssetVolume {
  readonly #run: SlotRun;
  readonly #parts: SlotRun;
  readonly #sum: Float64Array;
  #absent: Float64Array | undefined;
  /** At slots of the run, because a listing may also go and return between parts. */
  #changes: Float64Array | undefined;

  constructor(run: SlotRun, parts: SlotRun) {
    this.#run = run;
    this.#parts = parts;
    this.#sum = new Float64Array(parts.count);
  }

  add({ volumes, absent, changes }: CountedVolume): void {
    addTo(this.#sum, volumes);
    if (absent) addTo(this.#absentSum(), absent);
    for (const change of changes) this.#change(change.places, change.differences);
  }

  /** Adds volume x price, in units of the quote asset, at the true rate. */
  addQuoted({ volumes, absent, changes }: CountedVolume, base: Float64Array, quote: Float64Array): void {
    addValue(this.#sum, volumes, base, quote);
    if (absent) addValue(this.#absentSum(), absent, base, quote);
    for (const { places, differences } of changes) {
      const value = new Float64Array(differences.length);
      addValue(value, differences, base, quote);
      this.#change(places, value);
    }
  }

  #absentSum(): Float64Array {
    return (this.#absent ??= new Float64Array(this.#parts.count));
  }

  #change(places: readonly number[], differences: Float64Array): void {
    const sum = (this.#changes ??= new Float64Array(this.#run.count));
    const whole = betweenParts(differences, this.#parts, this.#run);
    for (const place of places) sum[place]! += whole[place]!;
  }

  /** The volume at all slots of the run. While no market has a listing, the volume that all listings would trade. */
  whole(): Float64Array {
    const absent = this.#absent;
    const sum = absent ? this.#sum.map((volume, i) => volume || absent[i]!) : this.#sum;
    const volumes = betweenParts(sum, this.#parts, this.#run);
    const changes = this.#changes;
    return changes ? volumes.map((volume, i) => Math.max(0, volume + changes[i]!)) : volumes;
  }
}

function addValue(sum: Float64Array, volumes: Float64Array, base: Float64Array, quote: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += (volumes[i]! * base[i]!) / quote[i]!;
}

/** Counts the volumes of the market itself, at every slot. */
export function countedExactly({ volumes, exchanges, whole }: Phased<MarketVolumes>): CountedVolume {
  if (!whole) return { volumes, changes: [] };
  const absent = whole.volumes.map((volume, i) => (exchanges[i] === 0 ? volume : 0));
  return { volumes, absent, changes: [] };
}
