import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startService({ argv: STANDING_WORLD.argv });
});
afterAll(() => service.close());

type Record_ = Readonly<Record<string, unknown>>;
interface Answer {
  readonly content: readonly Record_[];
  readonly errors: readonly Record_[];
}

async function read(path: string, status = 200, headers?: Record<string, string>): Promise<Answer> {
  const answer = await service.get(path, headers);
  expect([path, answer.status]).toEqual([path, status]);
  return (await answer.json()) as Answer;
}

const withScopes = async (...scopes: string[]) => ({
  authorization: `Bearer ${await service.token({ scope: scopes.join(' ') })}`,
});

describe('/v3/quality', () => {
  test('has every index of the last tick once, in the order of /index-ticker', async () => {
    const [{ content }, tickers] = await Promise.all([read('/v3/quality'), read('/v3/index-ticker')]);
    const at = tickers.content[0]?.['timestamp'];
    const ofTick = tickers.content.filter(({ timestamp }) => timestamp === at);
    expect(content.map(({ indexId, timestamp }) => [indexId, timestamp])).toEqual(
      ofTick.map(({ indexId }) => [indexId, at]),
    );
    expect(content.map(({ flags }) => flags)).toEqual(ofTick.map(({ flags = [] }) => flags));
  });

  test.each([
    ['marketName=BTC_USD', 'MWA', BTC_USD, 'exchanges'],
    ['name=BLX', 'LX', BLX, 'constituents'],
  ])('%s agrees with the receipt of the same tick', async (query, indexType, indexId, accepted) => {
    const { content } = await read(`/v3/quality?${query}`);
    const tick = await read(`/v3/index-ticker?${query}`);
    const receipt = (await read(
      `/v3/index-ticker/${String(tick.content[0]?.['id'])}/constituents`,
    )) as unknown as Readonly<Record<string, readonly { readonly reason?: string }[]>>;
    const refused = receipt['refused']!.filter(({ reason }) => reason !== 'NO_TICKER');
    expect(content).toMatchObject([{ indexType, indexId, flags: receipt['flags'] }]);
    expect(content[0]).toMatchObject({
      exchanges: String(receipt[accepted]?.length),
      refused: String(refused.length),
      spreadBps: expect.stringMatching(/^\d+(\.\d{1,2})?$/) as unknown,
    });
    expect(content[0]?.['trustSource']).toBe(receipt['trustSource']);
  });

  test('has no medians and refusals of a GWA, which is made from markets', async () => {
    const { content } = await read('/v3/quality?symbol=BTC');
    expect(content).toHaveLength(1);
    expect(Object.keys(content[0]!)).toEqual(['indexId', 'indexType', 'timestamp', 'exchanges', 'flags']);
    expect(content[0]).toMatchObject({ indexId: BTC, indexType: 'GWA' });
  });

  test('holds the types that a token may read, and refuses the others', async () => {
    const lx = await withScopes('read:LX');
    const { content } = await read('/v3/quality', 200, lx);
    expect(new Set(content.map(({ indexType }) => indexType))).toEqual(new Set(['LX']));
    await read('/v3/quality?indexType=GWA', 403, lx);
    await read(`/v3/quality?indexId=${BTC_USD}`, 403, lx);
    const averages = await read('/v3/quality', 200, await withScopes('read:index-ticker'));
    expect(new Set(averages.content.map(({ indexType }) => indexType))).toEqual(new Set(['MWA', 'GWA']));
  });

  test('answers what is unknown with an empty list, and what is malformed with 400', async () => {
    expect(await read(`/v3/quality?indexId=${UNKNOWN}`)).toEqual({ content: [] });
    expect(await read(`/v3/quality?indexId=${BTC_USD}&indexType=GWA`)).toEqual({ content: [] });
    const { errors } = await read('/v3/quality?indexType=XYZ&indexId=1', 400);
    expect(errors.map(({ object, field }) => [object, field])).toEqual([
      ['Quality', 'indexType'],
      ['Quality', 'indexId'],
    ]);
  });

  test('is fresh for as long as the tick, and has one entity tag for each set of types', async () => {
    const all = { authorization: `Bearer ${await service.token()}` };
    const lx = await withScopes('read:LX');
    const answers = await Promise.all([service.get('/v3/quality', all), service.get('/v3/quality', lx)]);
    const tags = answers.map(({ headers }) => headers.get('etag') ?? '');
    expect(new Set(tags).size).toBe(2);
    expect(answers[0]?.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    const again = await service.get('/v3/quality', { ...all, 'if-none-match': tags[0]! });
    expect(again.status).toBe(304);
    await Promise.all(answers.map((answer) => answer.text()));
  });
});

describe('/v3/quality/exchange', () => {
  test('has every exchange, with as many listings as it has, and volumes that add up', async () => {
    const [{ content }, exchanges] = await Promise.all([read('/v3/quality/exchange'), read('/v3/exchange')]);
    const listed = exchanges.content.map(({ id, name, markets }) => {
      return [id, name, String((markets as readonly unknown[]).length)];
    });
    expect(content.map(({ exchangeId, name, listings }) => [exchangeId, name, listings]).toSorted()).toEqual(
      listed.toSorted(),
    );
    const share = content.reduce((sum, { volumeShare }) => sum + Number(volumeShare), 0);
    expect(share).toBeCloseTo(1, 3);
  });

  test('counts as many accepted in the only tick of its hour as at that tick', async () => {
    const { content } = await read(`/v3/quality/exchange?exchangeId=${KRAKEN}`);
    expect(content).toMatchObject([{ exchangeId: KRAKEN, name: 'Kraken' }]);
    const hours = content[0]?.['hours'] as readonly Record_[];
    expect(hours).toHaveLength(24);
    expect(hours.map(({ ticks }) => ticks)).toEqual([...hours.slice(1).map(() => '0'), '1']);
    expect(hours.at(-1)?.['accepted']).toBe(content[0]?.['accepted']);
  });

  test('is CSV without its hours, and numbers where they are asked for', async () => {
    const csv = await (await service.get(`/v3/quality/exchange?exchangeId=${KRAKEN}&format=csv`)).text();
    const [header, row, end] = csv.split('\r\n');
    expect(header).toBe('exchangeId,name,timestamp,listings,accepted,volumeShare,medianDeviationBps');
    expect([row?.startsWith(`${KRAKEN},Kraken,`), end]).toEqual([true, '']);
    const { content } = await read(`/v3/quality/exchange?exchangeId=${KRAKEN}&quantities=number`);
    const hours = content[0]?.['hours'] as readonly Record_[];
    expect([typeof content[0]?.['listings'], hours.at(-1)?.['ticks']]).toEqual(['number', 1]);
  });

  test('needs the scope of exchange tickers', async () => {
    await read('/v3/quality/exchange', 403, await withScopes('read:index-ticker', 'read:LX'));
    await read('/v3/quality/exchange', 200, await withScopes('read:exchange-ticker'));
  });

  test('answers an unknown exchange with an empty list, and no id with 400', async () => {
    expect(await read(`/v3/quality/exchange?exchangeId=${UNKNOWN}`)).toEqual({ content: [] });
    const { errors } = await read('/v3/quality/exchange?exchangeId=Kraken', 400);
    expect(errors).toMatchObject([{ object: 'Quality', field: 'exchangeId', rejectedValue: 'Kraken' }]);
  });
});
