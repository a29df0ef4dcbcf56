/** Slots at equal distances: first, first + step, first + 2 x step, and so on. */
export interface SlotRun {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

export function slotInRun({ first, step }: SlotRun, i: number): number {
  return first + i * step;
}
