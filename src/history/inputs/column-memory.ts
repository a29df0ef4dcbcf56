import type { InputNumbers } from '../input-store.ts';

/** The maximum integer, so that sums of a few of them are exact as doubles. */
const LARGEST_UNITS = 1e15;
const LARGEST_SCALE = 22;
/** The scale of a number that is not such a decimal: its eight bytes are stored unchanged. */
export const RAW_SCALE = 255;

/** 10^0 .. 10^22, the powers of ten that are exact as doubles. */
const POWERS = Float64Array.from({ length: LARGEST_SCALE + 1 }, (_, scale) => Number(`1e${scale}`));

/**
 * The numbers of a column in the last frame, each as an integer and a scale: integer / 10^scale. The division rounds once, so it
 * gives the double nearest to that decimal, which is the number itself.
 */
export class ColumnMemory {
  readonly units: Float64Array;
  readonly scales: Uint8Array;
  /** The change of each integer in the last frame; 0 if its scale is new. */
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
      numbers[cell] = scale === RAW_SCALE ? this.units[cell]! : this.units[cell]! / POWERS[scale]!;
    }
  }

  /**
   * The expected integer of a cell with an unchanged scale: the previous one, or one that moved as far as the cell of the leading
   * column.
   */
  expected(cell: number, leader: ColumnMemory | undefined): number {
    const before = this.units[cell]!;
    return leader?.scales[cell] === this.scales[cell] ? before + leader!.moved[cell]! : before;
  }

  /** Stores the cell's new integer; with a new scale its change is 0. */
  remember(cell: number, units: number, rescaled: boolean): void {
    this.moved[cell] = rescaled ? 0 : units - this.units[cell]!;
    this.units[cell] = units;
  }
}

export function unitsOf(value: number, scale: number): number {
  return scale === RAW_SCALE ? value : Math.round(value * POWERS[scale]!);
}

/** The hinted scale if the number is a decimal of it, else a larger one, else a smaller one, else RAW. */
export function scaleFor(value: number, hint: number): number {
  if (hint === RAW_SCALE || fits(value, hint)) return hint;
  for (let scale = hint + 1; scale <= LARGEST_SCALE; scale++) if (fits(value, scale)) return scale;
  for (let scale = 0; scale < hint; scale++) if (fits(value, scale)) return scale;
  return RAW_SCALE;
}

export function isScale(scale: number): boolean {
  return scale <= LARGEST_SCALE || scale === RAW_SCALE;
}

function fits(value: number, scale: number): boolean {
  const power = POWERS[scale]!;
  const units = Math.round(value * power);
  if (units === 0) return Object.is(value, 0);
  return units / power === value && Math.abs(units) <= LARGEST_UNITS;
}
