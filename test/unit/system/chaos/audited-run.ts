import type { AuditedDay, AuditedTick, AuditRecord } from '../../../system/chaos/audit/audit-record.ts';
import type { FaultRecord, RunRecord, Tick } from '../../../system/chaos/record.ts';
import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';

/** Eight slots, the last one at midnight: the whole of a service's first day. */
export const DAY = Date.parse('2026-03-02T00:00:00Z');
export const SLOTS = 8;
export const at = (slot: number) => DAY + DAY_MS - (SLOTS - 1 - slot) * SLOT_MS;
export const LX = '191724d4-7915-491b-8b73-bc293e03a93e';
/** The traded volume in each window of `LX`. */
export const TRADED = 10;

export const hashAt = (slot: number) => `hash ${slot}`;

const price = (slot: number) => 100 + slot;

const lxTick = (slot: number): Tick => ({
  indexType: 'LX',
  indexId: LX,
  at: at(slot),
  price: price(slot),
  volume: 1000,
  tickVolume: TRADED,
  flags: '',
});

const ticks: AuditedTick[] = Array.from({ length: SLOTS }, (_, slot) => ({
  at: at(slot),
  hash: hashAt(slot),
  previous: slot === 0 ? '' : hashAt(slot - 1),
}));

export const lxDay: AuditedDay = {
  startAt: DAY,
  indexType: 'LX',
  indexId: LX,
  values: Array.from({ length: SLOTS }, (_, slot) => ({
    price: price(slot),
    tickVolume: TRADED,
    isReal: true,
  })),
  stored: {
    open: price(0),
    high: price(SLOTS - 1),
    low: price(0),
    close: price(SLOTS - 1),
    ticks: SLOTS,
    carried: 0,
    volume: SLOTS * TRADED,
  },
};

export const gapsBefore = [{ from: 0, to: at(0), reason: 'DOWN' }];

/** An audited run without violations. */
export function auditedRun(changes: Partial<AuditRecord> = {}, run: Partial<RunRecord> = {}): RunRecord {
  return {
    from: at(0),
    to: at(SLOTS - 1),
    clients: [],
    pages: [],
    faults: [],
    truth: {
      slots: Array.from({ length: SLOTS }, (_, slot) => ({ at: at(slot), fence: 1, ticks: [lxTick(slot)] })),
      chainProblems: [],
    },
    ...run,
    audit: {
      ticks,
      days: [lxDay],
      verified: ['compute-1', 'compute-2'].map((node) => ({
        node,
        exitCode: 0,
        recomputed: 500,
        faults: [],
      })),
      gaps: ['database', 'compute-1', 'serve-1'].map((node) => ({ node, gaps: gapsBefore })),
      answers: [
        {
          asked: '/v3/ohlcv',
          at: at(SLOTS - 1),
          answers: ['serve-1', 'serve-2'].map((node) => ({ node, status: 200, body: '{"content":[]}' })),
        },
      ],
      heads: ['serve-1', 'serve-2'].flatMap((node) =>
        ticks.map(({ at: slot, hash }) => ({ node, slot, recordHash: hash })),
      ),
      leads: [
        { at: at(0), leaders: ['compute-1'] },
        { at: at(1), leaders: ['compute-2'] },
      ],
      traded: ticks.map(({ at: slot }) => ({ at: slot, indexId: LX, atLeast: TRADED * 0.8 })),
      ...changes,
    },
  };
}

export const auditOf = (run: RunRecord): AuditRecord => run.audit!;

export const faultAt = (slot: number, changes: Partial<FaultRecord> = {}): FaultRecord => ({
  name: 'lost-commits',
  from: at(slot) - 1000,
  to: at(slot) + 20_000,
  limitMs: Infinity,
  nodes: [],
  groups: ['store'],
  ...changes,
});
