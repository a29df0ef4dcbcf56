import { describe, expect, test } from 'vitest';
import { check } from '../../../system/chaos/checker.ts';
import { judge } from '../../../system/chaos/audit/judge.ts';
import type { AuditRecord } from '../../../system/chaos/audit/audit-record.ts';
import type { RunRecord } from '../../../system/chaos/record.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import {
  at,
  auditedRun,
  auditOf,
  faultAt,
  gapsBefore,
  hashAt,
  lxDay,
  LX,
  SLOTS,
  TRADED,
} from './audited-run.ts';

const kinds = (run: RunRecord) => [...new Set(judge(run).map(({ kind }) => kind))].toSorted();
const SOUND = auditOf(auditedRun());
const withAudit = (changes: Partial<AuditRecord>) => auditedRun(changes);

test('a correct run has no violation, and one without an auditor is not checked', () => {
  expect(judge(auditedRun())).toEqual([]);
  expect(check(auditedRun()).violations).toEqual([]);
  const { audit: _audit, ...unaudited } = auditedRun();
  expect(judge(unaudited)).toEqual([]);
});

describe('an end-of-day record', () => {
  const stored = lxDay.stored!;
  const ofSeven = { ...stored, ticks: SLOTS - 1, volume: (SLOTS - 1) * TRADED };

  test('of seven of eight ticks is reported', () => {
    expect(judge(withAudit({ days: [{ ...lxDay, stored: ofSeven }] }))).toEqual([
      {
        kind: 'day',
        where: `LX ${LX}`,
        at: lxDay.startAt,
        what: 'ticks 7, its ticks say 8, volume 70, its ticks say 80',
      },
    ]);
  });

  test.each(['open', 'high', 'low', 'close', 'ticks', 'carried'] as const)(
    'with a wrong %s is reported',
    (name) => {
      const wrong = { ...stored, [name]: stored[name] + 1 };
      expect(kinds(withAudit({ days: [{ ...lxDay, indexType: 'MWA', stored: wrong }] }))).toEqual(['day']);
    },
  );

  test('that is missing is reported, and so is one without a real tick', () => {
    const { stored: _stored, ...without } = lxDay;
    expect(kinds(withAudit({ days: [without] }))).toEqual(['day']);
    expect(kinds(withAudit({ days: [{ ...lxDay, values: [] }] }))).toEqual(['day']);
    expect(kinds(withAudit({ days: [{ ...without, values: [] }] }))).toEqual([]);
  });

  test('begins with the tick at midnight where that is real, and carried ticks set no price', () => {
    const carried = { price: 1, tickVolume: 0, isReal: false };
    const values = [...lxDay.values, carried];
    const numbers = { ...stored, open: 90, low: 90, ticks: SLOTS + 1, carried: 1 };
    const day = { ...lxDay, values, opening: { price: 90, isReal: true }, stored: numbers };
    expect(kinds(withAudit({ days: [day] }))).toEqual([]);
    expect(kinds(withAudit({ days: [{ ...day, opening: { price: 90, isReal: false } }] }))).toEqual(['day']);
  });
});

describe('the chain of records', () => {
  const [first, second, ...others] = SOUND.ticks;

  test('that has a slot twice is reported', () => {
    expect(kinds(withAudit({ ticks: [first!, second!, second!, ...others] }))).toEqual(['doubled']);
  });

  test('that has a slot out of order is reported', () => {
    const swapped = [second!, first!, ...others];
    expect(kinds(withAudit({ ticks: swapped }))).toContain('reordered');
  });

  test('that is broken is reported, at the tick that names another record', () => {
    const broken = SOUND.ticks.map((tick) => (tick.at === at(4) ? { ...tick, previous: hashAt(2) } : tick));
    expect(judge(withAudit({ ticks: broken }))).toMatchObject([{ kind: 'chain', at: at(4) }]);
  });

  test('that starts anew is reported', () => {
    const anew = SOUND.ticks.map((tick) => (tick.at === at(4) ? { ...tick, previous: '' } : tick));
    expect(kinds(withAudit({ ticks: anew }))).toEqual(['chain']);
  });
});

