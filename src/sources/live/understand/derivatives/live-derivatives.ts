import type { Exchange, ExchangeStatus } from '../../../../core/exchange.ts';
import type { Millis } from '../../../../core/time.ts';
import type { ContractBatch, DerivativeTickBatch } from '../../../source.ts';
import type { ContractEvent } from '../../collect/contract-events.ts';
import type { ExchangeProfile } from '../../settings/exchange-profiles.ts';
import { StatusWatch } from '../exchange-status.ts';
import type { LiveFact } from '../live-log.ts';
import type { LiveMarket } from '../live-market.ts';
import { ListedContracts } from './listed-contracts.ts';

export interface LiveDerivativesOptions {
  /** Derivatives interfaces to read. */
  readonly exchanges: readonly ExchangeProfile[];
  /** Finds assets by code, and their prices. */
  readonly market: Pick<LiveMarket, 'exchanges' | 'knows' | 'resolve' | 'usdValues'>;
  /** Handles an event so that its failure ends nothing else; by default, errors are thrown. */
  readonly attempt?: (event: ContractEvent, work: () => void) => void;
  readonly facts: readonly LiveFact[];
  readonly remember: (fact: LiveFact) => void;
  readonly now: Millis;
  /** An interface listed too many new contracts; `count` were left out. */
  readonly onLeftOut?: (key: string, count: number) => void;
}

/** The best first. */
const STATUSES: readonly ExchangeStatus[] = ['ACTIVE', 'MAINTENANCE', 'INACTIVE'];

/** State of one derivatives interface. */
interface Interface {
  readonly profile: ExchangeProfile;
  readonly contracts: ListedContracts;
  readonly status: StatusWatch;
  shown: ExchangeStatus;
}

/**
 * Interprets what live exchanges send about derivatives. It receives the events of collectors, and uses no time but
 * theirs. It depends on spot markets for the meaning of codes and the prices of assets, but not the other way round.
 */
export class LiveDerivatives {
  readonly #interfaces: ReadonlyMap<string, Interface>;
  readonly #ofSpot: ReadonlySet<string>;
  readonly #remember: (fact: LiveFact) => void;
  readonly #attempt: NonNullable<LiveDerivativesOptions['attempt']>;
  #made: readonly Exchange[] | undefined;
  /** Events received before `begin`. */
  #early: ContractEvent[] | undefined = [];

  constructor(options: LiveDerivativesOptions) {
    const { exchanges, market, facts, remember, now, onLeftOut } = options;
    this.#remember = remember;
    const statuses = statusesIn(facts);
    this.#attempt = options.attempt ?? ((_, work) => work());
    this.#ofSpot = new Set([...market.exchanges].map(({ profile }) => profile.id));
    this.#interfaces = new Map(
      exchanges.map((profile) => [
        profile.key,
        {
          profile,
          contracts: new ListedContracts({
            profile,
            market,
            facts,
            remember,
            onLeftOut: (count) => onLeftOut?.(profile.key, count),
          }),
          status: new StatusWatch(now, statuses.get(profile.key)),
          shown: statuses.get(profile.key) ?? 'ACTIVE',
        },
      ]),
    );
  }

  /**
   * Called when spot markets have had time to define codes: lists of contracts have no names of assets, so an asset
   * that only they contain is named by its code.
   */
  begin(at: Millis): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) this.#attempt(event, () => this.take(event, at));
  }

  take(event: ContractEvent, at: Millis): void {
    if (this.#early) return void this.#early.push(event);
    const each = this.#interfaces.get(event.exchange);
    if (!each) return;
    if (event.kind === 'contracts') each.contracts.list(event.contracts, at);
    else if (event.kind === 'contract-tickers') each.contracts.read(event.readings);
    else each.status.record(event.result, at);
  }

  /** Whether contracts were found whose facts may not be on disk yet. */
  get hasUnstored(): boolean {
    return [...this.#interfaces.values()].some(({ contracts }) => contracts.hasUnstored);
  }

  /** All facts are on disk. */
  stored(): void {
    for (const { contracts } of this.#interfaces.values()) contracts.stored();
  }

  /** Undelivered batches: contracts before their tickers. */
  arrivals(at: Millis): (ContractBatch | DerivativeTickBatch)[] {
    return [...this.#interfaces.values()].flatMap((each) => {
      const { contracts } = each;
      const exchangeId = each.profile.id;
      const batches: (ContractBatch | DerivativeTickBatch)[] = [];
      const found = contracts.due(at);
      if (found.length > 0) batches.push({ kind: 'contracts', exchangeId, receivedAt: at, contracts: found });
      const ticks = contracts.ticks(at);
      if (ticks.length === 0) return batches;
      return [...batches, { kind: 'derivative-ticks', exchangeId, receivedAt: at, ticks }];
    });
  }

  /** Called once per slot, because statuses also change with time. */
  settle(now: Millis, isCutOff: boolean): void {
    for (const each of this.#interfaces.values()) {
      if (isCutOff) each.status.excuse(now);
      else each.status.passed(now);
      if (each.status.status === each.shown) continue;
      each.shown = each.status.status;
      this.#remember({ kind: 'derivatives-status', key: each.profile.key, status: each.shown });
      this.#made = undefined;
    }
  }

  /** Exchanges that only have derivatives, without listings: the same objects until one of them changes. */
  exchanges(): readonly Exchange[] {
    return (this.#made ??= this.#make());
  }

  /** An exchange with several interfaces has the best of their statuses. */
  #make(): readonly Exchange[] {
    const byId = new Map<string, Exchange>();
    for (const { profile, shown } of this.#interfaces.values()) {
      const { id, name, url, tier } = profile;
      if (this.#ofSpot.has(id)) continue;
      const status = best(shown, byId.get(id)?.status ?? shown);
      byId.set(id, { id, name, url, tier, status, listings: [], ownSymbols: [] });
    }
    return [...byId.values()];
  }
}

function best(a: ExchangeStatus, b: ExchangeStatus): ExchangeStatus {
  return STATUSES.indexOf(a) < STATUSES.indexOf(b) ? a : b;
}

/** By the key of the interface; the last fact counts. */
function statusesIn(facts: readonly LiveFact[]): ReadonlyMap<string, ExchangeStatus> {
  return new Map(
    facts.flatMap((fact) => (fact.kind === 'derivatives-status' ? [[fact.key, fact.status] as const] : [])),
  );
}
