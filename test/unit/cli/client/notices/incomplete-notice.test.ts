import { describe, expect, test } from 'vitest';
import { command as candlesCommand } from '../../../../../src/cli/commands/candles.ts';
import { command as exportCommand } from '../../../../../src/cli/commands/export.ts';
import { command as getCommand } from '../../../../../src/cli/commands/get.ts';
import { IncompleteNotice } from '../../../../../src/cli/client/notices/incomplete-notice.ts';
import type { Command } from '../../../../../src/cli/command.ts';
import { runInProcess } from '../../../../support/command-line.ts';
import { runAgainst } from '../../../../support/stubbed-service.ts';

const ID = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const CANDLE = {
  id: ID,
  indexId: ID,
  indexType: 'MWA',
  price: '3',
  interval: '1h',
  open: '1',
  high: '4',
  low: '1',
  close: '3',
  startTimestamp: '2026-11-18T12:00:00.000Z',
  endTimestamp: '2026-11-18T13:00:00.000Z',
  timestamp: '2026-11-18T12:00:00.000Z',
  ticks: '7',
  carried: '0',
  expected: '120',
  complete: false,
};
const BACKFILL = 'BACKFILL;from="2026-11-16T00:00:00.000Z";to="2026-11-17T00:00:00.000Z"';
const FILLED_IN =
  'incomplete: 2026-11-16 to 2026-11-17 is still being filled in (BACKFILL); try again in a few seconds';
const WAITS = ", or use 'tidemark export --url', which waits";

/** A service with incomplete answers to ranges. */
function run(name: string, command: Command, args: readonly string[], header: string | null = BACKFILL) {
  const answer = ({ pathname, searchParams }: URL) => {
    const isFile = pathname.includes('/export/');
    const isRange = searchParams.has('from');
    const headers = {
      ...(isFile && { 'content-type': 'text/csv' }),
      ...(isRange && header !== null && { 'tidemark-incomplete': header }),
    };
    return isFile
      ? new Response('id\n', { headers })
      : Response.json({ content: [CANDLE], ...CANDLE }, { headers });
  };
  return runAgainst({ answer }, name, command, args);
}

const RANGE = ['--from', '2026-11-15', '--to', '2026-11-19'];
const COMMANDS: readonly (readonly [string, Command, readonly string[]])[] = [
  ['candles', candlesCommand, [ID, ...RANGE]],
  ['get', getCommand, ['candles', ID, '--interval', '1h', '--json', ...RANGE]],
  ['export', exportCommand, ['candles', '--interval', '1h', '--index', ID, ...RANGE]],
];

describe.each(COMMANDS)('%s', (name, command, args) => {
  test('reports once what is missing, and exits with 0, with --strict with 6', async () => {
    const usual = await run(name, command, args);
    expect([usual.code, usual.err]).toEqual([0, `tidemark: ${FILLED_IN}${name === 'export' ? '' : WAITS}\n`]);
    const strict = await run(name, command, [...args, '--strict']);
    expect([strict.code, strict.err, strict.out]).toEqual([6, usual.err, usual.out]);
  });

  test('says nothing about a complete range', async () => {
    const { code, err } = await run(name, command, [...args, '--strict'], null);
    expect([code, err]).toEqual([0, '']);
  });

  test('reports that something is missing if the service cannot be understood', async () => {
    const { code, err } = await run(name, command, [...args, '--strict'], 'what?');
    expect([code, err]).toEqual([6, 'tidemark: incomplete: 2026-11-15 to 2026-11-19 is missing (UNKNOWN)\n']);
  });
});

test('of the newest candles only, missing data among them counts', async () => {
  const args = [ID, ...RANGE, '--limit', '1', '--strict'];
  expect(await run('candles', candlesCommand, args)).toMatchObject({ code: 0, err: '' });
  const later = 'DOWN;from="2026-11-18T12:10:00.000Z";to="2026-11-18T12:12:30.000Z"';
  expect(await run('candles', candlesCommand, args, `${BACKFILL}, ${later}`)).toMatchObject({
    code: 6,
    err: 'tidemark: incomplete: 2026-11-18T12:10Z to 2026-11-18T12:12:30Z is missing because the service was down (DOWN)\n',
  });
});

test('an export also reports it in its JSON', async () => {
  const [name, command, args] = COMMANDS[2]!;
  const { err } = await run(name, command, [...args, '--json']);
  const items = [{ reason: 'BACKFILL', from: '2026-11-16T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z' }];
  expect(
    err
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object),
  ).toEqual(expect.arrayContaining([expect.objectContaining({ incomplete: items }), { message: FILLED_IN }]));
});

test('an export of a directory has no --strict', async () => {
  await expect(runInProcess('export', exportCommand, ['ticks', '--strict'])).rejects.toThrow(
    '--strict needs a service',
  );
});

test('many ranges are one line of five and a number', () => {
  const notice = new IncompleteNotice();
  expect(notice.text()).toBeUndefined();
  const day = (number: number) => `2026-11-${10 + number}T00:00:00.000Z`;
  notice.add(Array.from({ length: 7 }, (_, i) => ({ reason: `R${i}`, from: day(i), to: day(i + 1) })));
  expect(notice.text()).toMatch(/^incomplete: (?:\S+ to \S+ is missing \(R\d\); ){5}and 2 more$/);
});
