import type { Clock } from '../../core/clocks/clock.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { WellKnown } from '../../reference/well-known/well-known.ts';
import { compiledUrl } from '../../threads/compiled-url.ts';
import type { ExchangeDefinition } from './declared/exchange-definition.ts';
import type { LinkedSourceContext, PreparedSource, SourceContext } from '../source-definition.ts';
import { startCollectorProcess } from './collect/process/collector-child.ts';
import { CollectorGroup } from './collect/process/collector-group.ts';
import { derivativesProfileOf } from './settings/derivatives-profiles.ts';
import { profileOf, profileWith } from './settings/exchange-profiles.ts';
import type { NetworkSettings } from './settings/exchange-routes.ts';
import { LiveSource, type LiveSourceOptions, type OperatorWarning } from './live-source.ts';
import { startLinkedCollector } from './shared/linked-collector.ts';
import type { SupplyOptions } from './supply/supply-settings.ts';
import type { TradeMarket } from './settings/trade-markets.ts';
import { readFacts } from './understand/live-log.ts';
import { Overrides, readOverrides } from './understand/overrides.ts';
import { LiveMarket } from './understand/live-market.ts';

export interface LiveOptions {
  /** Their names in settings. */
  readonly exchanges: readonly string[];
  /** Declared in files, read besides the others. */
  readonly declared: readonly ExchangeDefinition[];
  /** Derivatives interfaces to read. */
  readonly derivatives: readonly string[];
  readonly network: NetworkSettings;
  /** File with API keys of exchanges. */
  readonly apiKeysFile?: string | undefined;
  readonly supply: SupplyOptions;
  /** Number of processes that read exchanges. */
  readonly collectors: number;
  /** How long replies of exchanges are kept; absent: they are not kept. */
  readonly keepPayloadsMs?: Millis | undefined;
  readonly tradeMarkets: readonly TradeMarket[];
  /** File that defines asset codes. */
  readonly overrides?: string | undefined;
}

/** Collectors on other machines do not start with the source; each reads an exchange once in 30 seconds. */
const LINKED_FIRST_READINGS_MS = 35 * SECOND_MS;

/** Live exchanges, before any request is sent. */
export class PreparedLive implements PreparedSource {
  readonly #options: LiveOptions;
  readonly #place: SourceContext & Partial<LinkedSourceContext>;
  readonly #wellKnown = new WellKnown();
  readonly #overrides: Overrides;
  readonly #collectorModule: URL;

  /** If the place has a link, collectors on other machines read the exchanges. */
  constructor(
    options: LiveOptions,
    place: SourceContext & Partial<LinkedSourceContext>,
    collectorModule = compiledUrl('collect/process/collector-process', import.meta.url),
  ) {
    this.#options = options;
    this.#collectorModule = collectorModule;
    this.#overrides = options.overrides === undefined ? new Overrides([]) : readOverrides(options.overrides);
    this.#place = place;
  }

  /** Everything that any exchange ever listed, from stored data, without any request. */
  universe(): ReferenceData {
    const market = new LiveMarket({
      exchanges: this.#profiles(),
      wellKnown: this.#wellKnown,
      overrides: this.#overrides,
      facts: readFacts(this.#place.folder),
      remember: () => undefined,
      now: 0,
    });
    return market.content();
  }

  open(clock: Clock): Promise<LiveSource> {
    return LiveSource.open({
      clock,
      network: this.#options.network,
      supply: this.#options.supply,
      tradeMarkets: this.#options.tradeMarkets,
      ...this.#collecting(clock),
      exchanges: this.#profiles(),
      derivatives: this.#options.derivatives.map((key) => derivativesProfileOf(key, this.#wellKnown)),
      wellKnown: this.#wellKnown,
      overrides: this.#overrides,
      folder: this.#place.folder,
      onWarning: (trouble) => warn(this.#place, trouble),
    });
  }

  #collecting(clock: Clock): Pick<LiveSourceOptions, 'startCollector' | 'firstReadingsMs'> {
    const { openLink } = this.#place;
    if (openLink)
      return {
        startCollector: startLinkedCollector(openLink, clock),
        firstReadingsMs: LINKED_FIRST_READINGS_MS,
      };
    const { collectors: count, declared, apiKeysFile, keepPayloadsMs } = this.#options;
    const start = startCollectorProcess(this.#collectorModule, clock);
    return {
      startCollector: (input, handlers) =>
        new CollectorGroup({
          count,
          input: { ...input, declared, apiKeysFile, keepPayloadsMs },
          handlers,
          start,
        }),
    };
  }

  #profiles() {
    const { exchanges, declared } = this.#options;
    const taken = new Set(declared.map(({ name }) => name.toLowerCase()));
    return [
      ...exchanges.map((key) => profileOf(key, this.#wellKnown, taken)),
      ...declared.map((definition) => profileWith(definition, this.#wellKnown, taken)),
    ];
  }
}

function warn({ onWarning }: SourceContext, { what, details }: OperatorWarning): void {
  onWarning(what, details);
}
