import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, formatDatetime, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { AnswerRecord } from './audit-record.ts';
import type { ServingAsker } from './serving-asker.ts';

/** All nodes are asked again if their replies differ, because a tick may arrive between two replies. */
const MAX_ATTEMPTS = 8;
const RETRY_DELAY_MS = 500;
/** A node does not answer from a database that is behind what it has read: it waits for the next tick, a slot and its lateness away. */
const MAX_REFUSED_ATTEMPTS = (2 * SLOT_MS) / RETRY_DELAY_MS;

export interface AskedRange {
  readonly indexIds: readonly string[];
  readonly from: Millis;
  /** The last complete slot. */
  readonly to: Millis;
}

/** Requests for the newest values and for the past. */
export function pathsOf({ indexIds, from, to }: AskedRange): string[] {
  const range = `from=${formatDatetime(from)}&to=${formatDatetime(to + SLOT_MS)}&order=asc`;
  const days = `from=${formatDatetime(from - DAY_MS)}&to=${formatDatetime(to + DAY_MS)}`;
  return [
    '/v3/integrity/head',
    '/v3/integrity/heads?size=10',
    `/v3/index-ticker?timestamp=${formatDatetime(to)}&size=1000`,
    '/v3/ohlcv',
    ...indexIds.flatMap((id) => [
      `/v3/index-ticker?indexId=${id}&${range}&size=1000`,
      `/v3/candles?interval=1m&indexId=${id}&${range}`,
      `/v3/series/${id}/coverage?from=${formatDatetime(from)}&to=${formatDatetime(to)}`,
      `/v3/ohlcv?indexId=${id}&${days}`,
    ]),
  ];
}

/** Asks all nodes until none refuses to answer and their answers are equal; otherwise returns the last answers. */
export async function answersOf(askers: readonly ServingAsker[], asked: string): Promise<AnswerRecord> {
  for (let [attempt, refused] = [0, 0]; ;) {
    const at = Date.now();
    const answers = await Promise.all(
      askers.map(async (asker) => {
        const answer = await asker.ask(asked).catch((error: unknown) => ({ status: 0, body: String(error) }));
        return { node: asker.node, ...answer };
      }),
    );
    const [first] = answers;
    const areEqual = answers.every(({ status, body }) => status === 200 && body === first?.body);
    // Bodies of equal replies are not stored.
    if (areEqual) return { asked, at, answers: answers.map((answer) => ({ ...answer, body: '' })) };
    if (answers.some(({ status }) => status === 503)) refused++;
    else attempt++;
    if (attempt === MAX_ATTEMPTS || refused === MAX_REFUSED_ATTEMPTS) return { asked, at, answers };
    await delay(RETRY_DELAY_MS);
  }
}
