import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { hashRecord, type TickRecord } from '../../../../src/engine/record/tick-record.ts';
import { verifyChain } from '../../../../src/values/receipts/chain.ts';
import { readRecord } from '../../../../src/values/receipts/stored-record.ts';

const FIRST = Date.parse('2026-11-20T00:00:30Z');
const HASH = 'ab'.repeat(32);

/** A record for each link: the one before, where it is `undefined`. */
function recordsWith(links: readonly (string | undefined)[]): TickRecord[] {
  let before = '';
  return links.map((link, i) => {
    const record: TickRecord = {
      at: FIRST + i * SLOT_MS,
      methodology: '1',
      reference: HASH,
      input: HASH,
      state: HASH,
      output: HASH,
      previous: link ?? before,
    };
    before = hashRecord(record, sha256);
    return record;
  });
}

async function* stored(records: readonly unknown[]) {
  for (const [i, record] of records.entries())
    yield { at: FIRST + i * SLOT_MS, record: Buffer.from(JSON.stringify(record)) };
}

const slot = (number: number) => FIRST + number * SLOT_MS;

describe('the chain of records', () => {
  test('that starts once and is followed is complete', async () => {
    const records = recordsWith([undefined, undefined, undefined]);
    expect(await verifyChain(stored(records), sha256)).toMatchObject({
      records: 3,
      brokenLinks: [],
      restarts: [],
      alteredRecords: [],
    });
  });

  test('that starts anew in the middle is reported with the start', async () => {
    const records = recordsWith([undefined, undefined, '', undefined]);
    expect(await verifyChain(stored(records), sha256)).toMatchObject({
      restarts: [slot(2)],
      brokenLinks: [],
    });
  });

  test('that begins anew behind a record that cannot be read is named as well', async () => {
    const [first, , third] = recordsWith([undefined, undefined, '']);
    expect(await verifyChain(stored([first, 'none', third]), sha256)).toMatchObject({
      alteredRecords: [slot(1)],
      restarts: [slot(2)],
    });
  });

  test('may begin with the first of a range only where nothing came before', async () => {
    const records = recordsWith([undefined, undefined]);
    const asked: number[] = [];
    const report = await verifyChain(stored(records), sha256, (at) => {
      asked.push(at);
      return false;
    });
    expect([asked, report.restarts]).toEqual([[FIRST], [FIRST]]);
  });

  test('of which a range is seen does not begin there', async () => {
    const records = recordsWith(['cd'.repeat(32), undefined]);
    const report = await verifyChain(stored(records), sha256, () => false);
    expect(report).toMatchObject({ restarts: [], brokenLinks: [] });
  });
});

describe('bytes that are no record', () => {
  const [sound] = recordsWith([undefined]);
  test.each([
    ['only say a time', { at: FIRST }],
    ['lack a member', { ...sound, previous: undefined }],
    ['have a number for a hash', { ...sound, output: 7 }],
    ['have a member more', { ...sound, more: 'x' }],
    ['are null', null],
    ['are a list', [sound]],
  ])('%s: they are reported as altered, and name no reference data', async (_what, record) => {
    expect(readRecord(Buffer.from(JSON.stringify(record)))).toBeUndefined();
    expect(await verifyChain(stored([record]), sha256)).toMatchObject({
      alteredRecords: [FIRST],
      references: [],
    });
  });
});
