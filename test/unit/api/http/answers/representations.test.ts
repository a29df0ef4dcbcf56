import { Type } from '../../../../../src/contract/schema.ts';
import { describe, expect, test } from 'vitest';
import {
  csvRepresentation,
  ndjsonRepresentation,
  numberRepresentation,
  type Representation,
} from '../../../../../src/api/http/answers/representation.ts';
import { Representations } from '../../../../../src/api/http/answers/representations.ts';
import type { JobOwner } from '../../../../../src/api/http/limits/fair-queue.ts';
import { pageOf, quantity } from '../../../../../src/contract/schemas.ts';
import { LoopTurns } from '../../../../../src/core/async/loop-turns.ts';
import { EVENT_LOOP, type TimedLoop } from '../../../../../src/core/async/loop.ts';
import { PreparedAnswer } from '../../../../../src/latest/answers/prepared-answer.ts';
import { anAsker, leavingAsker } from '../../../../support/asker.ts';

const NEXT = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const Thing = Type.Object(
  { id: Type.String(), name: Type.String(), price: Type.Optional(quantity('In USD')) },
  { title: 'Thing' },
);
const CSV = csvRepresentation(Thing);
const NDJSON = ndjsonRepresentation(Thing, 'string');
const NUMBERS = numberRepresentation(pageOf(Thing));

function listOf(count: number, nextId?: string): PreparedAnswer {
  const content = Array.from({ length: count }, (_, i) => ({
    id: String(i),
    name: `Åsset "${i}", of many`,
    ...(i % 3 === 0 ? {} : { price: `${i}.25` }),
  }));
  return PreparedAnswer.ofJson(JSON.stringify({ content, ...(nextId === undefined ? {} : { nextId }) }));
}

const textOf = (prepared: PreparedAnswer) => prepared.identity.bytes.toString();

async function converted(source: PreparedAnswer, form: Representation) {
  const { prepared, nextId } = await new Representations(new LoopTurns(EVENT_LOOP)).of(source, form, anAsker);
  return { text: textOf(prepared), etag: prepared.identity.etag, nextId };
}

/** Number of times a form is created. */
function counted(form: Representation): Representation & { readonly count: () => number } {
  let count = 0;
  const convert: Representation['convert'] = (json, between) => {
    count++;
    return form.convert(json, between);
  };
  return { ...form, convert, count: () => count };
}

describe('a list in another form', () => {
  test('is CSV with a header row, and the next id in a header', async () => {
    const source = listOf(2, NEXT);
    expect(await converted(source, CSV)).toEqual({
      text: 'id,name,price\r\n0,"Åsset ""0"", of many",\r\n1,"Åsset ""1"", of many",1.25\r\n',
      etag: `"${source.tag}-csv"`,
      nextId: NEXT,
    });
  });

  test('is a record on each line', async () => {
    const { text, nextId } = await converted(listOf(2), NDJSON);
    expect(text).toBe(
      '{"id":"0","name":"Åsset \\"0\\", of many"}\n{"id":"1","name":"Åsset \\"1\\", of many","price":"1.25"}\n',
    );
    expect(nextId).toBeUndefined();
  });

  test('is JSON with numbers, which contains the next id', async () => {
    const { text, nextId } = await converted(listOf(2, NEXT), NUMBERS);
    expect(text).toBe(textOf(listOf(2, NEXT)).replace('"1.25"', '1.25'));
    expect(nextId).toBeUndefined();
  });

  test('has only its header row if there are no records', async () => {
    expect((await converted(listOf(0), CSV)).text).toBe('id,name,price\r\n');
    expect((await converted(listOf(0), NDJSON)).text).toBe('');
    expect((await converted(listOf(0), NUMBERS)).text).toBe('{"content":[]}');
  });

  test('is the same if it is created in chunks', async () => {
    const large = listOf(20_000, NEXT);
    const { content } = JSON.parse(textOf(large)) as { content: { name: string; price?: string }[] };
    const { text: csv } = await converted(large, CSV);
    expect(csv.split('\r\n')).toHaveLength(content.length + 2);
    const lines = (await converted(large, NDJSON)).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(content);
    const numbers = (await converted(large, NUMBERS)).text;
    expect(numbers).toBe(textOf(large).replace(/"price":"([\d.]+)"/g, '"price":$1'));
  });

  test('is created in slices of the event loop', async () => {
    let [now, turns] = [0, 0];
    const loop: TimedLoop = {
      // Each chunk takes two milliseconds.
      now: () => (now += 2),
      nextTurn: (goOn) => {
        turns++;
        setImmediate(goOn);
      },
      after: (_ms, goOn) => void setImmediate(goOn),
    };
    const form = counted(CSV);
    await new Representations(new LoopTurns(loop)).of(listOf(20_000), form, anAsker);
    expect(form.count()).toBeGreaterThan(20);
    expect(turns).toBeGreaterThan(form.count() / 4);
  });
});

