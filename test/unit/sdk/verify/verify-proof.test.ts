import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { IndexReceipt, ValueProof } from '../../../../sdk/src/contract.ts';
import { headIn, partsOf, signatureIn, stateOf } from '../../../../sdk/src/evidence/page-verdict.ts';
import { Pins, verifyHead, verifyProof, verifyReceipt } from '../../../../sdk/src/verify/index.ts';
import { sha256 } from '../../../../sdk/src/verify/sha256.ts';
import type { ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { checkHistory } from '../../../../src/cli/receipts/check-history.ts';
import { isVerified } from '../../../../src/cli/receipts/check-text.ts';
import { DAY_MS, formatDatetime, SLOT_MS } from '../../../../src/core/time.ts';
import { alteredAt, nameOf, placesIn, type Place } from '../../../support/altered-receipt.ts';
import { BoundWorld } from '../../../support/bound-world.ts';
import { signedHeads, type HeadSigner } from '../../../support/signed-heads.ts';

const PATIENCE_MS = 900_000;
const ALL = process.env['FORGERY'] === 'all';
/** Receipts of each type, from several ticks, because the small world has three liquid indices. */
const RECEIPTS = ALL ? 51 : 6;
const LIQUID = 3;
const TICKS = RECEIPTS / LIQUID;
/** Number of receipts of each type in which every value is altered. */
const WHOLE_RECEIPTS = ALL ? Infinity : 1;
const DAY = Date.parse('2026-12-01T00:00:00Z');

let signer: HeadSigner;
let world: BoundWorld;
const receipts: IndexReceipt[] = [];

async function receiptsAt(tick: ComputedTick, type: string, count: number): Promise<IndexReceipt[]> {
  const series = world.seriesOf(tick).filter(({ indexType }) => indexType === type);
  const every = Math.max(1, Math.floor(series.length / count));
  const chosen = series.filter((_, i) => i % every === 0).slice(0, count);
  return Promise.all(chosen.map((each) => world.receipt(tick, each)));
}

/** Some ways do not change a number with few digits. */
function reallyAltered(receipt: IndexReceipt, place: Place, way: number): IndexReceipt {
  const other = alteredAt(receipt, place, way);
  return isDeepStrictEqual(other, receipt) ? reallyAltered(receipt, place, way + 1) : other;
}

/** One place of each field, at any depth. */
function placesOfFields(receipt: IndexReceipt): Place[] {
  const places = new Map(placesIn(receipt as never).map((place) => [nameOf(place), place]));
  return [...places.values()];
}

beforeAll(async () => {
  signer = await signedHeads();
  world = new BoundWorld(DAY + 12 * SLOT_MS, signer);
  await world.tick();
  for (let n = 1; n <= TICKS; n++) {
    const tick = await world.tick();
    receipts.push(...(await receiptsAt(tick, 'LX', LIQUID)));
    if (n % Math.floor(TICKS / 2) > 0) continue;
    for (const type of ['MWA', 'GWA'])
      receipts.push(...(await receiptsAt(tick, type, Math.ceil(RECEIPTS / 2))));
  }
  for (const type of ['MWA', 'GWA', 'LX'])
    expect(receipts.filter(({ indexType }) => indexType === type).length).toBeGreaterThanOrEqual(RECEIPTS);
}, PATIENCE_MS);

test('the hash is SHA-256', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 0xff);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

describe('a served receipt', () => {
  test('is bound to a signed head', async () => {
    for (const receipt of receipts) {
      const verdict = verifyReceipt(receipt);
      expect({ receipt: receipt.id, differences: verdict.differences }).toEqual({
        receipt: receipt.id,
        differences: [],
      });
      expect(verdict).toMatchObject({ isRight: true, isBound: true });
    }
    expect(await verifyProof(receipts[0]!, signer.keys)).toEqual({
      isRight: true,
      isChecked: true,
      shows: ['value', 'inputs', 'record', 'signature'],
      headSlot: receipts[0]!.timestamp,
      keyId: signer.keys.keys[0]!.kid,
      isByDay: false,
      differences: [],
    });
  });

  test('with a field of another type, which would be shown, is disproved', () => {
    const foreign = { name: 'ETH_USD', market: 'BTC_JPY', asset: 'ETH', volumeUsd: '1', constituents: [] };
    for (const type of ['MWA', 'GWA', 'LX']) {
      const receipt = receipts.find(({ indexType }) => indexType === type)!;
      for (const [field, value] of Object.entries(foreign)) {
        if (field in receipt) continue;
        const { isRight, differences } = verifyReceipt({ ...receipt, [field]: value });
        expect([isRight, differences.map((each) => each.field)]).toEqual([false, [field]]);
      }
    }
  });

  // All places at any depth, of the receipt and of its proof, of one receipt; of the others each field in one of its
  // places. With FORGERY=all there are more receipts, and all places of each, which takes minutes.
  test.each(['MWA', 'GWA', 'LX'])(
    'with any altered field is disproved: %s',
    async (type) => {
      const passed = new Set<string>();
      const ofType = receipts.filter(({ indexType }) => indexType === type);
      // The trades of a liquid index have thousands of places, all alike.
      if (type === 'LX') ofType.sort((a, b) => placesIn(a as never).length - placesIn(b as never).length);
      let altered = 0;
      for (const [n, receipt] of ofType.entries()) {
        const places = n < WHOLE_RECEIPTS ? placesIn(receipt as never) : placesOfFields(receipt);
        for (const [p, place] of places.entries()) {
          const name = nameOf(place);
          const other = reallyAltered(receipt, place, n + p);
          altered++;
          const { isRight, isBound } = verifyReceipt(other);
          const isSigned = isRight && isBound && (await verifyProof(other, signer.keys)).isRight;
          if (isSigned) passed.add(name);
        }
      }
      expect([...passed]).toEqual([]);
      expect(altered).toBeGreaterThan(30 * ofType.length);
    },
    PATIENCE_MS,
  );
});

describe('an altered receipt', () => {
  /** The results of the page of an evidence file and of `tidemark check`. */
  async function verdictsOn(receipt: IndexReceipt, of: IndexReceipt) {
    const head = receipt.proof?.head ?? of.proof!.head!;
    const value = verifyReceipt(receipt);
    const given = { receipt, head, keys: signer.keys };
    const page = stateOf(partsOf(given, value, await verifyHead(headIn(given)!, signer.keys)));
    const shown = { receipt, head, dayHeads: [], published: signer.keys };
    const history = await checkHistory(shown, { pins: new Pins(), keys: [] });
    const { computed: _, ...verdict } = value;
    const checked = {
      index: '',
      receipt,
      value: verdict,
      listed: undefined,
      head,
      dayHeads: 0,
      history,
      pins: '',
    };
    return { page, isSound: isVerified(checked) };
  }

  test(
    'gives an invalid evidence file, and fails tidemark check',
    async () => {
      for (const type of ['MWA', 'GWA', 'LX']) {
        const receipt = receipts.find(({ indexType }) => indexType === type)!;
        expect(await verdictsOn(receipt, receipt)).toEqual({ page: 'right', isSound: true });
        const places = ALL ? placesIn(receipt as never) : placesOfFields(receipt);
        for (const [p, place] of places.entries()) {
          const { page, isSound: sound } = await verdictsOn(reallyAltered(receipt, place, p), receipt);
          expect({ place, isHeld: page === 'right', sound }).toEqual({ place, isHeld: false, sound: false });
        }
      }
    },
    PATIENCE_MS,
  );

  test('cannot be passed off as one of an older methodology, which had no proofs', async () => {
    for (const type of ['MWA', 'GWA', 'LX']) {
      const { proof: _, ...stripped } = receipts.find(({ indexType }) => indexType === type)!;
      for (const methodology of ['1', '2'])
        expect(await verdictsOn({ ...stripped, methodology }, receipts[0]!)).toMatchObject({
          isSound: false,
        });
    }
  });
});

describe('a forged receipt', () => {
  const SCALED = 'last bid ask price anchor lastValue from rate crossRate impliedUsd baseUsdBefore reference';
  const DERIVED =
    'volumeMedian exchangeMedian trustMedian volumeUsd quoteUsdBefore otherLn ln residualBps deviation';
  const names = new Set([...SCALED.split(' '), ...DERIVED.split(' ')]);

  /** Every price in it, at any depth. */
  function scaled(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((each) => scaled(each, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, key === 'proof' ? each : scaled(each, key)]),
      );
    return typeof value === 'string' && names.has(name) ? String(Number(value) * 1.1) : value;
  }

  test('that is scaled by 1.1, with derived values adjusted, is valid by itself but not bound', async () => {
    let right = 0;
    for (const receipt of receipts) {
      // Values derived from the scaled inputs come from the verifier itself, as a forger would do.
      const { computed } = verifyReceipt(scaled(receipt) as IndexReceipt);
      if (!computed) continue;
      const { proof: _, ...text } = receipt;
      const forged: IndexReceipt = { ...text, ...computed };
      if (!verifyReceipt(forged).isRight) continue;
      right++;
      expect(forged.price).not.toBe(receipt.price);
      expect((await verifyProof(forged, signer.keys)).isRight).toBe(false);
      const withProof = { ...forged, proof: receipt.proof! };
      expect(verifyReceipt(withProof)).toMatchObject({ isRight: false, isBound: false });
      expect((await verifyProof(withProof, signer.keys)).isRight).toBe(false);
    }
    // The attack works on receipts without a proof, which is the reason for proofs.
    expect(right).toBeGreaterThan(receipts.length / 8);
  });

  test('with the proof of another tick, another market or another type is refuted', async () => {
    const ofOthers = receipts.filter((_, i) => i % 3 === 0);
    for (const receipt of ofOthers)
      for (const other of ofOthers) {
        if (other === receipt) continue;
        expect(verifyReceipt({ ...receipt, proof: other.proof! }).isRight).toBe(false);
        const renamed = { ...receipt, id: other.id, indexId: other.indexId, proof: other.proof! };
        expect(verifyReceipt(renamed).isRight).toBe(false);
      }
  });

  test('with an altered head in addition to that of its proof gives an invalid evidence file', async () => {
    const receipt = receipts[0]!;
    const proven = receipt.proof!.head!;
    const stateWith = async (head: typeof proven) => {
      const given = { receipt, head, keys: signer.keys };
      return stateOf(partsOf(given, verifyReceipt(receipt), await signatureIn(given)));
    };
    expect(await stateWith({ ...proven })).toBe('right');
    // As the newest head is, if a tick passed after the receipt was requested.
    const later = await signer.head(formatDatetime(Date.parse(proven.slot) + SLOT_MS), proven.recordHash);
    expect(await stateWith(later)).toBe('right');
    const sameTick = await signer.head(proven.slot, 'f'.repeat(64));
    const altered = [sameTick, { ...proven, slot: later.slot }, { ...later, recordHash: 'f'.repeat(64) }];
    for (const head of altered) expect(await stateWith(head)).toBe('wrong');
  });

  test('of another service has another key', async () => {
    const others = await signedHeads();
    const [receipt] = receipts;
    const keyId = signer.keys.keys[0]!.kid;
    const head = { ...(await others.head(receipt!.timestamp, receipt!.recordHash)), keyId };
    const forged = { ...receipt!, proof: { ...receipt!.proof!, head } };
    expect(await verifyProof(forged, signer.keys)).toMatchObject({
      isRight: false,
      isChecked: true,
      because: expect.stringContaining('has not signed it'),
    });
    const { x } = others.keys.keys[0]!;
    expect(await verifyProof(forged, { keys: [{ kid: keyId, x }] })).toMatchObject({
      isRight: false,
      because: expect.stringContaining('does not match its id'),
    });
    const unknown = await signedHeads();
    expect(await verifyProof(receipt!, unknown.keys)).toMatchObject({ isRight: false, isChecked: true });
  });

  test('with an old head, or without any, is invalid', async () => {
    const [receipt] = receipts;
    const old = await world.headOf(world.ticks[0]!);
    const head = { ...old, slot: formatDatetime(old.slot), algorithm: 'EdDSA' as const };
    const replayed = { ...receipt!, proof: { ...receipt!.proof!, head } };
    expect((await verifyProof(replayed, signer.keys)).isRight).toBe(false);
    const { head: _, ...headless } = receipt!.proof!;
    expect(await verifyProof({ ...receipt!, proof: headless }, signer.keys)).toMatchObject({
      isRight: false,
      isChecked: false,
    });
    const { proof: __, ...stripped } = receipt!;
    expect(await verifyProof(stripped, signer.keys)).toMatchObject({
      isRight: false,
      isChecked: false,
      because: expect.stringContaining('no proof'),
    });
  });

  test.each([
    null,
    1,
    'x',
    [],
    {},
    { record: {} },
    { leaves: 1, path: 2, root: 3, record: 4, head: 5, day: 6 },
  ])('with %j for a proof is refuted and throws nothing', (proof) => {
    expect(verifyReceipt({ ...receipts[0]!, proof: proof as never })).toMatchObject({ isRight: false });
  });
});

