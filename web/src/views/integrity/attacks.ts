/**
 * Measured attacks, as docs/methodology/integrity.md has them (a test compares both): errors in basis points, p99, the worst of 24
 * batches. `hostile`: how much of each majority the attacker has, 0 to 1, where the page says so.
 */
export interface Attack {
  /** The row of the table there. */
  readonly row: string;
  readonly title: string;
  readonly hostile: { readonly volume: number; readonly exchanges?: number; readonly trusted?: number };
  /** Version 2, the worst batch. */
  readonly worstBps: number;
  readonly committedBps: number;
}

export const ATTACKS: readonly Attack[] = [
  {
    row: 'T1: 45 % of volume hostile',
    title: 'Much of the volume lies',
    hostile: { volume: 0.45 },
    worstBps: 15.1,
    committedBps: 25,
  },
  {
    row: 'T2: 45 % of exchanges hostile, 95 % of volume faked',
    title: 'Almost all volume is faked',
    hostile: { volume: 0.95, exchanges: 0.45, trusted: 0.45 },
    worstBps: 23,
    committedBps: 50,
  },
  {
    row: 'T3: 60 % of exchanges hostile, 40 % of volume',
    title: 'Most exchanges lie',
    hostile: { volume: 0.4, exchanges: 0.6, trusted: 1 / 3 },
    worstBps: 14.2,
    committedBps: 25,
  },
];
