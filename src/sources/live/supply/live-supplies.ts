import type { Asset, Supply } from '../../../core/asset.ts';
import type { Millis } from '../../../core/time.ts';
import type { OriginReport, SupplyReport } from '../../supply-report.ts';
import type { OperatorWarning } from '../live-source.ts';
import { SupplyBook } from './supply-book.ts';
import type { SupplyReading } from './supply-endpoint.ts';
import type { SupplyOrigin } from './supply-row.ts';
import { SupplyStore } from './supply-store.ts';
import { WatchedSupplyFile } from './watched-supply-file.ts';

export interface LiveSuppliesOptions {
  /** The operator's file. */
  readonly file?: string | undefined;
  /** Whether an address is configured. */
  readonly hasUrl: boolean;
  /** The data directory. */
  readonly folder: string;
  readonly onWarning: (trouble: OperatorWarning) => void;
  readonly now: Millis;
}

const MAX_FINDINGS = 100;
const MAX_LOGGED = 10;
const SETTLED_SLOTS = 10;
const NONE_CONFIGURED =
  'no supplies are configured (--supply-file, --supply-url): without them there are no market caps, and /market-cap is empty';

/** Supplies of live assets: what their origins report, what of it is used, and how old it is. */
export class LiveSupplies {
  readonly #options: LiveSuppliesOptions;
  readonly #book: SupplyBook;
  readonly #store: SupplyStore;
  readonly #file: WatchedSupplyFile | undefined;
  readonly #problems = new Map<SupplyOrigin, string>();
  readonly #readings = { byOutcome: new Map<string, number>(), byFailure: new Map<string, number>() };
  /** Version of the book that is on disk. */
  #storedVersion = 0;
  #isUnstored = false;
  #findings = '';
  #sameFindings = 0;

  constructor(options: LiveSuppliesOptions) {
    const { file, hasUrl, folder, onWarning, now } = options;
    this.#options = options;
    this.#store = new SupplyStore(folder, (path, reason) =>
      onWarning({ what: 'a file of the live source is damaged', details: { path, reason } }),
    );
    const stored = this.#store.read();
    // Supplies of origins that are no longer configured are dropped.
    this.#book = new SupplyBook({
      file: file === undefined ? [] : stored.file,
      url: hasUrl ? stored.url : [],
    });
    if (file === undefined) return;
    this.#file = new WatchedSupplyFile(file, {
      onRows: (rows, refused, at) => {
        this.#problems.delete('file');
        this.#book.take('file', rows, refused, at);
      },
      onProblems: (problems) => this.#refuseFile(file, problems),
    });
    this.#file.open(now);
  }

  /** Takes the result of reading the address. */
  takeReading(reading: SupplyReading, at: Millis): void {
    count(this.#readings.byOutcome, reading.outcome);
    if (reading.outcome === 'read') {
      this.#problems.delete('url');
      this.#book.take('url', reading.rows, reading.refused, at);
      return;
    }
    const { failure, message } = reading;
    count(this.#readings.byFailure, failure);
    if (!this.#problems.has('url'))
      this.#options.onWarning({
        what: 'supplies cannot be read from --supply-url',
        details: { failure, message },
      });
    this.#problems.set('url', `${failure}: ${message}`);
  }

  /** Called once per slot. Returns whether changes should create a version of the reference data now. */
  settle(assets: Iterable<Asset>, now: Millis): boolean {
    this.#file?.look(now);
    const isDue = this.#book.settle([...assets], now);
    this.#warnFindings();
    this.#keep();
    return isDue;
  }

  /** Supplies for a new version of the reference data. */
  adopt(now: Millis): readonly Supply[] {
    return this.#book.adopt(now);
  }

  report(): SupplyReport {
    const { file, hasUrl } = this.#options;
    const origins = [
      ...(file === undefined ? [] : [this.#originReport('file')]),
      ...(hasUrl ? [this.#originReport('url')] : []),
    ];
    const assets = this.#book.supplies.length;
    const why = assets > 0 ? undefined : whyNone(origins);
    return {
      assets,
      origins,
      ...(hasUrl && {
        readings: {
          byOutcome: Object.fromEntries(this.#readings.byOutcome),
          byFailure: Object.fromEntries(this.#readings.byFailure),
        },
      }),
      ...(why !== undefined && { why }),
      findings: this.#book.findings.slice(0, MAX_FINDINGS),
    };
  }

  #originReport(origin: SupplyOrigin): OriginReport {
    const counted = this.#book.counted(origin);
    const times = counted.map(({ asOf }) => asOf);
    const problem = this.#problems.get(origin);
    return {
      origin,
      assets: counted.length,
      unmatched: this.#book.unmatched(origin),
      ...(times.length > 0 && { oldest: Math.min(...times), newest: Math.max(...times) }),
      ...(problem !== undefined && { problem }),
    };
  }

  /**
   * Warns once the findings have been the same for some minutes: after a start, exchanges have not listed everything
   * yet.
   */
  #warnFindings(): void {
    const { file } = this.#options;
    const { findings } = this.#book;
    const lines = findings.map(({ supply, why }) => `${supply}: ${why}`);
    const text = lines.join('\n');
    this.#sameFindings = text === this.#findings ? this.#sameFindings + 1 : 0;
    this.#findings = text;
    if (file === undefined || lines.length === 0 || this.#sameFindings !== SETTLED_SLOTS) return;
    this.#options.onWarning({
      what: 'some supplies are not used: tidemark sources status lists all',
      details: { count: lines.length, first: lines.slice(0, MAX_LOGGED) },
    });
  }

  #refuseFile(path: string, problems: readonly string[]): void {
    this.#problems.set('file', problems[0] ?? '');
    this.#options.onWarning({
      what: 'the supply file is invalid: the supplies read before stay in use',
      details: { path, problems },
    });
  }

  /** If it cannot be written, the next slot tries again. */
  #keep(): void {
    const { version, stored } = this.#book;
    if (version === this.#storedVersion) return;
    try {
      this.#store.write(stored);
      this.#storedVersion = version;
      this.#isUnstored = false;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (!this.#isUnstored)
        this.#options.onWarning({ what: 'supplies cannot be stored', details: { code } });
      this.#isUnstored = true;
    }
  }
}

function whyNone(origins: readonly OriginReport[]): string {
  if (origins.length === 0) return NONE_CONFIGURED;
  const broken = origins.find(({ problem }) => problem !== undefined);
  const unmatched = origins.reduce((sum, origin) => sum + origin.unmatched, 0);
  const because = broken
    ? `${broken.origin}: ${broken.problem}`
    : unmatched > 0
      ? `none of ${unmatched} matches a listed asset`
      : 'none has been read yet';
  return `no supply is used (${because}): /market-cap is empty`;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