describe('one record with numbers', () => {
  test('is converted as a whole', async () => {
    const single = PreparedAnswer.ofJson('{"id":"1","name":"x","price":"2.50001"}');
    const { text } = await converted(single, numberRepresentation(Thing));
    expect(text).toBe('{"id":"1","name":"x","price":2.50001}');
  });
});

describe('repeatedly requested forms', () => {
  test('are cached from the second time on', async () => {
    const [representations, source, form] = [
      new Representations(new LoopTurns(EVENT_LOOP)),
      listOf(3),
      counted(CSV),
    ];
    const first = await representations.of(source, form, anAsker);
    const second = await representations.of(source, form, anAsker);
    expect(form.count()).toBe(2);
    expect(second).not.toBe(first);
    expect(await representations.of(source, form, anAsker)).toBe(second);
    expect(await representations.of(source, NDJSON, anAsker)).not.toBe(second);
  });

  test('are created once for all that wait for them', async () => {
    const [representations, source, form] = [
      new Representations(new LoopTurns(EVENT_LOOP)),
      listOf(20_000),
      counted(CSV),
    ];
    const all = await Promise.all([1, 2, 3].map(() => representations.of(source, form, anAsker)));
    expect(new Set(all).size).toBe(1);
    const pieces = form.count();
    await representations.of(source, form, anAsker);
    expect(form.count()).toBe(2 * pieces);
  });

  test('take a limited number of bytes: the least recently used are evicted', async () => {
    const sources = [listOf(10), listOf(10), listOf(10)];
    const each = (await converted(listOf(10), CSV)).text.length + 10;
    const representations = new Representations(new LoopTurns(EVENT_LOOP), 2 * each + 20);
    const form = counted(CSV);
    const ask = (which: number) => representations.of(sources[which] as PreparedAnswer, form, anAsker);
    for (const which of [0, 0, 1, 1]) await ask(which);
    await ask(0);
    expect(form.count()).toBe(4);
    for (const which of [2, 2, 0, 2]) await ask(which);
    expect(form.count()).toBe(6);
    await ask(1);
    expect(form.count()).toBe(7);
  });

  test.each(['at once', 'when it was given up'])(
    'still count as repeated if the client leaves while they are created, and another requests them %s',
    async (when) => {
      const [representations, source] = [new Representations(new LoopTurns(EVENT_LOOP)), listOf(20_000)];
      await representations.of(source, CSV, anAsker);
      const leaving = leavingAsker();
      const givenUp = Promise.resolve(representations.of(source, CSV, () => leaving));
      leaving.leave();
      const failed = expect(givenUp).rejects.toMatchObject({ name: 'AbortError' });
      if (when !== 'at once') await failed;
      const second = await representations.of(source, CSV, anAsker);
      await failed;
      expect(representations.of(source, CSV, anAsker)).toBe(second);
    },
  );

  test('are not cached if the answer is sent once', async () => {
    const [representations, source, form] = [
      new Representations(new LoopTurns(EVENT_LOOP)),
      listOf(3),
      counted(CSV),
    ];
    for (let i = 0; i < 3; i++) await representations.once(source, form, anAsker);
    expect(form.count()).toBe(3);
  });
});

