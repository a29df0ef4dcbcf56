import { beforeAll, describe, expect, test } from 'vitest';
import type { DayHead, IndexReceipt, IndexTicker, IntegrityHead } from '../../../../sdk/src/contract.ts';
import {
  distrust,
  HistoryRewrittenError,
  Pins,
  UncheckableError,
  ValueRefutedError,
  type Distrusted,
  type DistrustOptions,
  type Signatures,
} from '../../../../sdk/src/verify/index.ts';
import { quietWorld, receiptsOf } from '../../../support/receipt-worlds.ts';
import { signedHeads, type HeadSigner } from '../../../support/signed-heads.ts';

const HASH = 'ab'.repeat(32);
const DAY = '2026-11-17T00:00:00.000Z';
const HOUR = 3_600_000;

/** The first tick of the receipts, of the slot that the newest head names. */
const FIRST = Date.parse('2026-11-17T12:00:00Z');
let receipts: IndexReceipt[];
let signer: HeadSigner;
beforeAll(async () => {
  receipts = [...receiptsOf(quietWorld(FIRST, 3), 40)].map((each) => ({ ...each, recordHash: HASH }));
  signer = await signedHeads();
});

/** A service with the responses of the test. */
class SaidService implements Distrusted {
  readonly asked: string[] = [];
  dayHeads: DayHead[] = [];
  newest: IntegrityHead | undefined;
  alter = (receipt: IndexReceipt): IndexReceipt => receipt;

  receipt({ id }: { readonly id: string }): Promise<IndexReceipt> {
    this.asked.push(id);
    const found = receipts.find((each) => each.id === id);
    return found ? Promise.resolve(this.alter(found)) : Promise.reject(new Error('not kept'));
  }

  head(): Promise<IntegrityHead> {
    return Promise.resolve(this.newest!);
  }

  async *heads(): AsyncGenerator<DayHead, void, undefined> {
    yield* this.dayHeads;
  }
}

const dayHead = async (slot: string, hash: string): Promise<DayHead> => ({
  id: `head ${slot}`,
  ...(await signer.head(slot, hash)),
});

async function serviceWithHeads(): Promise<SaidService> {
  const service = new SaidService();
  service.dayHeads = [
    await dayHead('2026-11-16T00:00:00.000Z', 'cd'.repeat(32)),
    await dayHead(DAY, 'ef'.repeat(32)),
  ];
  service.newest = await signer.head('2026-11-17T12:00:00.000Z', HASH);
  return service;
}

const tickOf = ({
  id,
  indexId,
  indexType,
  price,
  volume,
  timestamp,
  ...rest
}: IndexReceipt): IndexTicker => ({
  id,
  indexId,
  indexType,
  price,
  volume,
  timestamp,
  ...(rest.tickVolume !== undefined && { tickVolume: rest.tickVolume }),
  ...(rest.flags.length > 0 && { flags: rest.flags }),
});

async function* each<T>(values: readonly T[], before: (i: number) => void = () => undefined) {
  for (const [i, value] of values.entries()) {
    before(i);
    yield value;
  }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const value of values) seen.push(value);
  return seen;
}

const WITHOUT_HEADS: DistrustOptions = { headsEveryMs: Infinity };
const EACH: DistrustOptions = { ...WITHOUT_HEADS, verify: 1 };

