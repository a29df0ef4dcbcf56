import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import type { MovePart } from '../../../sdk/src/verify/index.ts';
import { addDecimals, formatDecimal, parseDecimal, ZERO } from '../../core/numbers/decimal.ts';
import { formatDatetime, MINUTE_MS } from '../../core/time.ts';
import { instant, text, wholeNumber } from '../inputs.ts';
import { valueAt } from '../names.ts';
import { computingReceipt, namesOf, receiptOf } from '../receipts.ts';
import { Refusal } from '../service.ts';
import { tool } from '../tool.ts';
import { untrusted } from '../untrusted.ts';
import { flagsOf, unitOf } from '../values.ts';

const MAX_PARTS = 50;
const USUAL_PARTS = 10;
const MAX_MINUTES = 1440;
const USUAL_MINUTES = 10;

export const why = tool({
  name: 'why',
  title: 'Why a price moved',
  description:
    'Splits the move of a reference price between two ticks into parts: which exchanges (of an asset: markets) reported a different price, gained or lost weight, came or went. The parts, otherParts and rest add up to the move exactly. A liquid index is a median, whose move cannot be split. Needs receipts of both ticks, which are kept for 24 hours, or longer as the operator chooses.',
  operations: ['listIndexTickers', 'explainIndexTicker'],
  inputs: {
    name: { kind: text, description: 'An asset, a market, or the id of an index', required: true },
    to: {
      kind: instant,
      description: 'The later tick is the one at or before this time; by default the latest',
    },
    from: { kind: instant, description: 'The earlier tick is the one at or before this time' },
    minutes: {
      kind: wholeNumber(1, MAX_MINUTES),
      description: `In place of from: how long before the later tick (default: ${USUAL_MINUTES})`,
    },
    limit: {
      kind: wholeNumber(1, MAX_PARTS),
      description: `Maximum number of parts (default: ${USUAL_PARTS})`,
    },
  },
  answer: async ({ name, from, to, minutes, limit = USUAL_PARTS }, service) => {
    if (from !== undefined && minutes !== undefined)
      throw new Refusal('the arguments are not valid', ['minutes cannot be combined with from']);
    const last = await valueAt(service, name, to);
    const spanMs = (minutes ?? USUAL_MINUTES) * MINUTE_MS;
    const start = from ?? formatDatetime(Date.parse(last.timestamp) - spanMs);
    const first = await valueAt(service, last.indexId, start);
    if (first.timestamp >= last.timestamp)
      throw new Refusal(`from must be before ${last.timestamp}, the later tick: ticks are 30 seconds apart`);
    // One after the other: a service computes one receipt at a time for a client.
    const before = await receiptOf(service, first.id);
    const after = await receiptOf(service, last.id);
    const computed = [
      await computingReceipt(service, before),
      await computingReceipt(service, after),
    ] as const;
    const { move, parts, rest } = await service.recomputation.attribute(...computed);
    const others = parts.slice(limit);
    return {
      time: after.timestamp,
      flags: flagsOf(before, after),
      data: {
        ...namesOf(after),
        unit: unitOf(after.indexType),
        from: shownEnd(before, computed[0]),
        to: shownEnd(after, computed[1]),
        move,
        parts: parts.slice(0, limit).map(shownPart),
        otherParts: { count: others.length, total: totalOf(others) },
        rest,
        recomputedBy: service.recomputedBy,
      },
    };
  },
});

function shownEnd({ id, timestamp, price, flags }: IndexReceipt, computed: IndexReceipt): object {
  // A repeated value is explained by the tick that computed it.
  const computedAt = computed.id === id ? undefined : computed.timestamp;
  return { id, timestamp, price, flags, computedAt };
}

function shownPart({ name, ...part }: MovePart): object {
  return { name: untrusted(name), ...part };
}

function totalOf(parts: readonly MovePart[]): string {
  const sum = parts.reduce((total, part) => addDecimals(total, parseDecimal(part.total) ?? ZERO), ZERO);
  return formatDecimal(sum);
}
