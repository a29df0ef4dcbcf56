import type { InputNumbers } from '../input-store.ts';

/** No integer is larger, so that sums of a few of them are exact doubles. */
const LARGEST_UNITS = 1e15;
const LARGEST_SCALE = 22;
/** The scale of a number that is no such decimal: its eight bytes are kept as they are. */
export const RAW = 255;

/** 10^0 .. 10^22, the powers of ten that are doubles. */
const POWERS = Float64Array.from({ length: LARGEST_SCALE + 1 }, (_, scale) => Number(`1e${scale}`));

/**
 * The last frame's numbers of a column, each as an integer and a scale: integer / 10^scale. Dividing rounds once, so it
 * gives the double nearest to that decimal, which is the number itself.
 */
export class ColumnMemory {
  readonly units: Float64Array;
  readonly scales: Uint8Array;
  /** How far each went in the last frame; 0 where its scale is new. */
  readonly moved: Float64Array;

  constructor(length: number) {
    this.units = new Float64Array(length);
    this.scales = new Uint8Array(length);
    this.moved = new Float64Array(length);
  }

  get length(): number {
    return this.units.length;
  }

  forget(): void {
    this.units.fill(0);
    this.scales.fill(0);
    this.moved.fill(0);
  }

  copyTo(numbers: InputNumbers): void {
    for (let cell = 0; cell < this.length; cell++) {
      const scale = this.scales[cell]!;
      numbers[cell] = scale === RAW ? this.units[cell]! : this.units[cell]! / POWERS[scale]!;
    }
  }

  /** What is expected of a cell whose scale stays: to be as before, or to go as far as the one it follows. */
  expected(cell: number, leader: ColumnMemory | undefined): number {
    const before = this.units[cell]!;
    return leader?.scales[cell] === this.scales[cell] ? before + leader!.moved[cell]! : before;
  }

  /** The cell's new integer; with another scale than before it starts anew. */
  remember(cell: number, units: number, rescaled: boolean): void {
    this.moved[cell] = rescaled ? 0 : units - this.units[cell]!;
    this.units[cell] = units;
  }
}

export function unitsOf(value: number, scale: number): number {
  return scale === RAW ? value : Math.round(value * POWERS[scale]!);
}

/** The hinted scale where the number is a decimal of it, else a longer one, else a shorter one, else RAW. */
export function scaleFor(value: number, hint: number): number {
  if (hint === RAW || fits(value, hint)) return hint;
  for (let scale = hint + 1; scale <= LARGEST_SCALE; scale++) if (fits(value, scale)) return scale;
  for (let scale = 0; scale < hint; scale++) if (fits(value, scale)) return scale;
  return RAW;
}

export function isScale(scale: number): boolean {
  return scale <= LARGEST_SCALE || scale === RAW;
}

function fits(value: number, scale: number): boolean {
  const power = POWERS[scale]!;
  const units = Math.round(value * power);
  if (units === 0) return Object.is(value, 0);
  return units / power === value && Math.abs(units) <= LARGEST_UNITS;
}
