import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DayHead } from '../../../../sdk/src/contract.ts';
import { Pins } from '../../../../sdk/src/verify/index.ts';
import { textWidth } from '../../../../src/cli/client/text-width.ts';
import { checkHistory, type ShownHistory } from '../../../../src/cli/receipts/check-history.ts';
import {
  checkedRecord,
  checkText,
  isVerified,
  type Checked,
} from '../../../../src/cli/receipts/check-text.ts';
import { PinStore, type Seen } from '../../../../src/cli/receipts/pin-store.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { signedHeads, type HeadSigner } from '../../../support/signed-heads.ts';
import { AT, market } from './some-receipts.ts';

const DAY = '2026-11-17T00:00:00.000Z';
const receipt = market({ recordHash: 'aa' });
let signer: HeadSigner;
let shown: ShownHistory;

beforeAll(async () => {
  signer = await signedHeads();
  const dayHeads = [{ id: 'd', ...(await signer.head(DAY, 'dd')) }] as DayHead[];
  shown = { receipt, head: await signer.head(AT, 'aa'), dayHeads, published: signer.keys };
});

const nothing = (): Seen => ({ pins: new Pins(), keys: [] });
const seenOnce = async (): Promise<Seen> => {
  const seen = nothing();
  await checkHistory(shown, seen);
  return { pins: new Pins(seen.pins.toJSON()), keys: shown.published.keys };
};

describe('history', () => {
  test('is right if heads are signed and nothing else was seen', async () => {
    expect(await checkHistory(shown, nothing())).toEqual({
      faults: [],
      unchecked: [],
      newKeys: [],
      seenBefore: 0,
      bindsReceipt: true,
    });
    expect(await checkHistory(shown, await seenOnce())).toMatchObject({ faults: [], seenBefore: 2 });
  });

  test('was rewritten if a day has another head than before, despite a valid signature', async () => {
    const dayHeads = [{ id: 'd', ...(await signer.head(DAY, 'ee')) }] as DayHead[];
    const { faults } = await checkHistory({ ...shown, dayHeads }, await seenOnce());
    expect(faults).toEqual([`the record of ${DAY} was dd and is ee: history was rewritten`]);
  });

  test('was rewritten if a receipt has another record than before', async () => {
    const head = await signer.head(AT, 'bb');
    const other = { ...shown, receipt: market({ recordHash: 'bb' }), head };
    const { faults } = await checkHistory(other, await seenOnce());
    expect(faults[0]).toBe(`the record of ${AT} was aa and is bb: history was rewritten`);
  });

  test('lacks the head of a day that it had before', async () => {
    const { faults } = await checkHistory({ ...shown, dayHeads: [] }, await seenOnce());
    expect(faults).toEqual([`the head of ${DAY} is no longer shown`]);
  });

  test('is disproved by a head that no key has signed, or that is of another record', async () => {
    const forged = { ...shown.head, recordHash: 'ff' };
    const { faults, bindsReceipt } = await checkHistory({ ...shown, head: forged }, nothing());
    expect(bindsReceipt).toBe(false);
    expect(faults).toEqual([
      `the head of ${AT} has no valid signature: the key "${signer.keys.keys[0]!.kid}" has not signed it`,
      `the signed head of ${AT} names a different record than the receipt`,
      `the record of ${AT} was ff and is aa: history was rewritten`,
    ]);
  });

  test('a new key is reported, a missing or changed one is a fault', async () => {
    const other = await signedHeads();
    const both = { keys: [...signer.keys.keys, ...other.keys.keys] };
    expect(await checkHistory({ ...shown, published: both }, await seenOnce())).toMatchObject({
      faults: [],
      newKeys: [other.keys.keys[0]!.kid],
    });
    const gone = await checkHistory({ ...shown, published: other.keys }, await seenOnce());
    expect(gone.faults).toEqual([
      `the key ${signer.keys.keys[0]!.kid}, which was seen before, is no longer published`,
    ]);
    const swapped = { keys: [{ ...signer.keys.keys[0]!, x: other.keys.keys[0]!.x }] };
    const { faults } = await checkHistory({ ...shown, published: swapped }, await seenOnce());
    expect(faults).toEqual([`the key ${signer.keys.keys[0]!.kid} has changed`]);
  });
});

