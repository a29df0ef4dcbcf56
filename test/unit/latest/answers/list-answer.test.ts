import { describe, expect, test } from 'vitest';
import { BYTES_PER_TURN, listAnswer, RECORDS_PER_TURN } from '../../../../src/latest/answers/list-answer.ts';
import { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';

/** Counts the records that are written in each turn. */
async function written(count: number, recordBytes: number) {
  const turns: number[] = [0];
  const textOf = (n: number) => {
    turns[turns.length - 1]!++;
    return JSON.stringify({ n, text: 'x'.repeat(recordBytes) });
  };
  const nextTurn = async () => void turns.push(0);
  const records = Array.from({ length: count }, (_, n) => n);
  return { turns, answer: await listAnswer(records, textOf, ']}', nextTurn), records };
}

describe('a list that is written in turns of the event loop', () => {
  test('has a limited number of records per turn', async () => {
    const { turns } = await written(2001, 10);
    expect(Math.max(...turns)).toBeLessThanOrEqual(RECORDS_PER_TURN);
    expect(turns).toHaveLength(41);
  });

  test('has roughly a limited number of bytes per turn', async () => {
    const { turns } = await written(100, BYTES_PER_TURN / 2);
    expect(Math.max(...turns)).toBeLessThanOrEqual(2);
  });

  test('has the bytes and the entity tag of one that is written at once', async () => {
    const { answer, records } = await written(600, 10);
    const content = records.map((n) => ({ n, text: 'x'.repeat(10) }));
    const whole = PreparedAnswer.ofJson(JSON.stringify({ content }));
    expect(answer.identity.bytes.equals(whole.identity.bytes)).toBe(true);
    expect(answer.identity.etag).toBe(whole.identity.etag);
  });

  test('waits for no turn if it is short', async () => {
    expect((await written(3, 10)).turns).toHaveLength(1);
    expect((await written(0, 10)).answer.identity.text).toBe('{"content":[]}');
  });
});
