import type { DerivativeType } from '../../core/contract.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { DerivativeRefresh, TickerGroup } from './derivative-refresh.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';
import { TICKER_LIFE_MS } from '../tickers/ticker-refresh.ts';
import { TimedAnswers, type TimedAnswer } from '../answers/timed-answer.ts';

export interface DerivativeTickerFilter {
  readonly type: DerivativeType;
  readonly exchangeId: string;
  readonly marketId?: string | undefined;
  readonly contractId?: string | undefined;
}

/** Consecutive tickers: `from` up to and excluding `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

const MAX_KEPT = 4096;
const MAX_KEPT_BYTES = 32 * 2 ** 20;
const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** The derivative tickers of the newest refresh, without contracts that have expired since. */
export class DerivativeTickers {
  #refresh: DerivativeRefresh;
  #positions: ReadonlyMap<string, number> | undefined;
  readonly #kept = new TimedAnswers(MAX_KEPT, MAX_KEPT_BYTES);

  constructor(first: DerivativeRefresh) {
    this.#refresh = first;
  }

  get at(): Millis {
    return this.#refresh.at;
  }

  get count(): number {
    return this.#refresh.contractIds.length;
  }

  replace(next: DerivativeRefresh): void {
    this.#refresh = next;
    this.#positions = undefined;
    this.#kept.clear();
  }

  /** By market, then by expiration, then by name. Tickers of a source without recent data are left out. */
  find(filter: DerivativeTickerFilter, now: Millis): TimedAnswer {
    const { type, exchangeId, marketId, contractId } = filter;
    return this.#kept.find(`${type} ${exchangeId} ${marketId} ${contractId}`, now, () => {
      const silentFrom = this.#refresh.at + TICKER_LIFE_MS + SLOT_MS;
      const groups = now < silentFrom ? this.#groupsFor(filter) : [];
      return this.#answer(this.#runsOf(groups, contractId, now), silentFrom);
    });
  }

  #groupsFor({ type, exchangeId, marketId }: DerivativeTickerFilter): readonly TickerGroup[] {
    return this.#refresh.groups.filter(
      (group) =>
        group.exchangeId === exchangeId &&
        group.type === type &&
        (marketId === undefined || group.marketId === marketId),
    );
  }

  /** Expired contracts are at the beginning of their group. */
  #runsOf(groups: readonly TickerGroup[], contractId: string | undefined, now: Millis): Run[] {
    const position = contractId === undefined ? undefined : (this.#positionOf(contractId) ?? -1);
    const unexpired = groups.map(({ from, to }) => ({ from: this.#firstUnexpired(from, to, now), to }));
    if (position === undefined) return unexpired.filter(({ from, to }) => from < to);
    return unexpired
      .filter(({ from, to }) => from <= position && position < to)
      .map(() => ({ from: position, to: position + 1 }));
  }

  #firstUnexpired(from: number, to: number, now: Millis): number {
    const { expirations } = this.#refresh;
    let first = from;
    while (first < to && (expirations[first] ?? 0) <= now) first++;
    return first;
  }

  #positionOf(contractId: string): number | undefined {
    this.#positions ??= new Map(this.#refresh.contractIds.map((id, position) => [id, position]));
    return this.#positions.get(contractId);
  }

  #answer(runs: readonly Run[], silentFrom: Millis): TimedAnswer {
    const { bytes, starts, expirations, tag } = this.#refresh;
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const parts = runs.flatMap(({ from, to }) => [COMMA, all.subarray(starts[from], (starts[to] ?? 0) - 1)]);
    const count = runs.reduce((sum, { from, to }) => sum + to - from, 0);
    const body = Buffer.concat([OPENING, ...parts.slice(1), CLOSING]);
    return {
      // Within a refresh, tickers are only removed, so their number identifies the content of a query.
      prepared: new PreparedAnswer(body, `${tag}-${count}`),
      until: Math.min(silentFrom, ...runs.map(({ from }) => expirations[from] ?? Infinity)),
    };
  }
}
