import { readFileSync } from 'node:fs';
import type { Clock } from '../../src/core/clocks/clock.ts';
import type { ReferenceContent } from '../../src/core/reference-data.ts';
import { optional, path } from '../../src/core/setting.ts';
import type { ExchangeTick } from '../../src/core/tick.ts';
import type { Millis } from '../../src/core/time.ts';
import type { Feed, Feeds, Reading, ReferenceSince } from '../../src/sources/feeds.ts';
import { MergedFeeds } from '../../src/sources/merged-feeds.ts';
import type { ExchangeBatch, TickBatch, TradeBatch } from '../../src/sources/source.ts';
import type { PreparedSource, SourceDefinition } from '../../src/sources/source-definition.ts';

/** A line of the file. Reference data come first; `from` is the first slot at which they are in force. */
export type FileLine =
  | { readonly kind: 'reference'; readonly from: Millis; readonly data: ReferenceContent }
  | TickBatch
  | TradeBatch
  /** Period in which the exchange does not answer, without its end. */
  | { readonly kind: 'silence'; readonly exchangeId: string; readonly from: Millis; readonly to: Millis };

const BEFORE_SLOT_MS = 4000;

/** A minimal source: ticks and trades from a file of JSON lines, ascending by time. */
export class FileFeeds implements Feeds {
  readonly name = 'file';
  readonly feeds: readonly Feed[];
  readonly #lines: readonly FileLine[];

  constructor(lines: readonly FileLine[]) {
    this.#lines = lines;
    const ids = new Set(lines.flatMap((line) => (line.kind === 'ticks' ? [line.exchangeId] : [])));
    this.feeds = [...ids].map((exchangeId) => ({
      exchangeId,
      beforeSlotMs: BEFORE_SLOT_MS,
      read: (slot, since) => this.#read(exchangeId, slot - BEFORE_SLOT_MS, since),
    }));
  }

  static read(path: string): FileFeeds {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return new FileFeeds(lines.map((line) => JSON.parse(line) as FileLine));
  }

  arrivals(after: Millis, at: Millis): ExchangeBatch[] {
    return this.#lines.flatMap((line) =>
      line.kind === 'trades' && line.receivedAt > after && line.receivedAt <= at
        ? [{ ...line, receivedAt: at }]
        : [],
    );
  }

  referenceAt(slot: Millis): ReferenceSince {
    const all = this.#lines.flatMap((line) => (line.kind === 'reference' ? [line] : []));
    const found = all.findLast(({ from }) => from <= slot) ?? all[0];
    if (!found) throw new Error('the file has no reference data');
    return { since: found.from, data: found.data };
  }

  /** The last tickers of the exchange since the previous reading. */
  #read(exchangeId: string, at: Millis, since: Millis): Reading {
    const isSilent = this.#lines.some(
      (line) => line.kind === 'silence' && line.exchangeId === exchangeId && line.from <= at && at < line.to,
    );
    if (isSilent) return { batches: [], failed: true };
    const ticks = new Map<string, ExchangeTick>();
    for (const line of this.#lines) {
      if (line.kind !== 'ticks' || line.exchangeId !== exchangeId) continue;
      if (line.receivedAt > since && line.receivedAt <= at)
        for (const tick of line.ticks) ticks.set(tick.marketId, tick);
    }
    if (ticks.size === 0) return { batches: [] };
    return { batches: [{ kind: 'ticks', exchangeId, receivedAt: at, ticks: [...ticks.values()] }] };
  }
}

/** As an entry of the source table. It has no past. */
export const FILE_SOURCE: SourceDefinition = {
  name: 'file',
  description: 'a file of ticks and trades',
  origin: 'replayed',
  settings: { file: optional(path, 'File of ticks and trades') },
  identity: ({ file }) => ({ file: String(file) }),
  readIdentity: ({ file }) => (typeof file === 'string' ? { file } : undefined),
  outdated: () => undefined,
  diskUse: () => ({ sourceName: 'a file', smallestBytes: 16 * 2 ** 20, dayBytes: 1e6 }),
  prepare: ({ file }) => Promise.resolve(preparedFile(FileFeeds.read(String(file)))),
};

function preparedFile(feeds: FileFeeds): PreparedSource {
  return {
    universe: () => feeds.referenceAt(Infinity).data,
    open: (clock: Clock) => new MergedFeeds({ feeds, clock }),
  };
}
