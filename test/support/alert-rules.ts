import type { AlertCondition, AlertRule } from '../../src/alerts/rules/alert-rule.ts';
import type { Observation, ObservedValue } from '../../src/alerts/rules/rule-state.ts';
import { AlertRecords } from '../../src/alerts/store/alert-records.ts';
import type {
  AlertChange,
  AlertEndpoint,
  AlertReader,
  AlertStore,
  Decision,
  Delivery,
} from '../../src/alerts/store/alert-store.ts';
import { SerialQueue } from '../../src/core/async/serial-queue.ts';
import { HOUR_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';

/** Midnight: a slot. */
export const SLOT_0: Millis = Date.UTC(2026, 0, 31);
export const BTC = {
  indexType: 'GWA',
  indexId: '00000000-0000-4000-8000-00000000b7c0',
  name: 'BTC',
} as const;
export const BLX = { indexType: 'LX', indexId: '00000000-0000-4000-8000-000000000b10', name: 'BLX' } as const;
export const KRAKEN = '00000000-0000-4000-8000-00000000face';

export function alertRule(condition: AlertCondition, changes: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 'rule-1',
    clientId: 'client-1',
    condition,
    ignoreFlagged: true,
    cooldownSeconds: 0,
    enabled: true,
    endpointIds: [],
    createdAt: SLOT_0,
    validFrom: SLOT_0,
    ...changes,
  };
}

export function above(threshold: string, hysteresis?: string): AlertCondition {
  return { type: 'ABOVE', index: BTC, threshold, ...(hysteresis !== undefined && { hysteresis }) };
}

export type SeenValue = number | ObservedValue;

/** A slot, by its number after `SLOT_0`, with prices by index id. */
export function slot(
  number: number,
  values: Readonly<Record<string, SeenValue>> = {},
  changes: Partial<Observation> = {},
): Observation {
  const at = SLOT_0 + number * SLOT_MS;
  return {
    at,
    valueOfIndex: (indexId) => {
      const value = values[indexId];
      return typeof value === 'number' ? { price: value, flags: 0 } : value;
    },
    exchangeSeenAt: () => undefined,
    previousSlot: at - SLOT_MS,
    isSlot: true,
    damagedParts: 0,
    ...changes,
  };
}

/** No slot has been published for a while; `number` may be between two slots. */
export function passing(number: number): Observation {
  return slot(number, {}, { isSlot: false, valueOfIndex: () => undefined });
}

export function btc(number: number, value: SeenValue): Observation {
  return slot(number, { [BTC.indexId]: value });
}

export function endpoint(changes: Partial<AlertEndpoint> = {}): AlertEndpoint {
  return {
    id: 'endpoint-1',
    clientId: 'client-1',
    url: 'https://hooks.example.com/tidemark',
    createdAt: SLOT_0,
    secret: { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    ...changes,
  };
}

export function delivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: 'msg_1',
    alertId: 'rule-1',
    clientId: 'client-1',
    endpointId: 'endpoint-1',
    type: 'alert.fired',
    body: '{"type":"alert.fired"}',
    needs: ['read:index-ticker'],
    status: 'PENDING',
    attempts: 0,
    createdAt: SLOT_0,
    retryUntil: SLOT_0 + 72 * HOUR_MS,
    nextAttemptAt: SLOT_0,
    ...changes,
  };
}

/**
 * Keeps everything in memory. Commits fail while `failure` is set, and although they are made while `failureAfterCommit` is.
 */
export class MemoryAlertStore implements AlertStore {
  readonly records: AlertReader;
  readonly #records = new AlertRecords();
  readonly #queue = new SerialQueue();
  failure: Error | undefined;
  failureAfterCommit: Error | undefined;

  constructor(changes: readonly AlertChange[] = []) {
    this.records = this.#records;
    for (const change of changes) this.#records.apply(change);
  }

  commit<T>(decide: (records: AlertReader) => Decision<T>): Promise<T> {
    return this.#queue.run(() => {
      const { changes, result } = decide(this.#records);
      if (this.failure) throw this.failure;
      for (const change of changes) this.#records.apply(change);
      if (this.failureAfterCommit) throw this.failureAfterCommit;
      return result;
    });
  }

  async refresh(): Promise<void> {}

  async close(): Promise<void> {}
}
