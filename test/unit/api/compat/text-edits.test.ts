import { expect, test } from 'vitest';
import { endingDays, inTurn, withNames, withoutMembers } from '../../../../src/api/compat/text-edits.ts';

const edited = (edit: (json: string) => string, value: unknown): unknown =>
  JSON.parse(
    Buffer.from(edit(Buffer.from(JSON.stringify(value)).toString('latin1')), 'latin1').toString(),
  ) as unknown;

test('members of every kind are removed, and texts that look like them stay', () => {
  const record = {
    id: '1',
    flags: ['THIN', 'CARRIED'],
    text: 'a,"flags":["b"],"ageMs":1',
    ageMs: 12,
    name: 'with "quotes", a \\ and é',
    price: '1.50',
  };
  expect(edited(withoutMembers('flags', 'ageMs', 'name'), { content: [record, record] })).toEqual({
    content: [record, record].map(({ id, text, price }) => ({ id, text, price })),
  });
});

test('names are replaced by id, in UTF-8', () => {
  const [id, other] = ['f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f', 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6'];
  const edit = withNames({ id: 'id', name: 'name' }, new Map([[id, 'Børse "$1"']]));
  const records = [
    { id, name: 'Exchange \\"', url: 'x' },
    { id: other, name: 'Zürich', url: 'y' },
  ];
  expect(edited(edit, records)).toEqual([{ ...records[0], name: 'Børse "$1"' }, records[1]]);
});

test('a day ends with its last millisecond', () => {
  const day = {
    startTimestamp: '2026-02-28T00:00:00.000Z',
    endTimestamp: '2026-03-01T00:00:00.000Z',
    timestamp: '2026-02-28T00:00:00.000Z',
  };
  expect(edited(inTurn(endingDays), day)).toEqual({ ...day, endTimestamp: '2026-02-28T23:59:59.999Z' });
});