describe('the record of earlier checks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-pins-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is stored for each service, readable only by its owner', async () => {
    const kept = new PinStore('https://prices.example.com/base', folder);
    expect(kept.read().pins.toJSON()).toEqual([]);
    const seen = await seenOnce();
    kept.write(seen);
    expect(readdirSync(join(folder, 'pins'))).toHaveLength(1);
    expect(kept.path).toContain('prices.example.com_base-');
    expect(statSync(kept.path).mode & 0o777).toBe(0o600);
    const again = new PinStore('https://prices.example.com/base', folder).read();
    expect([again.pins.toJSON(), again.keys]).toEqual([seen.pins.toJSON(), seen.keys]);
    expect(new PinStore('https://prices.example.com', folder).read().keys).toEqual([]);
    expect(JSON.parse(readFileSync(kept.path, 'utf8'))).toMatchObject({
      url: 'https://prices.example.com/base',
    });
  });

  test.each([
    '',
    'no JSON',
    '[]',
    '{"keys":[],"pins":[{"slot":1}]}',
    '{"keys":[{}],"pins":[]}',
    '{"url":"http://other.test","keys":[],"pins":[]}',
  ])('a file with %j is refused, and never overwritten silently', (text) => {
    const kept = new PinStore('http://broken.test', folder);
    writeFileSync(kept.path, text);
    expect(() => kept.read()).toThrow(/does not hold the stored state.*--forget/);
  });

  test.each([
    [
      { keys: [], pins: ['a', 'b'].map((recordHash) => ({ slot: AT, recordHash })) },
      `records of the tick ${AT}`,
    ],
    [{ pins: [], keys: ['a', 'b'].map((x) => ({ kid: 'one', x })) }, 'two keys with the id one'],
  ])('a contradictory file does not count as a rewritten history', (said, how) => {
    const kept = new PinStore('http://broken.test', folder);
    writeFileSync(kept.path, JSON.stringify({ url: 'http://broken.test', ...said }));
    const read = () => kept.read();
    expect(read).toThrow(OperatorError);
    expect(read).toThrow(`${kept.path} contradicts itself: it holds two`);
    expect(read).toThrow(how);
    expect(read).toThrow('move it away, or use --forget');
  });
});

describe('the text of the result', () => {
  const checked = async (more: Partial<Checked> = {}): Promise<Checked> => ({
    index: 'BTC_USD',
    receipt,
    value: { isRight: true, isChecked: true, isBound: false, differences: [] },
    listed: [],
    head: shown.head,
    dayHeads: 1,
    history: await checkHistory(shown, nothing()),
    pins: '/home/me/pins.json',
    ...more,
  });
  const text = (found: Checked, columns = 200) => checkText(found, { columns, hasColours: false });

  test('all is right', async () => {
    const found = await checked();
    expect(isVerified(found)).toBe(true);
    expect(text(found)).toMatch(/^BTC_USD {2}100\.5 USD {2}2026-11-17T12:00:00\.000Z {2}right\n/);
    expect(text(found)).toContain('for 2 exchanges price, weight');
    expect(checkedRecord(found)).toMatchObject({ isSound: true, isRefuted: false, price: '100.5' });
  });

  test('fits 80 columns, with a short path', async () => {
    const long = join('a-folder-of-some-length', 'another-one-that-is-longer', 'and-one-more', 'pins.json');
    for (const [pins, said] of [
      [join(homedir(), '.config', 'tidemark', 'pins', 'localhost_8080-12345678.json'), '~/.config/'],
      [join('/srv', long), '/srv/a-folder'],
      [join(homedir(), long), '~/a-folder'],
    ] as const) {
      const output = text(await checked({ pins }), 80);
      for (const line of output.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80);
      expect(output.replaceAll(/\n +/g, '')).toContain(said);
      expect(checkedRecord(await checked({ pins }))).toMatchObject({ pins });
    }
  });

  test('a disproved value is reported with the difference, and how to save it', async () => {
    const differences = Array.from({ length: 25 }, (_, i) => ({ field: `f${i}`, said: '1', computed: '2' }));
    const found = await checked({ value: { isRight: false, isChecked: true, isBound: false, differences } });
    expect(isVerified(found)).toBe(false);
    expect(text(found)).toMatch(/refuted\n {2}recomputed +REFUTED: 25 fields are not/);
    expect(text(found)).toContain('f19: 1, not 2');
    expect(text(found)).toContain('and 5 more');
    expect(text(found)).toContain(`tidemark evidence ${receipt.id}`);
  });

  test('a disproved history is not attributed to the value', async () => {
    const { history, ...rest } = await checked();
    const found = { ...rest, history: { ...history, faults: ['history was rewritten'] } };
    expect([isVerified(found), checkedRecord(found).isRefuted]).toEqual([false, true]);
    expect(text(found)).toMatch(/Z {2}keys or history refuted\n {2}recomputed +identical to the last digit/);
    expect(text(found)).not.toContain('tidemark evidence');
  });

  test('a value that is listed differently is also disproved, one that cannot be checked is neither', async () => {
    const other = await checked({ listed: [{ field: 'tick.price', said: '1', computed: '2' }] });
    expect([isVerified(other), checkedRecord(other).isRefuted]).toEqual([false, true]);
    const newer = await checked({
      value: { isRight: false, isChecked: false, isBound: false, differences: [] },
    });
    expect([isVerified(newer), checkedRecord(newer).isRefuted]).toEqual([false, false]);
    expect(text(newer)).toContain('not everything could be checked');
  });

  test.each([48, 80])('fits into %i columns, except for paths and keys', async (columns) => {
    const lines = text(await checked(), columns)
      .split('\n')
      .slice(1);
    const { kid } = signer.keys.keys[0]!;
    expect(lines.filter((line) => textWidth(line) > columns && !line.includes(kid))).toEqual([]);
  });
});