describe('a head', () => {
  const another = { node: 'serve-2', slot: at(5), recordHash: 'another' };

  test('that is the second one of a slot is reported, whichever of them history has', () => {
    expect(judge(withAudit({ heads: [...SOUND.heads, another] })).map(({ what }) => what)).toEqual([
      'its head is of another, that of serve-1 of hash 5',
      'its head is of another, history has hash 5',
    ]);
    expect(kinds(withAudit({ heads: [another] }))).toEqual(['forked']);
  });

  test('of a tick that history has lost is told, but where nothing could keep the tick and the gap is named', () => {
    const ticks = SOUND.ticks.slice(0, -1);
    const named = [...gapsBefore, { from: at(SLOTS - 1), to: at(SLOTS), reason: 'DISK' }];
    const gaps = SOUND.gaps.map(({ node }) => ({ node, gaps: named }));
    expect(kinds(withAudit({ ticks, gaps }))).toEqual(['forked']);
    const lost = faultAt(SLOTS - 1, { mayLose: true });
    expect(kinds(auditedRun({ ticks, gaps }, { faults: [lost] }))).toEqual([]);
    expect(kinds(auditedRun({ ticks }, { faults: [lost] }))).toEqual(['forked', 'unnamed']);
  });
});

describe('a gap', () => {
  const gap = { from: at(3), to: at(4), reason: 'DOWN' };
  const named = SOUND.gaps.map(({ node }) => ({ node, gaps: [...gapsBefore, gap] }));
  // What the hashes say of a missing record is judged above.
  const ticks = SOUND.ticks
    .filter((tick) => tick.at !== at(3))
    .map((tick) => (tick.at === at(4) ? { ...tick, previous: hashAt(2) } : tick));
  const heads = SOUND.heads.filter(({ slot }) => slot !== at(3));

  test('that is not named is reported', () => {
    expect(judge(withAudit({ ticks, heads }))).toMatchObject([{ kind: 'unnamed', at: at(3) }]);
  });

  test('that is named on every node is no violation by itself', () => {
    expect(kinds(withAudit({ ticks, heads, gaps: named }))).toEqual([]);
  });

  test('that is named and has a tick is reported', () => {
    expect(kinds(withAudit({ gaps: named }))).toEqual(['misnamed']);
  });

  test('that one node does not name is reported', () => {
    const [database, first, ...others] = named;
    const gaps = [database!, { ...first!, gaps: gapsBefore }, ...others];
    expect(judge(withAudit({ ticks, heads, gaps }))).toMatchObject([
      { kind: 'misnamed', where: 'compute-1' },
    ]);
  });

  test('is a lost slot all the same, but where nothing could keep the tick', () => {
    const truth = auditedRun().truth;
    const slots = truth.slots.filter((slot) => slot.at !== at(3));
    const lost = (faults: RunRecord['faults']) =>
      check(auditedRun({ ticks, heads, gaps: named }, { truth: { ...truth, slots }, faults })).violations.map(
        ({ kind }) => kind,
      );
    expect(lost([faultAt(3)])).toEqual(['lost']);
    expect(lost([faultAt(3, { mayLose: true })])).toEqual([]);
    expect(lost([faultAt(6, { mayLose: true })])).toEqual(['lost']);
  });
});

describe('verify', () => {
  const [first, second] = SOUND.verified;

  test('that finds a difference on one node is reported', () => {
    const faults = ['different values 253: []'];
    expect(judge(withAudit({ verified: [first!, { ...second!, exitCode: 1, faults }] }))).toMatchObject([
      { kind: 'unverified', where: 'compute-2', what: 'different values 253: []' },
    ]);
  });

  test('that ends with an error, or has no inputs to compute from, is reported', () => {
    expect(kinds(withAudit({ verified: [{ ...first!, exitCode: 1 }] }))).toEqual(['unverified']);
    expect(kinds(withAudit({ verified: [{ ...first!, recomputed: 0 }] }))).toEqual(['unverified']);
  });
});

