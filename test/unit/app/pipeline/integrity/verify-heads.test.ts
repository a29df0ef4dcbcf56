import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { IntegrityKey } from '../../../../../src/app/pipeline/integrity/check-heads.ts';
import { HeadLog } from '../../../../../src/app/pipeline/integrity/head-log.ts';
import { verifyHeads } from '../../../../../src/app/pipeline/integrity/verify-heads.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { signHead } from '../../../../../src/auth/head-signer.ts';
import { KeyFile } from '../../../../../src/auth/key-file.ts';
import { SigningKeys } from '../../../../../src/auth/signing-keys.ts';
import { DAY_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { hashRecord, type TickRecord } from '../../../../../src/engine/record/tick-record.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const recordAt = (at: number): TickRecord => {
  const members = { methodology: '1', reference: '', input: '', state: '', output: '', previous: '' };
  return { at, ...members };
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-heads-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** History with these ticks. */
function historyOf(ticks: readonly number[]) {
  return {
    async *records(from: number, to: number) {
      for (const at of ticks)
        if (from <= at && at <= to) yield { at, record: Buffer.from(JSON.stringify(recordAt(at))) };
    },
    close: async () => {},
  };
}

/** A head of midnight is stored while history, as read, ends before it; `now` is the history at that time. */
async function verified(now: readonly number[]) {
  const keys = await SigningKeys.open(
    new KeyFile(folder, 'integrity-keys.json'),
    new ManualClock(MIDNIGHT),
    Infinity,
  );
  const head = signHead(keys, { slot: MIDNIGHT, recordHash: hashRecord(recordAt(MIDNIGHT), sha256) });
  const log = await HeadLog.open({ folder, quarantine: { copy: () => expect.fail('a doubtful file') } });
  await log.append(head);
  await log.close();
  const before = MIDNIGHT - SLOT_MS;
  const parts = {
    folder,
    history: historyOf([before]),
    openAgain: async () => historyOf(now),
    oldest: MIDNIGHT - DAY_MS,
    newest: before,
    given: [head],
    givenKeys: keys.publicKeys() as unknown as readonly IntegrityKey[],
  };
  const { heads } = await verifyHeads(parts, [], before);
  return heads.map(({ origin, outcome }) => `${origin} ${outcome}`);
}

test('heads of ticks that were stored while history was verified match', async () => {
  expect(await verified([MIDNIGHT - SLOT_MS, MIDNIGHT])).toEqual(['kept fits', 'given fits']);
});

test('heads of ticks that history still lacks are reported', async () => {
  expect(await verified([MIDNIGHT - SLOT_MS])).toEqual(['kept missing', 'given missing']);
});
