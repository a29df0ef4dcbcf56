import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { judge } from './audit/judge.ts';
import { isExcusedLoss } from './audit/judge-ticks.ts';
import type { ClientRecord, ReceivedTick, PageRecord, RunRecord, Tick, Truth } from './record.ts';
import { latenessOf, type Lateness } from './lateness.ts';
import type { Violation, ViolationKind } from './violation.ts';

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly lateness: Lateness;
  readonly slots: number;
  /** How many values were compared. */
  readonly compared: number;
}

/** A page that a serving node has cached must be answered within this time. */
const ANSWER_WITHIN_MS = 5000;

/** Checks everything that was recorded. */
export function check(run: RunRecord): Verdict {
  const checker = new Checker(run);
  checker.truth();
  for (const client of run.clients) checker.client(client);
  checker.pages();
  const lateness = latenessOf(run);
  return {
    violations: [...checker.violations, ...lateness.violations, ...judge(run)],
    lateness,
    slots: run.truth.slots.length,
    compared: checker.compared,
  };
}

class Checker {
  readonly violations: Violation[] = [];
  compared = 0;
  readonly #run: RunRecord;
  readonly #truth: Truth;
  /** By slot, then by series. */
  readonly #values: ReadonlyMap<Millis, ReadonlyMap<string, Tick>>;

