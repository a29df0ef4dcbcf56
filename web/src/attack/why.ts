import type { IndexReceipt } from '@tidemark/sdk';
import type { Reach } from '@tidemark/sdk/verify';
import { flagWords } from '../format/flags.ts';
import { bpsFrom } from '../receipt/receipt-model.ts';
import { signedBps } from '../receipt/point-words.ts';
import { refusalText } from '../receipt/refusal-words.ts';

/** A median that moves further than this was moved by the attack. */
const FAR_BPS = 25;

interface Medians {
  readonly volumeMedian?: string | undefined;
  readonly exchangeMedian?: string | undefined;
  readonly trustMedian?: string | undefined;
  readonly impliedUsd?: string | undefined;
}

const MEDIANS: readonly (readonly [keyof Medians, string])[] = [
  ['volumeMedian', 'the median by volume'],
  ['exchangeMedian', 'the median of exchanges'],
  ['trustMedian', 'the median by trust'],
  ['impliedUsd', 'the price that other markets imply'],
];

interface Given {
  /** As published. */
  readonly before: IndexReceipt;
  /** What the engine computes under the attack; undefined if there is no value. */
  readonly after: IndexReceipt | undefined;
  /** The exchanges that take part in the attack. */
  readonly attackers: ReadonlySet<string>;
  readonly reach: Reach | undefined;
}

/** Explains in one sentence why the value moves as far as it does. */
export function whyOf({ before, after, attackers, reach }: Given): string {
  if (attackers.size === 0) return 'No exchange is altered.';
  if (!after) return 'No exchange passes the checks, and there is no last value to repeat.';
  const accepted = after.exchanges ?? after.constituents ?? [];
  const refusal = accepted.some(({ exchangeId }) => attackers.has(exchangeId))
    ? undefined
    : refusalOf(after, attackers);
  const repeated = after.flags.find((flag) => flag === 'SUSPECT' || flag === 'CARRIED');
  if (repeated)
    return refusal === undefined
      ? flagWords(repeated, after.indexType).meaning
      : `${refusal}; the last value is repeated.`;
  if (refusal !== undefined) return `${refusal}.`;
  if (!accepted.some(({ exchangeId }) => attackers.has(exchangeId)))
    return `The others agree without ${attackers.size === 1 ? 'it' : 'them'}.`;
  if (after.volumeMedian !== undefined) return byMedians(before, after, reach);
  if (accepted.length === 1) return 'Only one exchange is accepted, so the value is its price.';
  if (after.reference === undefined)
    return `Only ${accepted.length} exchanges are accepted, and nothing else confirms their prices.`;
  const hostile = accepted.filter(({ exchangeId }) => attackers.has(exchangeId)).length;
  const deciding = accepted.length + 1;
  return hostile > deciding / 2
    ? `The attackers are ${hostile} of the ${deciding} prices that decide: without a quorum the value stays near the middle of the accepted prices and the prices that confirm them, so the attackers set it.`
    : `${accepted.length} exchanges are too few for a quorum: the value stays near the middle of their prices and the prices that confirm them.`;
}

/** Which attackers are rejected, and why; undefined if none is. */
function refusalOf(after: IndexReceipt, attackers: ReadonlySet<string>): string | undefined {
  const refused = (after.refused ?? []).filter(({ exchangeId }) => attackers.has(exchangeId));
  if (refused.length === 0) return undefined;
  const names = refused.map(({ exchange }) => exchange).join(' and ');
  const reasons = new Set(refused.map((line) => refusalText(line, after)));
  return `${names} ${refused.length === 1 ? 'is' : 'are'} rejected: ${[...reasons].join('; ')}`;
}

/** With a quorum, the value is near the middle one of three medians. */
function byMedians(before: IndexReceipt, after: IndexReceipt, reach: Reach | undefined): string {
  const moved = MEDIANS.flatMap(([field, name]) => {
    const [from, to] = [before[field], after[field]];
    if (from === undefined || to === undefined) return [];
    const bps = bpsFrom(Number(from), Number(to));
    return Math.abs(bps) < FAR_BPS ? [] : [`${name} (${signedBps(bps)})`];
  });
  const clamp =
    reach && after.indexType === 'MWA'
      ? `, and a price counts at most ${Number((reach.clamp * 10_000).toFixed(1))} bps from it`
      : '';
  const middle = `the ${after.indexType === 'LX' ? 'value' : 'reference'} is the middle one of three`;
  if (moved.length === 0) return `None of the medians moves far; ${middle}${clamp}.`;
  if (moved.length === 1) return `Only ${moved[0]} moves far; ${middle}${clamp}.`;
  return `The attackers move ${moved.slice(0, -1).join(', ')} and ${moved.at(-1)}; ${middle}, so two of them set it.`;
}
