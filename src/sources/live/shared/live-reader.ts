import type { ReaderPlace, UnitReader } from '../../shared/unit-reader.ts';
import type { Wanted } from '../../shared/collect-link.ts';
import {
  PROBLEM_TEXTS,
  type CollectorInput,
  type FromCollector,
} from '../collect/process/collector-messages.ts';
import { CollectorGroup } from '../collect/process/collector-group.ts';
import type { StartCollector } from '../collect/process/running-collector.ts';
import { partOf, sharedExchangesOf } from '../collect/process/shared-input.ts';
import { unitsOf } from '../collect/process/shares.ts';
import { KeptLists } from './kept-lists.ts';

export interface LiveReaderOptions extends Omit<ReaderPlace, 'clock' | 'folder'> {
  readonly input: Omit<CollectorInput, 'waits'>;
  /** Processes that share what is read here. */
  readonly collectors: number;
  readonly start: StartCollector;
}

/** Supplies are asked for in one place, too. */
const SUPPLIES = 'supplies';

/**
 * Reads some live exchanges, in processes of their own. Exchanges that ask the same hosts, spot markets and derivatives alike, are one unit,
 * because the pace of a host is kept in one process.
 */
export class LiveReader implements UnitReader {
  readonly units: readonly string[];
  readonly #options: LiveReaderOptions;
  /** Keys of what is read, by unit. */
  readonly #keys = new Map<string, readonly string[]>();
  /** Units by the names of exchanges and of interfaces of derivatives. */
  readonly #unitOf = new Map<string, string>();
  readonly #group: CollectorGroup;
  readonly #lists = new KeptLists();
  #read: ReadonlySet<string> = new Set();

  constructor(options: LiveReaderOptions) {
    const { input, collectors: count, start } = options;
    this.#options = options;
    for (const keys of unitsOf(sharedExchangesOf(input))) {
      const { exchanges, derivatives } = partOf(input, new Set(keys));
      const unit = exchanges.toSorted()[0] ?? keys[0]!;
      this.#keys.set(unit, keys);
      for (const key of [...exchanges, ...derivatives]) this.#unitOf.set(key, unit);
    }
    this.units = [...this.#keys.keys(), ...(input.supply ? [SUPPLIES] : [])];
    this.#group = new CollectorGroup({
      count,
      input: { ...input, waits: true },
      start,
      handlers: {
        onMessage: (message) => this.#hear(message),
        onDeath: (death) => options.onTrouble('the process that reads exchanges ended', { ...death }),
      },
    });
  }

  /** A process that is told to stop reading does so with the message, and gives up the reading that is under way. */
  async read(units: ReadonlySet<string>): Promise<void> {
    const gone = [...this.#read].filter((unit) => !units.has(unit));
    this.#read = units;
    const keys = new Set([...units].flatMap((unit) => this.#keys.get(unit) ?? []));
    const settled = this.#group.read({
      ...partOf(this.#options.input, keys),
      supply: units.has(SUPPLIES),
    });
    this.#lists.forget((exchange) => gone.includes(this.#unitOf.get(exchange) ?? ''));
    await settled;
  }

  want({ markets, lists }: Pick<Wanted, 'markets' | 'lists'>): void {
    this.#group.follow(markets);
    for (const event of this.#lists.named(lists)) this.#tell(event.exchange, { kind: 'event', event });
  }

  close(): Promise<void> {
    return this.#group.close();
  }

  #hear(message: FromCollector): void {
    if (message.kind === 'event') {
      const { event } = message;
      this.#lists.take(event);
      this.#tell(event.exchange, message);
    } else if (message.kind === 'supply') this.#options.tell(SUPPLIES, message);
    else if (message.kind === 'load') this.#options.tellOwn(message);
    else {
      const { kind, ...details } = message;
      const what = PROBLEM_TEXTS[kind];
      this.#options.onTrouble(what, details);
    }
  }

  #tell(exchange: string, message: FromCollector): void {
    const unit = this.#unitOf.get(exchange);
    if (unit !== undefined) this.#options.tell(unit, message);
  }
}
