import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { command as headsCommand } from '../../../../src/cli/commands/heads.ts';
import { headsIn } from '../../../../src/cli/head-files.ts';
import { runInProcess } from '../../../support/command-line.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { FIRST_MIDNIGHT, writeSignedHistory } from '../../../support/signed-history.ts';

const newFolder = temporaryFolders();
let data: string;
let file: string;

const heads = (...args: string[]) => runInProcess('heads', headsCommand, [...args, '--data', data]);

/** Checks this text against the data directory. */
async function checked(text: string, folder = data) {
  writeFileSync(file, text);
  return runInProcess('heads', headsCommand, ['check', file, '--data', folder]);
}

beforeEach(async () => {
  data = newFolder();
  file = join(newFolder(), 'witness.txt');
  await writeSignedHistory(data, { days: 2 });
});

describe('tidemark heads witness', () => {
  test('prints the head of the last complete day', async () => {
    const { code, out, err } = await heads('witness');
    expect([code, err]).toEqual([0, '']);
    const key = JSON.parse(readFileSync(join(data, 'integrity-keys.json'), 'utf8')) as {
      keys: [{ kid: string; privateJwk: { x: string } }];
    };
    const [{ kid, privateJwk }] = key.keys;
    expect(out.split('\n')).toEqual([
      'tidemark head v1',
      'day 2026-02-28',
      'slot 2026-03-01T00:00:00.000Z',
      expect.stringMatching(/^record [0-9a-f]{64}$/),
      `key ${kid} ${privateJwk.x}`,
      expect.stringMatching(/^signature [\w-]{86}$/),
      '',
    ]);
    expect(out.length).toBeLessThan(400);
  });

  test('prints that of another day with --day, also as JSON', async () => {
    const { out } = await heads('witness', '--day', '2026-02-27', '--json');
    expect(JSON.parse(out)).toMatchObject({
      day: '2026-02-27',
      slot: '2026-02-28T00:00:00.000Z',
      algorithm: 'EdDSA',
      publicKey: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await checked(out)).toMatchObject({ code: 0 });
  });

  test('says which days there are if it is another one', async () => {
    await expect(heads('witness', '--day', '2026-03-01')).rejects.toThrow(
      '2026-03-01 has no head: there are heads from 2026-02-27 to 2026-02-28',
    );
    await expect(heads('witness', '--day', 'yesterday')).rejects.toThrow('must be a day in UTC');
  });

  test('says when the first one comes', async () => {
    data = newFolder();
    await expect(heads('witness')).rejects.toThrow('has never been served');
    await writeSignedHistory(data, { days: 0 });
    await expect(heads('witness')).rejects.toThrow('no day has a head yet');
  });

  test('prints no head that the history contradicts', async () => {
    const other = newFolder();
    copyFileSync(join(data, 'integrity-keys.json'), join(other, 'integrity-keys.json'));
    await writeSignedHistory(other, { days: 2, input: 'cd'.repeat(32) });
    for (const name of ['integrity-heads.log', 'integrity-count.json'])
      copyFileSync(join(data, name), join(other, name));
    data = other;
    await expect(heads('witness')).rejects.toThrow('cannot be published');
  });
});

describe('tidemark heads check', () => {
  test('confirms a head, also if a mail program has quoted and wrapped it', async () => {
    const { out } = await heads('witness');
    const wrapped = `Dear all,\n\n${out.replaceAll(/^/gm, '> > ').replaceAll(' record ', '\n> record\n> ')}\nKind regards`;
    for (const text of [out, wrapped, out.replaceAll('\n', '\r\n')])
      expect(await checked(text)).toMatchObject({
        code: 0,
        out: '2026-02-28  2026-03-01T00:00:00.000Z  the history has the record that it names; no timestamp\n',
      });
  });

  test('checks all heads in a file', async () => {
    const texts = await Promise.all(
      ['2026-02-27', '2026-02-28'].map(async (day) => (await heads('witness', '--day', day)).out),
    );
    const { code, out } = await checked(texts.join('\nand\n'));
    expect([code, out.split('\n')]).toEqual([0, [expect.any(String), expect.any(String), '']]);
    expect(headsIn(file).map(({ slot }) => slot)).toEqual([FIRST_MIDNIGHT, FIRST_MIDNIGHT + 86_400_000]);
  });

  test("reports a past that was rewritten and signed again with the operator's own key", async () => {
    const published = await Promise.all(
      ['2026-02-27', '2026-02-28'].map(async (day) => (await heads('witness', '--day', day)).out),
    );
    const other = newFolder();
    copyFileSync(join(data, 'integrity-keys.json'), join(other, 'integrity-keys.json'));
    // From the second day on: the head of the first is unchanged.
    await writeSignedHistory(other, { days: 2, input: 'cd'.repeat(32), inputFrom: FIRST_MIDNIGHT + 1 });
    // By itself, the other history is valid.
    const own = await runInProcess('heads', headsCommand, ['witness', '--data', other]);
    expect(await checked(own.out, other)).toMatchObject({ code: 0 });
    const { code, out } = await checked(published.join(''), other);
    const [first, second] = out.split('\n');
    expect(code).toBe(1);
    expect(first).toContain('the history has the record that it names');
    expect(second).toMatch(/REWRITTEN: .*: record [0-9a-f]{64} instead of [0-9a-f]{64}; no timestamp$/);
  });

  test('reports removed days', async () => {
    const { out: published } = await heads('witness');
    const other = newFolder();
    copyFileSync(join(data, 'integrity-keys.json'), join(other, 'integrity-keys.json'));
    await writeSignedHistory(other, { days: 1 });
    expect(await checked(published, other)).toMatchObject({
      code: 1,
      out: expect.stringContaining('MISSING'),
    });
  });

  test('reports a key that the service does not show', async () => {
    const { out: published } = await heads('witness');
    const other = newFolder();
    await writeSignedHistory(other, { days: 2 });
    expect(await checked(published, other)).toMatchObject({
      code: 1,
      out: expect.stringContaining('UNKNOWN KEY'),
    });
  });

  test('reports an altered text', async () => {
    const { out } = await heads('witness');
    const record = /record ([0-9a-f]{64})/.exec(out)![1]!;
    expect(await checked(out.replace(record, 'ef'.repeat(32)))).toMatchObject({
      code: 1,
      out: expect.stringContaining('NOT SIGNED'),
    });
    await expect(checked(out.replace('day 2026-02-28', 'day 2026-02-27'))).rejects.toThrow(
      'witness 1 is altered',
    );
    await expect(checked(out.slice(0, -20))).rejects.toThrow('witness 1 is incomplete');
    await expect(checked('nothing of that kind')).rejects.toThrow('holds no head. The file must be');
    await expect(heads('check', join(data, 'absent'))).rejects.toThrow('cannot be read: ENOENT');
    await expect(heads('check')).rejects.toThrow('name one file with heads');
  });
});
