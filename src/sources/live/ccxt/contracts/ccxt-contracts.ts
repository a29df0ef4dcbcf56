import type { Clock } from '../../../../core/clocks/clock.ts';
import type { ContractList, ContractReading, ContractsApi } from '../../ports/contracts-api.ts';
import type { ExchangeHttp } from '../../http/exchange-http.ts';
import type { LeftOut } from '../../ports/left-out.ts';
import { PollFailure } from '../../ports/poll-failure.ts';
import { CcxtSession } from '../ccxt-session.ts';
import type { CcxtCaller, CcxtContract, ContractLayout } from './contract-layout.ts';
import { CONTRACT_LAYOUTS } from './contract-layouts.ts';

/** The derivatives of an exchange through ccxt, in a ccxt instance separate from that of its spot markets. */
export class CcxtContracts implements ContractsApi {
  readonly #layout: ContractLayout;
  readonly #session: CcxtSession;

  private constructor(layout: ContractLayout, session: CcxtSession) {
    this.#layout = layout;
    this.#session = session;
  }

  /** Throws if there is no layout for the exchange. */
  static async open(key: string, http: ExchangeHttp, clock: Clock): Promise<CcxtContracts> {
    const layout = CONTRACT_LAYOUTS.get(key);
    if (!layout) throw new RangeError(`Tidemark cannot read the derivatives of ${key}`);
    const session = await CcxtSession.open({ id: key, options: layout.options, http, clock });
    return new CcxtContracts(layout, session);
  }

  get key(): string {
    return this.#layout.key;
  }

  takeLeftOut(): readonly LeftOut[] {
    return this.#session.takeLeftOut();
  }

  async markets(signal: AbortSignal): Promise<ContractList> {
    const markets = await this.#session.call(signal, () => this.#layout.list(this.#caller()));
    return { markets, currencies: [] };
  }

  tickers({ markets }: ContractList, signal: AbortSignal): Promise<readonly ContractReading[]> {
    return this.#session.call(signal, () => this.#layout.tickers(this.#caller(), markets));
  }

  #caller(): CcxtCaller {
    const { ccxt } = this.#session;
    return {
      markets: () => ccxt.fetchMarkets() as Promise<readonly CcxtContract[]>,
      async call(endpoint, params = {}) {
        const call = (ccxt as unknown as Readonly<Record<string, unknown>>)[endpoint];
        if (typeof call !== 'function') throw new PollFailure('unexpected', `ccxt has no ${endpoint}`);
        return (call as (params: object) => Promise<unknown>).call(ccxt, params);
      },
      leaveOut: (why, example) => this.#session.leaveOut(why, example),
    };
  }
}
