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
  /** Whose derivatives are read, by the keys of their interfaces. */
  readonly exchanges: readonly ExchangeProfile[];
  /** What codes mean, and what assets are worth. */
  readonly market: Pick<LiveMarket, 'exchanges' | 'knows' | 'meant' | 'usdValues'>;
  /** Handles an event so that its failure does not end anything else; by default it does. */
  readonly attempt?: (event: ContractEvent, work: () => void) => void;
  readonly facts: readonly LiveFact[];
  readonly remember: (fact: LiveFact) => void;
  readonly now: Millis;
  /** A list of an interface has had too many new contracts: so many were left out. */
  readonly onLeftOut?: (key: string, count: number) => void;
}

/** The best first. */
const STATUSES: readonly ExchangeStatus[] = ['ACTIVE', 'MAINTENANCE', 'INACTIVE'];

/** The derivatives of one interface, and how it is read. */
interface Interface {
  readonly profile: ExchangeProfile;
  readonly contracts: ListedContracts;
  readonly status: StatusWatch;
  shown: ExchangeStatus;
}

/**
 * What live exchanges say of their derivatives, understood. It hears what collectors tell, and knows no other time than that of
 * the events. Spot markets know nothing of it; it takes from them what codes mean, and what assets are worth.
 */
export class LiveDerivatives {
  readonly #interfaces: ReadonlyMap<string, Interface>;
  readonly #ofSpot: ReadonlySet<string>;
  readonly #remember: (fact: LiveFact) => void;
  readonly #attempt: NonNullable<LiveDerivativesOptions['attempt']>;
  #made: readonly Exchange[] | undefined;
  /** What was heard before the beginning. */
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
   * Spot markets have had their time to say what codes mean: lists of contracts have no names of assets, and one that only they
   * know is called by its code.
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
    else each.status.took(event.result, at);
  }

  /** Whether contracts were found that follow from what may not be on the disk yet. */
  get waits(): boolean {
    return [...this.#interfaces.values()].some(({ contracts }) => contracts.waits);
  }

  /** All that was remembered is on the disk. */
  stored(): void {
    for (const { contracts } of this.#interfaces.values()) contracts.stored();
  }

  /** What was not handed on yet: contracts before their tickers. */
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

  /** Once a slot: statuses change with time alone too. */
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

  /** Those that have nothing else than derivatives, without listings: the same objects until one of them changes. */
  exchanges(): readonly Exchange[] {
    return (this.#made ??= this.#make());
  }

  /** Where an exchange has several interfaces, it is as well as the best of them. */
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

/** By the key of the interface; the last line counts. */
function statusesIn(facts: readonly LiveFact[]): ReadonlyMap<string, ExchangeStatus> {
  return new Map(
    facts.flatMap((fact) => (fact.kind === 'derivatives-status' ? [[fact.key, fact.status] as const] : [])),
  );
}
