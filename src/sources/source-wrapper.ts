import type { ReferenceContent } from '../core/reference-data.ts';
import type { Millis } from '../core/time.ts';
import type {
  ExchangeHealth,
  ListingFinding,
  PassedSlot,
  ProcessLoad,
  RecordedTicker,
  Source,
  SourceEvent,
} from './source.ts';
import type { SupplyReport } from './supply-report.ts';

/**
 * Wraps another source; subclasses override parts of it. A capability that the inner source lacks is missing here too.
 */
export class SourceWrapper implements Source {
  readonly name: string;
  readonly lastPassed?: (known?: Millis) => PassedSlot;
  readonly resume?: (tickers: Iterable<RecordedTicker>) => void;
  readonly outage?: () => string | undefined;
  readonly derivatives?: () => ReadonlyMap<string, ExchangeHealth>;
  readonly findings?: () => readonly ListingFinding[];
  readonly supplies?: () => SupplyReport;
  readonly processes?: () => ReadonlyMap<number, ProcessLoad>;
  protected readonly inner: Source;

  constructor(inner: Source) {
    this.inner = inner;
    this.name = inner.name;
    if (inner.lastPassed) this.lastPassed = (known) => this.passed(inner.lastPassed!(known));
    if (inner.resume) this.resume = (tickers) => inner.resume!(tickers);
    if (inner.outage) this.outage = () => inner.outage!();
    if (inner.processes) this.processes = () => inner.processes!();
    if (inner.derivatives) this.derivatives = () => inner.derivatives!();
    if (inner.findings) this.findings = () => inner.findings!();
    if (inner.supplies) this.supplies = () => inner.supplies!();
  }

  reference(slot: Millis): ReferenceContent {
    return this.inner.reference(slot);
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.inner.health();
  }

  events(signal: AbortSignal): AsyncIterable<SourceEvent> {
    return this.inner.events(signal);
  }

  protected passed(slot: PassedSlot): PassedSlot {
    return slot;
  }
}