describe('a stream that distrusts', () => {
  test('delivers recomputed values', async () => {
    const service = new SaidService();
    const ticks = receipts.map(tickOf);
    expect(await all(distrust(service, each(ticks), EACH))).toEqual(ticks);
    expect(service.asked).toEqual(ticks.map(({ id }) => id));
  });

  test('computes the requested share, at random', async () => {
    const service = new SaidService();
    const draws = [0.5, 0.009, 0.01, 0];
    const random = () => draws.shift() ?? 0.9;
    const ticks = receipts.map(tickOf);
    await all(distrust(service, each(ticks), { ...WITHOUT_HEADS, random }));
    expect(service.asked).toEqual([ticks[1]!.id, ticks[3]!.id]);
  });

  test('disproves a tick that differs from its receipt', async () => {
    const tick = { ...tickOf(receipts[0]!), price: '1' };
    const wanted = { field: 'tick.price', said: '1', computed: receipts[0]!.price };
    const refused = all(distrust(new SaidService(), each([tick]), EACH));
    await expect(refused).rejects.toMatchObject({ name: 'ValueRefutedError', tick, differences: [wanted] });
    await expect(refused).rejects.toBeInstanceOf(ValueRefutedError);
  });

  test('disproves a receipt from which its value does not follow', async () => {
    const service = new SaidService();
    service.alter = (receipt) => ({ ...receipt, volume: '77' });
    const tick = { ...tickOf(receipts[0]!), volume: '77' };
    const refused = all(distrust(service, each([tick]), EACH));
    await expect(refused).rejects.toThrow(`volume is 77, not ${receipts[0]!.volume}`);
  });

  test.each([
    null,
    {},
    { indexType: 'MWA' },
    { indexType: 'MWA', exchanges: [{ exchange: { toString: 1 } }] },
  ])('disproves an invalid receipt (%j)', async (receipt) => {
    const service = new SaidService();
    service.alter = () => receipt as never;
    const refused = all(distrust(service, each([tickOf(receipts[0]!)]), EACH));
    await expect(refused).rejects.toBeInstanceOf(ValueRefutedError);
  });

  test('does not disprove a receipt of a newer methodology with other fields', async () => {
    const service = new SaidService();
    service.alter = (receipt) => ({ ...receipt, methodology: '99', exchanges: 'others' }) as never;
    const refused = all(distrust(service, each([tickOf(receipts[0]!)]), EACH));
    await expect(refused).rejects.toBeInstanceOf(UncheckableError);
  });

  test('does not request missing receipts, and reports unchecked values', async () => {
    const service = new SaidService();
    const modelled = { ...tickOf(receipts[0]!), flags: ['MODELLED' as const] };
    const gone = { ...tickOf(receipts[0]!), id: 'gone' };
    const newer = tickOf(receipts[1]!);
    service.alter = (receipt) => ({ ...receipt, methodology: '99' });
    const unchecked: unknown[] = [];
    const onUnchecked = (error: unknown) => void unchecked.push(error);
    const ticks = [modelled, gone, newer];
    const asked = new UncheckableError('a value that is MODELLED has no receipt');
    expect(await all(distrust(service, each(ticks), { ...EACH, onUnchecked }))).toEqual(ticks);
    expect(service.asked).toEqual(['gone', newer.id]);
    expect(unchecked).toEqual([asked, new Error('not kept'), expect.any(UncheckableError)]);
    await expect(all(distrust(service, each([gone]), EACH))).rejects.toThrow('not kept');
  });
});

