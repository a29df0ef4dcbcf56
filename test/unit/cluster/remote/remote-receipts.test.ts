import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeQuestions } from '../../../../src/cluster/remote/node-questions.ts';
import { answerReceipts, RemoteReceipts } from '../../../../src/cluster/remote/remote-receipts.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { RpcFailed } from '../../../../src/cluster/nats/rpc.ts';
import { InProcessRpc } from '../../../support/in-process-rpc.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import type { InputReader } from '../../../../src/history/input-store.ts';
import { Recomputation } from '../../../../src/values/receipts/recomputation.ts';
import type { NoReceipt, ServedReceipt, Receipts } from '../../../../src/values/receipts/receipts.ts';
import { frameOf } from '../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld, recordedVersion } from '../../../support/recorded-world.ts';

const BTC_USD = { indexType: 'MWA', indexId: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe' } as const;
const AT = 1_770_000_000_000;
const RECEIPT = { indexType: 'MWA', price: 1 } as unknown as ServedReceipt;

let serving: InProcessRpc<NodeQuestions>;
beforeEach(() => {
  serving = new InProcessRpc<NodeQuestions>({ clock: new SystemClock() });
});

/** Compute nodes with these answers, one after the other. */
function computing(...answers: (ServedReceipt | NoReceipt | Error)[]): number[] {
  const asked: number[] = [];
  for (const [node, answer] of answers.entries())
    answerReceipts(serving.another(), {
      explain: () => {
        asked.push(node);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    });
  return asked;
}

const explain = () => new RemoteReceipts(serving).explain(BTC_USD, AT);

describe('receipts of other nodes', () => {
  test('the receipt arrives unchanged from the compute node', async () => {
    const tick = new RecordedWorld().next();
    const frame = frameOf(tick);
    const inputs: InputReader = { read: () => Promise.resolve(frame), async *between() {} };
    const receipts: Receipts = new Recomputation(() => recordedVersion.reference, inputs, sha256);
    answerReceipts(serving.another(), receipts);
    const receipt = await new RemoteReceipts(serving).explain(BTC_USD, frame.at);
    expect(receipt).toEqual(await receipts.explain(BTC_USD, frame.at));
    expect(receipt).toMatchObject({ indexType: 'MWA', at: frame.at, referenceVersion: recordedVersion.hash });
  });

  test('only one node is asked if it has the receipt or knows that there is none', async () => {
    const asked = computing(RECEIPT, 'no-value');
    expect([await explain(), await explain(), asked]).toEqual([RECEIPT, 'no-value', [0, 1]]);
  });

  test.each<[NoReceipt | Error, NoReceipt | ServedReceipt | Error, NoReceipt | ServedReceipt]>([
    ['not-kept', RECEIPT, RECEIPT],
    ['damaged', RECEIPT, RECEIPT],
    ['other-reference', RECEIPT, RECEIPT],
    ['busy', RECEIPT, RECEIPT],
    [new Error('planted'), RECEIPT, RECEIPT],
    ['not-kept', 'no-value', 'no-value'],
    ['not-kept', 'busy', 'busy'],
    ['not-kept', 'damaged', 'damaged'],
    ['damaged', 'not-kept', 'damaged'],
    ['not-kept', new Error('planted'), 'not-kept'],
    ['not-kept', 'not-kept', 'not-kept'],
  ])('%s of one node and %s of another', async (one, other, best) => {
    computing(one, other);
    expect(await explain()).toEqual(best);
  });

  test('without any node the request can be retried', async () => {
    expect(await explain()).toBe('busy');
  });

  test('a failure of the only node is a failure', async () => {
    computing(new Error('planted'));
    await expect(explain()).rejects.toThrow(RpcFailed);
  });
});
