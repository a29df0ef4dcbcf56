import { join } from 'node:path';
import type { Asset } from '../../../core/asset.ts';
import type { ExchangeStatus } from '../../../core/exchange.ts';
import type { Millis } from '../../../core/time.ts';
import { LineLog } from '../../../disk/line-log.ts';
import type { ReviewedLx } from '../lx-review.ts';

const FORMAT = 1;
const FILE = 'live-identities.log';

/** Facts about live exchanges that must survive a restart. The last line about a thing counts. */
export type LiveFact =
  | { readonly kind: 'exchange'; readonly key: string; readonly id: string; readonly listedAt?: Millis }
  | { readonly kind: 'status'; readonly key: string; readonly status: ExchangeStatus }
  /** Status of a derivatives interface. */
  | { readonly kind: 'derivatives-status'; readonly key: string; readonly status: ExchangeStatus }
  | ({ readonly kind: 'lx' } & ReviewedLx)
  | { readonly kind: 'asset'; readonly code: string; readonly asset: Asset }
  /** When a contract was first seen, if the exchange provides no listing time. */
  | { readonly kind: 'contract'; readonly key: string; readonly id: string; readonly listing: Millis }
  | {
      readonly kind: 'listing';
      readonly key: string;
      readonly symbol: string;
      readonly base: string;
      readonly quote: string;
      readonly qualified: boolean;
      readonly listed: boolean;
    };

/** The log of facts, an append-only file. */
export class LiveLog {
  readonly #log: LineLog;
  #pending: LiveFact[] = [];
  #writing: Promise<void> | undefined;

  private constructor(log: LineLog) {
    this.#log = log;
  }

  static async open(
    folder: string,
    onDoubt: (path: string, reason: string) => void,
  ): Promise<{ readonly log: LiveLog; readonly facts: readonly LiveFact[] }> {
    const path = join(folder, FILE);
    const { log, content } = await LineLog.open(path, (reason) => onDoubt(path, reason));
    if (content.damagedLines.length > 0)
      onDoubt(path, `lines ${content.damagedLines.join(', ')} do not fit their checksums`);
    const [first, ...facts] = content.lines;
    if (first === undefined) await log.append([JSON.stringify({ format: FORMAT })]);
    else if ((JSON.parse(first) as { format?: unknown }).format !== FORMAT)
      throw new Error(`${path} was written by a newer version of Tidemark`);
    return { log: new LiveLog(log), facts: facts.map((line) => JSON.parse(line) as LiveFact) };
  }

  add(fact: LiveFact): void {
    this.#pending.push(fact);
  }

  /** Resolves when all facts so far are on disk. If they cannot be written, they stay pending. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#log.close();
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const facts = this.#pending;
      await this.#log.append(facts.map((fact) => JSON.stringify(fact)));
      this.#pending = this.#pending.slice(facts.length);
    }
  }
}

/** Reads the stored facts; a service may be using the file. */
export function readFacts(folder: string): readonly LiveFact[] {
  const [, ...facts] = LineLog.read(join(folder, FILE))?.lines ?? [];
  return facts.map((line) => JSON.parse(line) as LiveFact);
}
