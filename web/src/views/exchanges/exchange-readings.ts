import { ForbiddenError, type ExchangeQuality, type ExchangeReading, type Tidemark } from '@tidemark/sdk';

export interface ExchangesNow {
  readonly qualities: readonly ExchangeQuality[];
  /** By name, for operators; empty for clients that may not read them. */
  readonly readings: ReadonlyMap<string, ExchangeReading>;
}

/**
 * The exchanges with their last readings, requested together so that both are of the same moment. For a
 * client that is not an operator, the readings are requested once and rejected once.
 */
export class ExchangeReadings {
  readonly #tidemark: Tidemark;
  #mayRead: boolean;

  constructor(tidemark: Tidemark, mayBeOperator: boolean) {
    this.#tidemark = tidemark;
    this.#mayRead = mayBeOperator;
  }

  async now(signal: AbortSignal): Promise<ExchangesNow> {
    const [{ content: qualities }, readings] = await Promise.all([
      this.#tidemark.read('listExchangeQuality', {}, { signal }),
      this.#readings(signal),
    ]);
    return { qualities, readings: new Map(readings.map((each) => [each.exchange, each])) };
  }

  async #readings(signal: AbortSignal): Promise<readonly ExchangeReading[]> {
    if (!this.#mayRead) return [];
    try {
      const { sources } = await this.#tidemark.read('status', {}, { signal });
      return sources?.exchanges ?? [];
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      this.#mayRead = false;
      return [];
    }
  }
}