describe('serving nodes', () => {
  const [answer] = SOUND.answers;
  const [one, two] = answer!.answers;

  test('that answer with other bytes are reported, with the first difference', () => {
    const other = { ...two!, body: '{"content":[1]}' };
    expect(judge(withAudit({ answers: [{ ...answer!, answers: [one!, other] }] }))).toMatchObject([
      { kind: 'disagreeing', where: 'serve-2', what: expect.stringContaining('at byte 12') as string },
    ]);
  });

  test('that do not answer are reported', () => {
    const silent = [one!, two!].map((each) => ({ ...each, status: 503 }));
    expect(kinds(withAudit({ answers: [{ ...answer!, answers: silent }] }))).toEqual(['disagreeing']);
    expect(
      kinds(withAudit({ answers: [{ ...answer!, answers: [one!, { ...two!, status: 503 }] }] })),
    ).toEqual(['disagreeing']);
  });
});

describe('a liquid index made from half of its trades', () => {
  const half = (flags: string, number = 4): RunRecord => {
    const run = auditedRun();
    const slots = run.truth.slots.map((slot) =>
      slot.at === at(number)
        ? { ...slot, ticks: slot.ticks.map((tick) => ({ ...tick, tickVolume: TRADED / 2, flags })) }
        : slot,
    );
    return { ...run, truth: { ...run.truth, slots } };
  };

  test('is reported if it has no flag, or an unrelated one', () => {
    expect(judge(half(''))).toMatchObject([{ kind: 'partial', at: at(4) }]);
    expect(kinds(half('SPLIT'))).toEqual(['partial']);
    expect(kinds(half('THIN'))).toEqual([]);
  });

  test('is told from the second tick of a history on: nobody received the whole window of the first', () => {
    expect(kinds(half('', 1))).toEqual(['partial']);
    expect(kinds(half('', 0))).toEqual([]);
  });

  test.each(['compute', 'bus', 'collect'] as const)('is also reported during a fault of %s', (group) => {
    const during = (flags: string) => ({ ...half(flags), faults: [faultAt(4, { groups: [group] })] });
    expect(kinds(during(''))).toEqual(['partial']);
    expect(kinds(during('PARTIAL'))).toEqual([]);
  });
});

describe('a node with a false claim', () => {
  const both = (ms: number) =>
    Array.from({ length: ms / 1000 + 1 }, (_, i) => ({
      at: at(2) + i * 1000,
      leaders: ['compute-1', 'compute-2'],
    }));

  test('is reported once if two claim to lead for longer than the polling takes', () => {
    expect(judge(withAudit({ leads: both(10_000) }))).toMatchObject([{ kind: 'pretending', at: at(2) }]);
    expect(kinds(withAudit({ leads: both(3000) }))).toEqual([]);
    const apart = [...both(2000), { at: at(2) + 2500, leaders: ['compute-2'] }, ...both(2000)];
    expect(kinds(withAudit({ leads: apart }))).toEqual([]);
  });

  test('is reported if a fault has seen it', () => {
    const seen = faultAt(2, { name: 'clock-off', wrong: ['compute-2 is ready, and its clock is 20 s off'] });
    expect(judge(auditedRun({}, { faults: [seen] }))).toMatchObject([
      { kind: 'pretending', where: 'clock-off' },
    ]);
  });
});

test('a value that a client has of a slot that the database lost is unstored, but where that is named', () => {
  const run = auditedRun();
  const slots = run.truth.slots.slice(0, -1);
  const last = run.truth.slots.at(-1)!;
  const arrivals = last.ticks.map((tick) => ({ ...tick, arrivedAt: tick.at + 300 }));
  const client = { name: 'first', node: 'serve-1', given: arrivals, connections: [arrivals], failures: [] };
  const named = [...gapsBefore, { from: last.at, to: last.at + SLOT_MS, reason: 'DISK' }];
  const lost = (gaps: typeof named) =>
    check(
      auditedRun(
        { ticks: SOUND.ticks.slice(0, -1), heads: [], gaps: [{ node: 'database', gaps }] },
        {
          clients: [client],
          truth: { ...run.truth, slots },
          faults: [faultAt(SLOTS - 1, { mayLose: true })],
        },
      ),
    ).violations.map(({ kind }) => kind);
  expect(lost(named)).toEqual([]);
  expect(new Set(lost(gapsBefore))).toEqual(new Set(['lost', 'unstored', 'unnamed']));
});
