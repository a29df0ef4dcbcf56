import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GapKeeper } from '../../../../../src/app/pipeline/gaps/gap-keeper.ts';
import { withNumber, readGapLines } from '../../../../../src/app/pipeline/gaps/gap-lines.ts';
import { GapLog } from '../../../../../src/app/pipeline/gaps/gap-log.ts';
import type { Gap } from '../../../../../src/core/gap.ts';
import { SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { LineLog } from '../../../../../src/disk/line-log.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const slot = (n: number): Millis => START + n * SLOT_MS;
const log = pino({ level: 'silent' });
const DAY_SLOTS = 2880;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gaps-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function open(onProblem: (problem: string) => void = () => undefined): Promise<GapLog> {
  return GapLog.open({ folder, quarantine: { copy: () => undefined } as never, onProblem });
}

/** One run of the service; `crash`: it ends without notice. */
async function live(
  lastTick: Millis | undefined,
  now: Millis,
  happens: (keeper: GapKeeper) => void,
  end: Millis | 'crash',
  waiting: readonly Millis[] = [],
): Promise<readonly Gap[]> {
  const gaps = await open();
  const writes: Promise<void>[] = [];
  const append = (lines: readonly string[]) => {
    const written = gaps.append(lines);
    writes.push(written);
    return written;
  };
  const forgetBefore = (instant: Millis) => {
    const shortened = gaps.forgetBefore(instant);
    writes.push(shortened);
    return shortened;
  };
  const keeper = new GapKeeper({
    gaps: { found: gaps.found, append, forgetBefore },
    log,
  });
  keeper.begin(lastTick, now, waiting);
  happens(keeper);
  const noted = keeper.recordedGaps();
  if (end !== 'crash') await keeper.close(end);
  for (let waited = -1; waited < writes.length;) {
    waited = writes.length;
    await Promise.all(writes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await gaps.close();
  return noted;
}

/** The knowledge of a later run, slot by slot, from the first to the last. */
async function reasons(first: number, last: number): Promise<string> {
  const gaps = await open();
  const noted = new GapKeeper({ gaps, log }).recordedGaps();
  await gaps.close();
  const letters = [];
  for (let n = first; n <= last; n++)
    letters.push(
      noted.findLast(({ from, to }) => from <= slot(n) && slot(n) < to)?.reason.slice(0, 2) ?? '..',
    );
  return letters.join(' ');
}

describe('the keeper of gaps', () => {
  test('knows that a new directory had no service before its first tick', async () => {
    await live(undefined, slot(2) + 1000, (keeper) => keeper.published(slot(4)), slot(4) + 1);
    expect(await reasons(-1, 5)).toBe('DO DO DO DO DO .. ..');
  });

  test('records the time between the last tick and the first one of the next run, after a crash too', async () => {
    for (const end of [slot(1) + 5000, 'crash'] as const) {
      rmSync(join(folder, 'gaps.log'), { force: true });
      await live(undefined, slot(1), (keeper) => keeper.published(slot(1)), end);
      await live(slot(1), slot(5) + 1, (keeper) => keeper.published(slot(7)), 'crash');
      expect(await reasons(1, 8)).toBe('.. DO DO DO DO DO .. ..');
    }
  });

  test('includes a start without ticks in the gap of the next one', async () => {
    await live(slot(1), slot(3), () => undefined, 'crash');
    await live(slot(1), slot(5), (keeper) => keeper.published(slot(5)), 'crash');
    expect(await reasons(1, 6)).toBe('.. DO DO DO .. ..');
  });

  test('records slots without a tick, each range once', async () => {
    await live(
      slot(0),
      slot(1),
      (keeper) => {
        keeper.published(slot(1));
        for (const n of [2, 3, 4]) keeper.recordMissed(slot(n), 'DISK');
        keeper.recordMissed(slot(5), 'SOURCE');
        keeper.published(slot(6));
        keeper.recordMissed(slot(7), 'DOWN');
        keeper.published(slot(8));
      },
      slot(8),
    );
    expect(await reasons(1, 9)).toBe('.. DI DI DI SO .. DO .. ..');
    expect(readFileSync(join(folder, 'gaps.log'), 'utf8').split('\n')).toHaveLength(8);
  });

  test('knows a gap while it lasts', async () => {
    const noted = await live(
      slot(0),
      slot(1),
      (keeper) => {
        keeper.published(slot(1));
        keeper.recordMissed(slot(2), 'DISK');
        keeper.recordMissed(slot(3), 'DISK');
      },
      'crash',
    );
    expect(noted).toContainEqual({ from: slot(2), to: slot(4), reason: 'DISK' });
  });

  test('does not know when a run ended that ended within a gap: the rest is unknown', async () => {
    await live(
      slot(0),
      slot(1),
      (keeper) => {
        keeper.published(slot(1));
        keeper.recordMissed(slot(2), 'DISK');
        keeper.recordMissed(slot(3), 'DISK');
      },
      'crash',
    );
    await live(slot(1), slot(8), (keeper) => keeper.published(slot(9)), 'crash');
    expect(await reasons(1, 10)).toBe('.. DI .. .. .. .. .. DO .. ..');
    // Ticks were stored after it, but not the end of the gap: it had ended.
    rmSync(join(folder, 'gaps.log'));
    await live(slot(0), slot(1), (keeper) => keeper.recordMissed(slot(2), 'DISK'), 'crash');
    await live(slot(4), slot(8), (keeper) => keeper.published(slot(8)), 'crash');
    expect(await reasons(4, 9)).toBe('.. DO DO DO .. ..');
  });

  test('names the rest of the time when a process ends after a slot that came too late', async () => {
    await live(slot(1), slot(2), (keeper) => keeper.recordMissed(slot(2), 'DOWN'), 'crash');
    await live(slot(1), slot(5), (keeper) => keeper.published(slot(6)), 'crash');
    expect(await reasons(1, 7)).toBe('.. DO DO DO DO .. ..');
  });

  test('names the slots of waiting ticks when a process ends before it has stored them', async () => {
    const waiting = [slot(2), slot(4)];
    await live(slot(1), slot(6), () => undefined, 'crash', waiting);
    expect(await reasons(1, 7)).toBe('.. .. DO .. DO .. ..');
    await live(slot(1), slot(8), (keeper) => keeper.published(slot(8)), 'crash');
    expect(await reasons(1, 9)).toBe('.. DO DO DO DO DO DO .. ..');
  });

  test('names what follows waiting ticks, and a waiting tick that was passed over', async () => {
    const storesTicks = (keeper: GapKeeper) => {
      keeper.published(slot(3));
      keeper.published(slot(6));
    };
    await live(slot(1), slot(4) + 1000, storesTicks, 'crash', [slot(2), slot(3)]);
    expect(await reasons(1, 6)).toBe('.. DI .. DO DO ..');
  });

  test('ends the gap of an ended source only with the service', async () => {
    const noted = await live(
      slot(0),
      slot(1),
      (keeper) => {
        keeper.published(slot(1));
        keeper.recordOpenEnd('SOURCE', slot(1) + 5000);
      },
      slot(4) + 1,
    );
    expect(noted.at(-1)).toEqual({ from: slot(2), to: Infinity, reason: 'SOURCE' });
    await live(slot(1), slot(7), (keeper) => keeper.published(slot(7)), 'crash');
    expect(await reasons(1, 7)).toBe('.. SO SO SO DO DO ..');
  });

  test('writes later, in order, what the disk refuses', async () => {
    const gaps = await open();
    let isFull = true;
    const disk = {
      found: gaps.found,
      append: async (lines: readonly string[]) => {
        if (isFull) throw new Error('no space left');
        await gaps.append(lines);
      },
      forgetBefore: (instant: Millis) => gaps.forgetBefore(instant),
    };
    const keeper = new GapKeeper({ gaps: disk, log });
    keeper.begin(slot(0), slot(1));
    keeper.recordMissed(slot(1), 'DISK');
    keeper.recordMissed(slot(2), 'DISK');
    await new Promise((resolve) => setImmediate(resolve));
    expect(LineLog.read(join(folder, 'gaps.log'))?.lines).toEqual([]);
    isFull = false;
    keeper.published(slot(3));
    await keeper.close(slot(3));
    await gaps.close();
    expect(await reasons(0, 4)).toBe('.. DI DI .. ..');
  });

  test('records ticks that a shared store has lost separately from its downtime', async () => {
    const gaps = await open();
    const keeper = new GapKeeper({ gaps, log });
    keeper.recordLost({ from: slot(3), to: slot(5) });
    keeper.begin(slot(4), slot(7));
    keeper.published(slot(7));
    await keeper.close(slot(7));
    await gaps.close();
    expect(await reasons(2, 7)).toBe('.. DI DI DO DO ..');
    const { lost } = readGapLines(LineLog.read(join(folder, 'gaps.log'))!, folder);
    expect(lost).toEqual([{ from: slot(3), to: slot(5), reason: 'DISK' }]);
  });

  test('records ticks that were computed and never stored as DISK, and does not count them as lost', async () => {
    const gaps = await open();
    const keeper = new GapKeeper({ gaps, log });
    keeper.recordLost({ from: slot(3), to: slot(4) });
    keeper.drop({ from: slot(4), to: slot(6) });
    keeper.begin(slot(5), slot(7));
    keeper.published(slot(7));
    await keeper.close(slot(7));
    await gaps.close();
    expect(await reasons(2, 7)).toBe('.. DI DI DI DO ..');
    const { lost } = readGapLines(LineLog.read(join(folder, 'gaps.log'))!, folder);
    expect(lost).toEqual([{ from: slot(3), to: slot(4), reason: 'DISK' }]);
  });

  test('counts published ticks that history has lost', async () => {
    const gaps = await open();
    const keeper = new GapKeeper({ gaps, lost: [{ from: slot(3), to: slot(4) }], log });
    expect(keeper.recordedGaps()).toEqual([{ from: slot(3), to: slot(5), reason: 'DISK' }]);
    await gaps.close();
  });
});

describe('gaps that no request can return any more', () => {
  const slots = 240 * DAY_SLOTS;
  const lineOf = (from: Millis) =>
    JSON.stringify({ from: iso(from), to: iso(from + SLOT_MS), reason: 'DISK' });
  const iso = (at: Millis) => new Date(at).toISOString();

  test('are dropped, in memory and in the file of an older version', async () => {
    const path = join(folder, 'gaps.log');
    const { log: lines } = await LineLog.open(path);
    const old = Array.from({ length: 1200 }, (_, i) => lineOf(slot(2 * i)));
    const recent = lineOf(slot(slots - 10));
    const newer = '{"note":"something else"}';
    await lines.append(['{"format":1}', ...old, newer, recent]);
    await lines.close();
    const noted = await live(
      slot(slots),
      slot(slots + 1),
      (keeper) => keeper.published(slot(slots + 2)),
      'crash',
    );
    expect(noted.map(({ from }) => from)).toEqual([slot(slots - 10), slot(slots + 1)]);
    expect(LineLog.read(path)?.lines.slice(0, 3)).toEqual(['{"format":1}', newer, recent]);
    expect(await reasons(slots - 10, slots + 2)).toBe('DI .. .. .. .. .. .. .. .. .. .. DO ..');
  });

  test('are dropped as days pass, and later gaps are in the file', async () => {
    const path = join(folder, 'gaps.log');
    let lastSlot = 0;
    const gap = (keeper: GapKeeper) => {
      keeper.recordMissed(slot(++lastSlot), 'DISK');
      keeper.published(slot(++lastSlot));
    };
    const noted = await live(
      slot(0),
      slot(1),
      (keeper) => {
        for (let i = 0; i < 1100; i++) gap(keeper);
        lastSlot = slots;
        gap(keeper);
        for (lastSlot += DAY_SLOTS; lastSlot < slots + 3 * DAY_SLOTS; lastSlot += DAY_SLOTS) gap(keeper);
      },
      'crash',
    );
    expect(noted).toHaveLength(3);
    expect(LineLog.read(path)?.lines).toHaveLength(1 + 2 * 3);
    expect(LineLog.read(path)?.damagedLines).toEqual([]);
  });

  test.each([
    ['two lines each', 499, 0, 0],
    ['two lines each', 500, 0, 1],
    ['ticks that were lost, of which the file does not tell', 0, 1200, 0],
  ])('count by their lines in the file: %s, %i gaps, %i lost', async (_what, missed, lostCount, times) => {
    const shortened: Millis[] = [];
    const keeper = new GapKeeper({
      gaps: {
        found: { gaps: [], lost: [], open: undefined },
        append: async () => undefined,
        forgetBefore: async (instant) => void shortened.push(instant),
      },
      lost: Array.from({ length: lostCount }, (_, i) => ({ from: slot(2 * i), to: slot(2 * i) })),
      log,
    });
    keeper.begin(slot(0), slot(1));
    for (let i = 0; i < missed; i++) {
      keeper.recordMissed(slot(2 * i + 1), 'DISK');
      keeper.published(slot(2 * i + 2));
    }
    keeper.published(slot(slots + DAY_SLOTS));
    await keeper.close(slot(slots + DAY_SLOTS));
    expect(shortened).toHaveLength(times);
  });

  test('do not change the file while they are few, and leave a copy of a damaged one', async () => {
    const path = join(folder, 'gaps.log');
    await live(slot(0), slot(3), (keeper) => keeper.published(slot(3)), 'crash');
    const before = LineLog.read(path)?.lines ?? [];
    await live(slot(slots), slot(slots + 1), (keeper) => keeper.published(slot(slots + 1)), 'crash');
    expect(LineLog.read(path)?.lines.slice(0, before.length)).toEqual(before);
    writeFileSync(path, readFileSync(path, 'utf8').replace('DOWN', 'DAWN'));
    const copies: string[] = [];
    const gaps = await GapLog.open({
      folder,
      quarantine: { copy: (_path: string, reason: string) => void copies.push(reason) } as never,
      onProblem: () => undefined,
    });
    await gaps.append([lineOf(slot(5)), lineOf(slot(slots))]);
    await gaps.forgetBefore(slot(slots));
    await gaps.append([lineOf(slot(slots + 7))]);
    await gaps.close();
    expect(copies).toEqual(['damaged lines: 1']);
    expect(LineLog.read(path)).toMatchObject({
      lines: ['{"format":1}', withNumber(lineOf(slot(slots)), 1), withNumber(lineOf(slot(slots + 7)), 2)],
      damagedLines: [],
    });
  });
});

describe('the log of gaps', () => {
  test('of a newer format is refused, and members and reasons of a newer version are ignored', async () => {
    const { log: lines } = await LineLog.open(join(folder, 'gaps.log'));
    await lines.append([
      '{"format":1}',
      '{"from":"2026-03-01T00:00:30.000Z","to":"2026-03-01T00:01:00.000Z","reason":"DISK","disk":"sda"}',
      '{"from":"2026-03-01T00:02:00.000Z","to":"2026-03-01T00:03:00.000Z","reason":"STORM"}',
      '{"note":"something else"}',
      'no JSON',
    ]);
    const gaps = await open();
    const gap = { from: slot(1), to: slot(2), reason: 'DISK' };
    expect(gaps.found).toEqual({ gaps: [gap], lost: [], open: undefined });
    await gaps.close();
    await lines.append(['{"format":2}']);
    await lines.close();
    await expect(open()).rejects.toThrow(/gaps\.log has format 2, this version knows 1/);
  });

  test('reports damage and continues with the rest', async () => {
    await live(slot(0), slot(3), (keeper) => keeper.published(slot(3)), 'crash');
    const path = join(folder, 'gaps.log');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('DOWN', 'DAWN'));
    const problems: string[] = [];
    const gaps = await open((problem) => problems.push(problem));
    expect(gaps.found.gaps).toEqual([]);
    expect(problems).toEqual(['gaps.log: line 2 is damaged']);
    await gaps.close();
  });
});
