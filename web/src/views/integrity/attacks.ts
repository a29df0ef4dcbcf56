/**
 * Measured attacks. The figures are not written here: the build reads them from docs/reference/integrity-results.md, which
 * `npm run bench:integrity` writes.
 */
export interface MeasuredAttacks {
  readonly majorities: readonly MajorityAttack[];
  readonly others: readonly OtherAttack[];
}

/** The attacker's share of each majority, 0 to 1, if the attack sets it. */
interface Hostile {
  readonly volume: number;
  readonly exchanges?: number;
  readonly trusted?: number;
}

/** One market of 40 exchanges. In basis points, p99. */
export interface MajorityAttack {
  /** Name of its row in that document. */
  readonly row: string;
  readonly title: string;
  readonly hostile: Hostile;
  /** Version 3, the worst batch. */
  readonly worstBps: string;
  readonly committedBps: string;
}

/** The full world: attacks found by an audit of version 2. */
export interface OtherAttack {
  readonly title: string;
  readonly measured: string;
  readonly version2: string;
  /** The worst batch. */
  readonly version3: string;
}

/** Replaced by the build. */
declare const MEASURED_ATTACKS: MeasuredAttacks;
export const measuredAttacks = (): MeasuredAttacks => MEASURED_ATTACKS;

const MAJORITIES: readonly Pick<MajorityAttack, 'row' | 'title' | 'hostile'>[] = [
  {
    row: 'T1: 45 % of volume hostile',
    title: 'Almost half of the volume is hostile',
    hostile: { volume: 0.45 },
  },
  {
    row: 'T2: 45 % of exchanges hostile, 95 % of volume faked',
    title: 'Almost all volume is faked',
    hostile: { volume: 0.95, exchanges: 0.45, trusted: 0.45 },
  },
  {
    row: 'T3: 60 % of exchanges hostile, 40 % of volume',
    title: 'Most exchanges are hostile',
    hostile: { volume: 0.4, exchanges: 0.6, trusted: 1 / 3 },
  },
];

const OTHERS: readonly (Pick<OtherAttack, 'title' | 'measured'> & {
  readonly row: string;
  readonly cell: string;
})[] = [
  {
    row: 'one exchange of any tier, adaptive',
    cell: 'bps, unflagged, worst',
    title: 'One exchange tries every price',
    measured: 'bps moved without a flag, worst market',
  },
  {
    row: '2 colluding tier-B exchanges, adaptive',
    cell: 'markets moved by more than 100 bps, unflagged, of those unflagged before',
    title: 'Two colluding exchanges of tier B with invented volume',
    measured: 'markets moved by more than 1 % without a flag',
  },
  {
    row: '2 new exchanges against tier A',
    cell: 'bps, flagged or not, worst',
    title: 'Two new exchanges (trust 0) with invented volume',
    measured: 'bps moved, worst market',
  },
  {
    row: 'price inverted at the first tick, one exchange of each coin',
    cell: 'markets wrong by more than 5 % at tick 1',
    title: 'A wrong price at the very first tick',
    measured: 'markets wrong by more than 5 %',
  },
  {
    row: 'our network is gone',
    cell: 'values unflagged after 90 s',
    title: 'The service loses its network',
    measured: 'values without a flag after 90 s',
  },
  {
    row: 'LX: 3 of 8 hostile, 5 silent',
    cell: 'bps, unflagged, worst',
    title: 'Three hostile constituents of a liquid index, the others silent',
    measured: 'bps moved without a flag',
  },
];

/**
 * Reads the attacks above from a page of Markdown. An attack without its row is left out; a test requires
 * them all.
 */
export function attacksIn(markdown: string): MeasuredAttacks {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1),
    );
  const found = (...first: readonly string[]) =>
    rows.find((cells) => first.every((text, i) => cells[i] === text))?.slice(first.length);
  return {
    majorities: MAJORITIES.flatMap((attack) => {
      const [, version3, committedBps] = found(attack.row) ?? [];
      if (version3 === undefined || committedBps === undefined) return [];
      return [{ ...attack, worstBps: worstOf(version3), committedBps }];
    }),
    others: OTHERS.flatMap(({ row, cell, title, measured }) => {
      const [version2, version3] = found(row, cell) ?? [];
      if (version2 === undefined || version3 === undefined) return [];
      return [{ title, measured, version2, version3: worstOf(version3) }];
    }),
  };
}

/** `median batch / worst batch`. */
const worstOf = (text: string) => text.split(' / ').at(-1)!;