describe('an earlier tick', () => {
  test('leads to a later head of its day, and not to one of another day', async () => {
    const [first, second] = world.ticks;
    const value = world.seriesOf(second!)[0]!;
    const receipt = await world.receipt(second!, value);
    expect(receipt.proof).toMatchObject({ head: { slot: formatDatetime(world.newest!.slot) } });
    expect(receipt.proof!.day!.path.length).toBeLessThanOrEqual(12);
    expect(await verifyProof(receipt, signer.keys)).toMatchObject({ isRight: true, isByDay: true });
    const other = await world.receipt(first!, value);
    const swapped = { ...receipt, proof: { ...receipt.proof!, day: other.proof!.day! } };
    expect(verifyReceipt(swapped).isRight).toBe(false);
    for (const [p, place] of placesIn(receipt.proof as never).entries())
      for (const way of [0, 1, 2, 4])
        expect({
          place,
          isRight: (
            await verifyProof(
              { ...receipt, proof: alteredAt(receipt.proof!, place, way + 5 * p) },
              signer.keys,
            )
          ).isRight,
        }).toEqual({ place, isRight: false });
  });

  test('leads to the head of its day once that has ended', async () => {
    const past = new BoundWorld(DAY + DAY_MS - 2 * SLOT_MS, signer);
    for (let n = 0; n < 3; n++) await past.tick();
    past.dayHeads.push(past.newest!);
    for (let n = 0; n < 2; n++) await past.tick();
    for (const [n, tick] of past.ticks.entries()) {
      const receipt = await past.receipt(tick, past.seriesOf(tick)[0]!);
      const verdict = await verifyProof(receipt, signer.keys);
      expect(verdict).toMatchObject({ isRight: true, isByDay: n !== 2 && n !== 4 });
      const ended = formatDatetime(DAY + DAY_MS);
      expect(verdict.headSlot).toBe(n < 3 ? ended : formatDatetime(past.newest!.slot));
    }
  });
});

describe('a value with its proof', () => {
  test('is valid alone, but not with any altered field', async () => {
    const tick = world.ticks.at(-1)!;
    const all = world.seriesOf(tick);
    const some = [all[0]!, all.findLast(({ indexType }) => indexType === 'GWA')!, all.at(-1)!];
    for (const value of some) {
      const shown = await world.value(tick, value);
      expect(await verifyProof(shown, signer.keys)).toMatchObject({
        isRight: true,
        shows: ['value', 'record', 'signature'],
      });
      for (const [p, place] of placesIn(shown as never).entries()) {
        const other: ValueProof = alteredAt(shown, place, p);
        expect({ place, isRight: (await verifyProof(other, signer.keys)).isRight }).toEqual({
          place,
          isRight: false,
        });
      }
    }
  });
});