  constructor(run: RunRecord) {
    this.#run = run;
    this.#truth = run.truth;
    this.#values = new Map(
      run.truth.slots.map(({ at, ticks }) => [at, new Map(ticks.map((tick) => [seriesOf(tick), tick]))]),
    );
  }

  /** History must have every slot once, in order, from successive writers, in one chain. */
  truth(): void {
    const { from, to } = this.#run;
    const { slots, chainProblems } = this.#truth;
    const { leaders = [] } = this.#run;
    if (leaders.length > 1)
      this.#note('fence', 'compute', to, `${leaders.join(' and ')} lead at the same time`);
    for (const what of chainProblems) this.#note('chain', 'history', from, what);
    for (let at = from; at <= to; at += SLOT_MS)
      if (!this.#values.has(at) && !this.#isExcused(at)) this.#note('lost', 'history', at, 'no such slot');
    slots.forEach((slot, i) => {
      const before = slots[i - 1];
      if (!before) return;
      if (slot.at === before.at) this.#note('doubled', 'history', slot.at, 'stored twice');
      if (slot.at < before.at) this.#note('reordered', 'history', slot.at, 'after a newer one');
      if ((slot.fence ?? 0) < (before.fence ?? 0))
        this.#note('fence', 'history', slot.at, `by writer ${slot.fence} after writer ${before.fence}`);
    });
  }

  client(client: ClientRecord): void {
    for (const what of client.failures) this.#note('failed', client.name, this.#run.from, what);
    this.#inOrder(client.name, client.given, 'given');
    client.connections.forEach((messages, i) => this.#inOrder(client.name, messages, `connection ${i + 1}`));
    this.#complete(client);
  }

  pages(): void {
    const answers = new Map<string, PageRecord>();
    for (const page of this.#run.pages) {
      if (!page.ticks) {
        if (this.#mustAnswer(page))
          this.#note('unavailable', page.node, page.askedAt, `${page.asked}: ${page.failure ?? 'no answer'}`);
        continue;
      }
      if (page.answeredAt - page.askedAt > ANSWER_WITHIN_MS && this.#mustAnswer(page))
        this.#note(
          'unavailable',
          page.node,
          page.askedAt,
          `${page.asked}: answered after ${page.answeredAt - page.askedAt} ms`,
        );
      for (const tick of page.ticks) this.#same(`REST of ${page.node}`, tick);
      const first = answers.get(page.asked);
      if (!first) answers.set(page.asked, page);
      else if (textOf(first.ticks!) !== textOf(page.ticks))
        this.#note(
          'different',
          `REST of ${page.node}`,
          page.askedAt,
          `${page.asked} is another page than ${first.node} answered`,
        );
    }
  }

  /** Each series must be in ascending order, and each value must match history. */
  #inOrder(where: string, ticks: readonly ReceivedTick[], list: string): void {
    const last = new Map<string, Millis>();
    for (const tick of ticks) {
      const series = seriesOf(tick);
      const before = last.get(series);
      if (before === tick.at) this.#note('doubled', where, tick.at, `${series} (${list})`);
      if (before !== undefined && before > tick.at)
        this.#note('reordered', where, tick.at, `${series} (${list})`);
      if (list !== 'given' && before !== undefined && tick.at > before + SLOT_MS)
        this.#missed(where, tick, before, list);
      last.set(series, Math.max(before ?? tick.at, tick.at));
      this.#same(where, tick);
    }
  }

  /** A connection must not skip slots that history has. */
  #missed(where: string, tick: ReceivedTick, before: Millis, list: string): void {
    const series = seriesOf(tick);
    for (let at = before + SLOT_MS; at < tick.at; at += SLOT_MS)
      if (this.#values.get(at)?.has(series)) this.#note('lost', where, at, `${series} (${list})`);
  }

  /** Each series must have all slots of history from the client's first slot to the end. */
  #complete({ name, given }: ClientRecord): void {
    const seen = new Map<string, Set<Millis>>();
    for (const tick of given) {
      const series = seriesOf(tick);
      if (!seen.has(series)) seen.set(series, new Set());
      seen.get(series)!.add(tick.at);
    }
    // No Math.min(...given): a long run has more items than a call can take.
    const first = given.reduce((min, { at }) => Math.min(min, at), Infinity);
    if (given.length === 0) this.#note('lost', name, this.#run.from, 'nothing came at all');
    for (const [series, slots] of seen)
      for (let at = first; at <= this.#run.to; at += SLOT_MS)
        if (!slots.has(at) && this.#values.get(at)?.has(series)) this.#note('lost', name, at, series);
  }

  #same(where: string, tick: Tick): void {
    const { from, to } = this.#run;
    if (tick.at < from || tick.at > to) return;
    this.compared++;
    const stored = this.#values.get(tick.at)?.get(seriesOf(tick));
    if (!stored) {
      if (!this.#isExcused(tick.at)) this.#note('unstored', where, tick.at, seriesOf(tick));
    } else if (valuesOf(stored) !== valuesOf(tick))
      this.#note(
        'different',
        where,
        tick.at,
        `${seriesOf(tick)}: ${valuesOf(tick)}, stored ${valuesOf(stored)}`,
      );
  }

  /** Whether the loss of the slot was unavoidable, and is in the log of gaps. */
  #isExcused(at: Millis): boolean {
    const { faults, audit } = this.#run;
    return audit !== undefined && isExcusedLoss(at, faults, audit);
  }

  /** Whether the node must answer the page: it has it cached, and no fault hits the node. */
  #mustAnswer({ node, isHeld, askedAt, answeredAt }: PageRecord): boolean {
    const isDisturbed = this.#run.faults.some(
      ({ nodes, from, to }) => nodes.includes(node) && from <= answeredAt && askedAt <= to,
    );
    return isHeld && !isDisturbed;
  }

  #note(kind: ViolationKind, where: string, at: Millis, what: string): void {
    this.violations.push({ kind, where, at, what });
  }
}

function seriesOf({ indexType, indexId }: Tick): string {
  return `${indexType} ${indexId}`;
}

function valuesOf({ price, volume, tickVolume, flags }: Tick): string {
  return `${price} ${volume} ${tickVolume ?? '-'} ${flags}`;
}

function textOf(ticks: readonly Tick[]): string {
  return ticks.map((tick) => `${tick.at} ${tick.id} ${seriesOf(tick)} ${valuesOf(tick)}`).join('\n');
}
