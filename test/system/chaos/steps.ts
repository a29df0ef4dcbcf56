import { Random } from '../../../bench/support/integrity/random.ts';
import type { Fault } from './fault.ts';
import type { FaultGroup } from './record.ts';

/** Simultaneous faults: one, or several that disturb different parts of the cluster. */
export type Step = readonly Fault[];

/** Each fault of the list once, in random order; `pairs` of them combined with another fault of the table. */
export function stepsOf(
  all: readonly Fault[],
  table: readonly Fault[],
  pairs: number,
  random: Random,
): Step[] {
  const singles = random.shuffled(all);
  const indices = singles.flatMap((fault, i) => (fault.isAlone || fault.choosesMoment ? [] : [i]));
  const paired = new Set(random.shuffled(indices).slice(0, pairs));
  return singles.map((fault, i) => (paired.has(i) ? withAnother(fault, table, random) : [fault]));
}

/**
 * Each fault of the list once, in few slots: faults of the bus, of collecting and of serving nodes are each combined with a fault of the
 * compute nodes or of the store. Those two are never combined, so no loss is excused.
 */
export function packedSteps(all: readonly Fault[], random: Random): Step[] {
  const isMain = ({ group }: Fault) => group === 'compute' || group === 'store';
  const main = random.shuffled(all.filter(isMain));
  const others = random.shuffled(all.filter((fault) => !isMain(fault)));
  const steps: Step[] = main.map((fault, i) => (others[i] ? [fault, others[i]] : [fault]));
  return random.shuffled([...steps, ...others.slice(main.length).map((fault) => [fault])]);
}

/**
 * Each fault of the list once, in as many steps as there are faults of the compute nodes: each of those is combined with one of the store
 * or of the bus, and faults of collecting and of serving nodes with those where most room is. With the store, losses are excused.
 */
export function shortSteps(all: readonly Fault[], random: Random): Step[] {
  const shuffled = (...groups: readonly FaultGroup[]) =>
    random.shuffled(all.filter(({ group }) => groups.includes(group)));
  const main = shuffled('compute');
  const others = shuffled('store', 'bus');
  const last = shuffled('collect', 'serve');
  if (Math.max(others.length, last.length) > main.length)
    throw new RangeError('there are too few faults of the compute nodes to combine all others with');
  return main.map((fault, i) =>
    [fault, others[i], last[main.length - 1 - i]].filter((each) => each !== undefined),
  );
}

/** Random faults, weighted by their counts; a fifth of them combined with another one. */
export function drawnSteps(table: readonly Fault[], count: number, random: Random): Step[] {
  const weighted = table.flatMap((fault) => Array.from({ length: fault.times }, () => fault));
  return Array.from({ length: count }, () => {
    const fault = weighted[Math.floor(random.next() * weighted.length)]!;
    return random.chance(0.2) ? withAnother(fault, table, random) : [fault];
  });
}

function withAnother(fault: Fault, table: readonly Fault[], random: Random): Step {
  const [other] = random.shuffled(table.filter((each) => mayBeTogether(fault, each) && each.times > 1));
  return other ? [fault, other] : [fault];
}

/** Whether two faults together leave one compute node, one NATS server and the database alive. */
function mayBeTogether(a: Fault, b: Fault): boolean {
  return a.group !== b.group && [a, b].every(({ choosesMoment, isAlone }) => !choosesMoment && !isAlone);
}