describe('heads', () => {
  const hourly = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...tickOf(receipts[0]!),
      timestamp: new Date(FIRST + i * HOUR).toISOString(),
    }));
  const options = (): DistrustOptions => ({ verify: 0, keys: () => Promise.resolve(signer.keys) });

  test('that do not change are valid, and each signature is checked once', async () => {
    const service = await serviceWithHeads();
    const pins = new Pins();
    let checked = 0;
    const { subtle } = globalThis.crypto;
    const signatures: Signatures = {
      importKey: subtle.importKey.bind(subtle) as Signatures['importKey'],
      verify: (...call) => (checked++, subtle.verify(...call)),
    };
    const watched = { ...options(), pins, signatures };
    expect(await all(distrust(service, each(hourly(3)), watched))).toHaveLength(3);
    expect(checked).toBe(3);
    const kept = JSON.parse(JSON.stringify(pins)) as never[];
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(new Pins(kept))).toBe(JSON.stringify(pins));
  });

  test('that change later mean a rewritten history, even if they are signed', async () => {
    const service = await serviceWithHeads();
    const rewritten = await dayHead(DAY, '99'.repeat(32));
    const ticks = each(hourly(3), (i) => {
      if (i === 2) service.dayHeads = [service.dayHeads[0]!, rewritten];
    });
    const seen: IndexTicker[] = [];
    const read = async () => {
      for await (const tick of distrust(service, ticks, options())) seen.push(tick);
    };
    await expect(read()).rejects.toMatchObject({
      name: 'HistoryRewrittenError',
      seen: { slot: DAY, recordHash: 'ef'.repeat(32) },
      shown: { slot: DAY, recordHash: '99'.repeat(32) },
    });
    expect(seen).toHaveLength(2);
  });

  test('that are missing later, or differed in an earlier run, mean the same', async () => {
    const service = await serviceWithHeads();
    const ticks = each(hourly(2), (i) => void (i === 1 && service.dayHeads.pop()));
    await expect(all(distrust(service, ticks, options()))).rejects.toThrow('is no longer shown');
    const pins = new Pins([{ slot: '2026-11-17T12:00:00.000Z', recordHash: '00' }]);
    const again = all(distrust(await serviceWithHeads(), each(hourly(1)), { ...options(), pins }));
    await expect(again).rejects.toBeInstanceOf(HistoryRewrittenError);
  });

  test('that none of the keys has signed are refused', async () => {
    const service = await serviceWithHeads();
    service.newest = { ...service.newest!, signature: service.dayHeads[0]!.signature };
    const pins = new Pins();
    const refused = all(distrust(service, each(hourly(1)), { ...options(), pins }));
    await expect(refused).rejects.toThrow('is not signed');
    expect(pins.toJSON()).toEqual([]);
  });

  test('are the same in any notation of their instant', async () => {
    const other = DAY.replace('.000Z', 'Z');
    const pins = new Pins([{ slot: DAY, recordHash: HASH, isOfDay: true }]);
    expect(() => pins.see({ slot: other, recordHash: 'another' })).toThrow(HistoryRewrittenError);
    pins.see({ slot: other, recordHash: HASH });
    pins.missing([{ slot: other }]);
    expect(pins.toJSON()).toHaveLength(1);
  });

  test.each(['9999-01-01T00:00:00.000Z', 'no time'])(
    'are requested again after a tick of %s',
    async (timestamp) => {
      const service = await serviceWithHeads();
      const rewritten = await dayHead(DAY, '99'.repeat(32));
      const ticks = [{ ...tickOf(receipts[0]!), timestamp }, ...hourly(1)];
      const changing = each(ticks, (i) => {
        if (i === 1) service.dayHeads[1] = rewritten;
      });
      await expect(all(distrust(service, changing, options()))).rejects.toBeInstanceOf(HistoryRewrittenError);
    },
  );

  test('are compared with earlier ones if signatures cannot be checked', async () => {
    const service = await serviceWithHeads();
    const pins = new Pins([{ slot: DAY, recordHash: 'another', isOfDay: true }]);
    const signatures = {
      importKey: () => Promise.reject(new Error('no Ed25519')),
    } as unknown as Signatures;
    const onUnchecked = () => undefined;
    const blind = { ...options(), signatures, onUnchecked };
    await expect(all(distrust(service, each(hourly(1)), { ...blind, pins }))).rejects.toBeInstanceOf(
      HistoryRewrittenError,
    );
    expect(await all(distrust(service, each(hourly(1)), blind))).toHaveLength(1);
  });

  test('of another key are checked with the keys of that time', async () => {
    const service = await serviceWithHeads();
    const next = await signedHeads();
    const sets = [signer.keys, { keys: [...signer.keys.keys, ...next.keys.keys] }];
    const keys = () => Promise.resolve(sets.shift()!);
    service.newest = await next.head('2026-11-17T12:00:30.000Z', HASH);
    expect(await all(distrust(service, each(hourly(1)), { verify: 0, keys }))).toHaveLength(1);
  });

  test('of a slot must name the same record as its receipts', async () => {
    const service = await serviceWithHeads();
    const receipt = receipts.find(({ timestamp }) => timestamp === service.newest!.slot)!;
    service.alter = (each) => ({ ...each, recordHash: 'other' });
    const refused = all(distrust(service, each([tickOf(receipt)]), { ...options(), verify: 1 }));
    await expect(refused).rejects.toBeInstanceOf(HistoryRewrittenError);
  });

  test('are kept for ever for days, for other slots up to a limit', () => {
    const pins = new Pins([{ slot: DAY, recordHash: HASH, isOfDay: true }]);
    for (let i = 0; i < 12_000; i++) pins.see({ slot: `slot ${i}`, recordHash: HASH });
    const kept = pins.toJSON();
    expect(kept).toHaveLength(10_000);
    expect(kept[0]).toEqual({ slot: DAY, recordHash: HASH, isOfDay: true });
    expect(kept.at(-1)!.slot).toBe('slot 11999');
  });
});
