import { expect, test } from 'vitest';
import { NameError, NotFoundError, type KeptReceipt } from '../../../../sdk/src/node.ts';
import { evidenceOf, type EvidenceClient } from '../../../../src/cli/receipts/kept-receipt.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { entityKey, recordId } from '../../../../src/core/ids/record-id.ts';

const AT = Date.parse('2026-11-18T16:00:00Z');
const HEAD = { slot: '2026-11-20T00:00:00.000Z', recordHash: 'a', keyId: 'k', signature: 's' };
const PAGE = 50;

function keptOf(name: string, indexId: string): KeptReceipt {
  const id = recordId('gwa', AT, entityKey(indexId));
  const timestamp = new Date(AT).toISOString();
  const receipt = { id, indexId, timestamp, asset: name, proof: { head: HEAD } };
  return {
    id,
    name,
    indexId,
    indexType: 'GWA',
    timestamp,
    times: ['16:00 UTC'],
    tzdata: 't',
    receipt,
  } as never;
}

const uuid = (i: number) => `${i.toString(16).padStart(8, '0')}-3ab4-4719-9ded-2fc7e71cff1f`;
const KEPT = [
  ...Array.from({ length: 120 }, (_, i) => keptOf(`N${i}`, uuid(i + 1))),
  keptOf('TWIN', uuid(200)),
  keptOf('TWIN', uuid(201)),
].toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** No index has a value: all are delisted. */
function asker(isStuck = false): EvidenceClient {
  const noIndex = (name: unknown) => Promise.reject(new NameError(String(name), []));
  return {
    tidemark: {
      head: async () => HEAD,
      heads: async function* () {
        // None is needed.
      },
      index: noIndex,
      coverage: noIndex,
      receipt: () => Promise.reject(new Error('is not asked for')),
      read: async (_route: string, query: Record<string, string | undefined>) => {
        const { name, from, to, startAfter } = query;
        const named = KEPT.filter((each) => name === undefined || each.name === name);
        if (named.length === 0) throw Object.assign(Object.create(NotFoundError.prototype) as Error, {});
        const found = named.filter(
          ({ id, timestamp }) =>
            (from === undefined || timestamp >= from) &&
            (to === undefined || timestamp < to) &&
            (isStuck || startAfter === undefined || id > startAfter),
        );
        const content = found.slice(0, PAGE);
        return { content, ...(found.length > PAGE && { nextId: content.at(-1)!.id }) };
      },
    } as never,
  };
}

test('a tick is found by its id after the first page of its instant', async () => {
  const last = KEPT.at(-1)!;
  expect(await evidenceOf(asker(), last.id, undefined)).toMatchObject({ receipt: { id: last.id } });
  await expect(evidenceOf(asker(true), last.id, undefined)).rejects.toThrow(/wrong order/);
});

test('a delisted name is found while its receipts are kept', async () => {
  expect(await evidenceOf(asker(), 'N7', { at: AT })).toMatchObject({
    receipt: { asset: 'N7' },
    kept: { times: ['16:00 UTC'] },
  });
});

test('the error for another instant of that name shows the kept ones', async () => {
  const failed = evidenceOf(asker(), 'N7', { at: AT + 60_000 });
  await expect(failed).rejects.toThrow(OperatorError);
  await expect(failed).rejects.toThrow(
    /no receipt of N7 is kept at 2026-11-18T16:01:00.000Z.* near it: 2026-11-18T16:00:00.000Z \(16:00 UTC\)/,
  );
});

test('a name that never existed is unknown', async () => {
  await expect(evidenceOf(asker(), 'NOPE', { at: AT })).rejects.toThrow(NameError);
});

test('a name that two indices share is refused, and the error names their receipts', async () => {
  const refused = await evidenceOf(asker(), 'TWIN', { at: AT }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  const { message } = refused as OperatorError;
  expect(message).toContain('several indices are named TWIN');
  for (const { id } of KEPT.filter(({ name }) => name === 'TWIN')) expect(message).toContain(id);
});
