import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuditContent, AuditEntry } from '../../../../../src/app/operate/audit/audit-chain.ts';
import { AuditLog, readAudit, recordOnce } from '../../../../../src/app/operate/audit/audit-log.ts';
import { KeyFile } from '../../../../../src/auth/key-file.ts';
import { SigningKeys } from '../../../../../src/auth/signing-keys.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders();
const BY = { user: 'alice', uid: 1000, pid: 7 };

const pathOf = (folder: string) => join(folder, 'audit.log');

async function folderWith(...events: string[]): Promise<string> {
  const folder = newFolder();
  const { audit } = await AuditLog.open({ folder, clock: new ManualClock(NOW) });
  for (const event of events) await audit.record({ event, details: { of: event }, by: BY });
  await audit.close();
  return folder;
}

const read = (folder: string) => readAudit(folder);
const eventsOf = ({ entries }: AuditContent) => entries.map(({ event }) => event);
const linesOf = (folder: string) => readFileSync(pathOf(folder), 'utf8').split('\n').slice(0, -1);
const write = (folder: string, lines: readonly string[]) =>
  writeFileSync(pathOf(folder), lines.map((line) => `${line}\n`).join(''));

/** A line changed by someone who knows about its checksum. */
function forged(line: string, change: (text: string) => string): string {
  const text = change(line.slice(9));
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}`;
}

describe('the audit log', () => {
  test('records who did what and when, numbered, over any number of starts, private to its owner', async () => {
    const folder = newFolder();
    const clock = new ManualClock(NOW);
    await recordOnce(folder, clock, { event: 'clients.add', details: { client: 'tm-1' }, by: BY });
    clock.advance(1500);
    await recordOnce(folder, clock, { event: 'keys.rotate', details: {}, by: BY });
    expect(read(folder)).toMatchObject({
      problems: [],
      entries: [
        {
          number: 1,
          at: '2026-01-31T12:00:00.000Z',
          event: 'clients.add',
          by: BY,
          details: { client: 'tm-1' },
        },
        { number: 2, at: '2026-01-31T12:00:01.500Z', event: 'keys.rotate', by: BY, details: {} },
      ],
    });
    expect(statSync(pathOf(folder)).mode & 0o777).toBe(0o600);
  });

  test('accepts concurrent entries one after the other', async () => {
    const folder = newFolder();
    const recorded: AuditEntry[] = [];
    const clock = new ManualClock(NOW);
    const { audit } = await AuditLog.open({ folder, clock, onRecord: (entry) => recorded.push(entry) });
    const events = Array.from({ length: 20 }, (_, i) => `event ${i}`);
    await Promise.all(events.map((event) => audit.record({ event, details: {}, by: BY })));
    await audit.close();
    expect(eventsOf(read(folder))).toEqual(events);
    expect(read(folder)).toMatchObject({ problems: [] });
    expect(recorded.map(({ number }) => number)).toEqual(events.map((_, i) => i + 1));
  });

  test('uses the account of this process if no other is named', async () => {
    const folder = newFolder();
    await recordOnce(folder, new ManualClock(NOW), { event: 'x', details: {} });
    expect(read(folder).entries[0]?.by).toMatchObject({ uid: process.getuid?.(), pid: process.pid });
  });

  test('does not exist before the first entry, and is then valid', async () => {
    for (const folder of [newFolder(), await folderWith()])
      expect(read(folder)).toMatchObject({ entries: [], problems: [], head: undefined, lastNumber: 0 });
  });

  test('of a newer format is refused', async () => {
    const folder = await folderWith('one');
    write(folder, [forged(linesOf(folder)[0] ?? '', () => '{"format":2}')]);
    expect(() => readAudit(folder)).toThrow(OperatorError);
    await expect(AuditLog.open({ folder, clock: new ManualClock(NOW) })).rejects.toThrow(/newer version/);
  });
});

describe('changes to the log are detected', () => {
  test('wherever a byte changes, and the other entries are returned', async () => {
    const folder = await folderWith('one', 'two', 'three');
    const whole = readFileSync(pathOf(folder));
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 1;
      writeFileSync(pathOf(folder), changed);
      const found = read(folder);
      const isLastByte = at === whole.length - 1;
      // Without its line end, the last line looks incomplete.
      if (isLastByte) expect(eventsOf(found)).toEqual(['one', 'two']);
      expect(found.problems.length, `byte ${at}`).toBeGreaterThan(0);
      expect(found.entries.length).toBeGreaterThanOrEqual(1);
    }
  });

  test.each([
    ['the last lines', [2, 3], 4],
    ['all lines', [0, 1, 2, 3], 4],
    ['the header', [0], 4],
  ])('and no number comes twice if %s are damaged', async (_what, damaged, next) => {
    const folder = await folderWith('one', 'two', 'three');
    write(
      folder,
      linesOf(folder).map((line, i) => (damaged.includes(i) ? line.replace(/^./, 'x') : line)),
    );
    await recordOnce(folder, new ManualClock(NOW), { event: 'four', details: {}, by: BY });
    expect(read(folder).entries.at(-1)).toMatchObject({ event: 'four', number: next });
  });

  test('and no number comes twice if the beginning is lost and the end is damaged', async () => {
    const folder = await folderWith('one', 'two', 'three', 'four');
    const [, , , three = '', four = ''] = linesOf(folder);
    write(folder, [three, four.replace(/^./, 'x')]);
    await recordOnce(folder, new ManualClock(NOW), { event: 'five', details: {}, by: BY });
    expect(read(folder).entries.map(({ number }) => number)).toEqual([3, 5]);
  });

  test('when lines are removed or swapped, also at the end', async () => {
    const folder = await folderWith('one', 'two', 'three', 'four', 'five');
    const lines = linesOf(folder);
    const places = fc.shuffledSubarray(lines.map((_, i) => i));
    fc.assert(
      fc.property(places, (kept) => {
        write(
          folder,
          kept.map((place) => lines[place] ?? ''),
        );
        const isWhole = kept.length === lines.length && kept.every((place, i) => place === i);
        expect(read(folder).problems.length === 0).toBe(isWhole);
      }),
    );
  });

  test('when an entry is rewritten with the right checksum', async () => {
    const folder = await folderWith('one', 'two', 'three');
    const lines = linesOf(folder);
    lines[2] = forged(lines[2] ?? '', (text) => text.replace('alice', 'bob'));
    write(folder, lines);
    expect(read(folder).problems).toEqual([
      `line 4 of ${pathOf(folder)} does not follow the one before it: lines were changed or removed`,
    ]);
  });

  test('at a truncated end, also once entries follow', async () => {
    const folder = await folderWith('one', 'two', 'three');
    write(folder, linesOf(folder).slice(0, -2));
    const cut = `${pathOf(folder)} ends with entry 1, but entry 3 was recorded: its end was cut off`;
    expect(read(folder).problems).toEqual([cut]);
    await recordOnce(folder, new ManualClock(NOW), { event: 'four', details: {}, by: BY });
    expect(read(folder).problems).toEqual([
      `line 3 of ${pathOf(folder)} does not follow the one before it: lines were changed or removed`,
    ]);
    expect(read(folder).entries.map(({ number }) => number)).toEqual([1, 4]);
  });

  test.each([
    ['emptied', (folder: string) => writeFileSync(pathOf(folder), '')],
    ['removed', (folder: string) => rmSync(pathOf(folder))],
  ])('when all of it is %s, for ever', async (_how, take) => {
    const folder = await folderWith('one', 'two');
    take(folder);
    expect(read(folder).problems).toEqual([
      `${pathOf(folder)} ends with entry 0, but entry 2 was recorded: its end was cut off`,
    ]);
    await recordOnce(folder, new ManualClock(NOW), { event: 'three', details: {}, by: BY });
    expect(read(folder).problems).toEqual([expect.stringMatching(/line 2 .* lines were changed or removed/)]);
    expect(read(folder).entries).toMatchObject([{ number: 3 }]);
  });

  test('when it is removed with the file that has its last entry, as long as there are keys', async () => {
    const folder = await folderWith('one', 'two');
    await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    for (const name of ['audit.log', 'audit-head.json']) rmSync(join(folder, name));
    const gone = `${pathOf(folder)} is missing or empty, but the directory has keys, whose creation was recorded: the log was removed`;
    expect(read(folder).problems).toEqual([gone]);
    const { audit, found } = await AuditLog.open({ folder, clock: new ManualClock(NOW) });
    expect(found.problems).toEqual([gone]);
    await audit.record({ event: 'three', details: {}, by: BY });
    await audit.close();
    expect(read(folder).problems).toEqual([expect.stringMatching(/line 2 .* lines were changed or removed/)]);
  });

  test('not if a crash came before the last entry was noted', async () => {
    const folder = await folderWith('one');
    const before = readFileSync(join(folder, 'audit-head.json'));
    await recordOnce(folder, new ManualClock(NOW), { event: 'two', details: {}, by: BY });
    writeFileSync(join(folder, 'audit-head.json'), before);
    expect(read(folder).problems).toEqual([]);
  });

  test('if the file with its last entry was removed, until the next entry', async () => {
    const folder = await folderWith('one', 'two');
    rmSync(join(folder, 'audit-head.json'));
    expect(read(folder).problems).toEqual([expect.stringMatching(/audit-head\.json is missing/)]);
    await recordOnce(folder, new ManualClock(NOW), { event: 'three', details: {}, by: BY });
    expect(read(folder).problems).toEqual([]);
    write(folder, linesOf(folder).slice(0, -1));
    expect(read(folder).problems).toEqual([expect.stringMatching(/entry 3 was recorded/)]);
  });

  test.each(['audit.log', 'audit-head.json'])(
    'with a clear message if the disk refuses to read %s',
    async (name) => {
      const folder = await folderWith('one');
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
      const words = new RegExp(
        `${name} cannot be read: it is a folder, not a regular file\\. Restore it from a backup`,
      );
      expect(() => read(folder)).toThrow(OperatorError);
      expect(() => read(folder)).toThrow(words);
      const opening = () => AuditLog.open({ folder, clock: new ManualClock(NOW) });
      await expect(opening()).rejects.toThrow(OperatorError);
      await expect(opening()).rejects.toThrow(words);
    },
  );

  test('when the file with its last entry is damaged, until the next entry', async () => {
    const folder = await folderWith('one');
    writeFileSync(join(folder, 'audit-head.json'), '{"format":1,"number":9}');
    expect(read(folder).problems).toEqual([expect.stringMatching(/audit-head\.json is damaged/)]);
    await recordOnce(folder, new ManualClock(NOW), { event: 'two', details: {}, by: BY });
    expect(read(folder).problems).toEqual([]);
  });

  test('once: entries after it follow each other again', async () => {
    const folder = await folderWith('one', 'two', 'three');
    const lines = linesOf(folder);
    write(folder, [lines[0] ?? '', lines[1] ?? '', `x${lines[2]?.slice(1)}`]);
    await recordOnce(folder, new ManualClock(NOW), { event: 'four', details: {}, by: BY });
    await recordOnce(folder, new ManualClock(NOW), { event: 'five', details: {}, by: BY });
    expect(read(folder).problems).toEqual([`line 3 of ${pathOf(folder)} is damaged`]);
    expect(eventsOf(read(folder))).toEqual(['one', 'four', 'five']);
  });
});

test('an entry counts as recorded even if it cannot be noted as the last one, which is reported', async () => {
  const folder = newFolder();
  const problems: string[] = [];
  const onProblem = (problem: string) => problems.push(problem);
  const { audit } = await AuditLog.open({ folder, clock: new ManualClock(NOW), onProblem });
  rmSync(join(folder, 'audit-head.json'));
  mkdirSync(join(folder, 'audit-head.json'));
  await audit.record({ event: 'one', details: {}, by: BY });
  expect(problems).toEqual([expect.stringMatching(/^audit-head\.json could not be written: /)]);
  rmSync(join(folder, 'audit-head.json'), { recursive: true });
  await audit.record({ event: 'two', details: {}, by: BY });
  await audit.close();
  expect(read(folder)).toMatchObject({ problems: [] });
  expect(eventsOf(read(folder))).toEqual(['one', 'two']);
});

test('a line that a crash left incomplete is reported, and nothing else is wrong', async () => {
  const folder = await folderWith('one');
  appendFileSync(pathOf(folder), 'deadbeef {"num');
  const torn = `an unfinished line of 14 bytes is at the end of ${pathOf(folder)}`;
  expect(read(folder)).toMatchObject({ problems: [torn], isTorn: true });
  const { audit, found } = await AuditLog.open({ folder, clock: new ManualClock(NOW) });
  expect(found.problems).toEqual([
    expect.stringMatching(/unfinished line of 14 bytes was removed from the end of /),
  ]);
  await audit.record({ event: 'two', details: {}, by: BY });
  await audit.close();
  expect(read(folder)).toMatchObject({ problems: [] });
  expect(eventsOf(read(folder))).toEqual(['one', 'two']);
});