describe('an answer that cannot be converted', () => {
  test('fails for its clients, and delays no others', async () => {
    const representations = new Representations(new LoopTurns(EVENT_LOOP));
    const broken: Representation = {
      ...CSV,
      convert: () => {
        throw new Error('cannot');
      },
    };
    const large = listOf(20_000);
    const failing = representations.of(large, broken, anAsker);
    const next = representations.of(large, NDJSON, anAsker);
    await expect(failing).rejects.toThrow('cannot');
    expect(textOf((await next).prepared)).toContain('"id":"19999"');
    await expect(representations.of(large, broken, anAsker)).rejects.toThrow('cannot');
  });
});

describe('large answers that many clients request', () => {
  const ask = (representations: Representations, clientId: string, form: Representation = CSV) =>
    Promise.resolve(representations.of(listOf(3000), form, () => anAsker(clientId)));

  test('are created in turns by client: one that requests many does not delay another', async () => {
    const representations = new Representations(new LoopTurns(EVENT_LOOP));
    const made: string[] = [];
    const noted = (name: string) => () => made.push(name);
    const all = Array.from({ length: 10 }, () => ask(representations, 'many').then(noted('many')));
    const other = ask(representations, 'other').then(noted('other'));
    await Promise.all([...all, other]);
    expect(made.indexOf('other')).toBeLessThanOrEqual(2);
  });

  test('are refused if too many wait, to the client with the most', async () => {
    const representations = new Representations(new LoopTurns(EVENT_LOOP));
    const many = Promise.allSettled(Array.from({ length: 80 }, () => ask(representations, 'many')));
    const other = await ask(representations, 'other');
    expect(textOf(other.prepared)).toContain('2999');
    const refused = (await many).flatMap((each) =>
      each.status === 'rejected' ? [each.reason as object] : [],
    );
    expect(refused).toHaveLength(80 - 64);
    expect(refused[0]).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  test('are requested again if another client requested first and is refused', async () => {
    const representations = new Representations(new LoopTurns(EVENT_LOOP));
    const source = listOf(3000);
    const askFor = (asker: JobOwner) => Promise.resolve(representations.of(source, CSV, () => asker));
    const before = Promise.allSettled(Array.from({ length: 64 }, () => ask(representations, 'many')));
    const last = askFor(anAsker('many'));
    const leaving = leavingAsker('leaving');
    const joined = [askFor(anAsker('other')), askFor(anAsker('third'))];
    const left = askFor(leaving);
    leaving.leave();
    const another = ask(representations, 'another');
    expect(await Promise.allSettled([last, left])).toMatchObject([
      { reason: { status: 503 } },
      { reason: { name: 'AbortError' } },
    ]);
    const [one, two] = await Promise.all(joined);
    expect(textOf(one!.prepared)).toContain('2999');
    expect(two).toBe(one);
    await Promise.all([before, another]);
  });

  test('are not created for clients that have disconnected, unless others wait for the same', async () => {
    const representations = new Representations(new LoopTurns(EVENT_LOOP));
    const first = ask(representations, 'first');
    const [leaving, alsoLeaving] = [leavingAsker('leaving'), leavingAsker('also')];
    const [unwanted, shared] = [counted(CSV), counted(CSV)];
    const [source, sharedSource] = [listOf(3000), listOf(3000)];
    const failing = [
      representations.of(source, unwanted, () => leaving),
      representations.of(source, unwanted, () => alsoLeaving),
    ];
    const lost = representations.once(listOf(3000), unwanted, () => leaving);
    const staying = [
      representations.of(sharedSource, shared, () => leaving),
      representations.of(sharedSource, shared, anAsker),
    ];
    leaving.leave();
    alsoLeaving.leave();
    for (const each of [...failing, lost]) await expect(each).rejects.toMatchObject({ name: 'AbortError' });
    const [one, two] = await Promise.all(staying);
    expect(one).toBe(two);
    expect(unwanted.count()).toBe(0);
    expect(textOf((await representations.of(source, unwanted, anAsker)).prepared)).toContain('2999');
    await first;
  });

  test('in progress are cancelled when the last client disconnects', async () => {
    const leaving = leavingAsker();
    let count = 0;
    const form: Representation = {
      ...CSV,
      convert: (json, between) => {
        if (++count === 3) leaving.leave();
        return CSV.convert(json, between);
      },
    };
    const representations = new Representations(new LoopTurns(EVENT_LOOP));
    await expect(representations.of(listOf(20_000), form, () => leaving)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(count).toBe(3);
  });
});
