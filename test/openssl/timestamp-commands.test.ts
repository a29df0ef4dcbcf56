import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evidence } from '../../sdk/src/evidence/index.ts';
import { readHeads } from '../../src/app/pipeline/integrity/head-log.ts';
import { verifyHeads } from '../../src/app/pipeline/integrity/verify-heads.ts';
import { TIMESTAMP_FILE, TimestampLog } from '../../src/app/pipeline/integrity/timestamp/timestamp-log.ts';
import { timestampRequest, tokenIn } from '../../src/app/pipeline/integrity/timestamp/timestamp-authority.ts';
import { verifyStorage } from '../../src/app/operate/scrub/verify-storage.ts';
import { command as headsCommand } from '../../src/cli/commands/heads.ts';
import { authoritiesIn } from '../../src/cli/timestamps.ts';
import { headText, servedHead, type SignedHead } from '../../src/core/integrity-head.ts';
import { LineLog } from '../../src/disk/line-log.ts';
import { runInProcess } from '../support/command-line.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { writeSignedHistory } from '../support/signed-history.ts';
import { TestAuthority } from '../support/timestamp-authority.ts';

const PATIENCE_MS = 900_000;
const newFolder = temporaryFolders();
let authority: TestAuthority;
let other: TestAuthority;
let data: string;
let file: string;
let heads: readonly SignedHead[];

beforeAll(() => {
  authority = new TestAuthority();
  other = new TestAuthority();
}, PATIENCE_MS);
afterAll(() => {
  authority?.close();
  other?.close();
});

function tokenOver(text: string): string {
  const { bytes } = timestampRequest(createHash('sha256').update(text).digest());
  return tokenIn(authority.reply(bytes)).toString('base64');
}

/** Puts this token beside the head of the first day. */
async function keep(token: string): Promise<void> {
  rmSync(join(data, TIMESTAMP_FILE), { force: true });
  const { slot, recordHash } = heads[0]!;
  const quarantine = { copy: () => expect.fail('a doubtful file') };
  const log = await TimestampLog.open({ folder: data, quarantine, onProblem: (text) => expect.fail(text) });
  await log.append({ slot, recordHash, token });
  await log.close();
}

const run = (...args: string[]) => runInProcess('heads', headsCommand, [...args, '--data', data]);

beforeEach(async () => {
  data = newFolder();
  file = join(newFolder(), 'witness.txt');
  await writeSignedHistory(data, { days: 2 });
  heads = readHeads(data).heads;
  await keep(tokenOver(headText(heads[0]!)));
  writeFileSync(file, (await run('witness', '--day', '2026-02-27')).out);
});

describe('tidemark heads check', () => {
  test('checks the timestamp of a head, with the authority that the user trusts', async () => {
    expect(await run('check', file, '--timestamp-ca', authority.caFile)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/; timestamped 20\d\d-[^ ]+Z by Test TSA\n$/),
    });
    expect(await run('check', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('not checked: give --timestamp-ca'),
    });
  });

  test('reports another authority, an altered token and one over another text', async () => {
    const outcome = async (...args: string[]) => {
      const { code, out } = await run('check', file, ...args);
      expect(code).toBe(1);
      return /INVALID TIMESTAMP: (.*)\n$/.exec(out)?.[1];
    };
    expect(await outcome('--timestamp-ca', other.caFile)).toContain('does not lead to the given authority');
    await keep(tokenOver('another text'));
    expect(await outcome()).toBe('it was issued over another text');
    const token = Buffer.from(tokenOver(headText(heads[0]!)), 'base64');
    token[token.length - 1]! ^= 1;
    await keep(token.toString('base64'));
    expect(await outcome()).toBe('its signature does not match');
    await keep('AAAA');
    expect(await outcome()).toContain('it cannot be read');
  });

  test('reports a head without a timestamp if an authority is given', async () => {
    writeFileSync(file, (await run('witness')).out);
    expect(await run('check', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('; no timestamp'),
    });
    expect(await run('check', file, '--timestamp-ca', authority.caFile)).toMatchObject({ code: 1 });
  });

  test('takes the token from JSON, where the operator cannot remove it', async () => {
    writeFileSync(file, (await run('witness', '--day', '2026-02-27', '--json')).out);
    rmSync(join(data, TIMESTAMP_FILE));
    const { code, out } = await run('check', file, '--timestamp-ca', authority.caFile, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { outcome: 'confirmed', timestamp: { isRight: true, chain: 'trusted', authority: 'Test TSA' } },
    ]);
  });

  test('takes head and token from a file of tidemark evidence', async () => {
    const receipt = { timestamp: '', price: '1' } as never;
    const timestampToken = tokenOver(headText(heads[0]!));
    writeFileSync(file, evidence({ receipt, head: servedHead(heads[0]!), timestampToken }));
    rmSync(join(data, TIMESTAMP_FILE));
    expect(await run('check', file, '--timestamp-ca', authority.caFile)).toMatchObject({ code: 0 });
  });

  test('refuses a file without certificates in words', async () => {
    await expect(run('check', file, '--timestamp-ca', file)).rejects.toThrow('contains no certificate');
    await expect(run('check', file, '--timestamp-ca', join(data, 'absent'))).rejects.toThrow('ENOENT');
  });
});

describe('verification', () => {
  const timestamps = async (ca?: string) => {
    const history = { records: async function* () {}, close: async () => {} };
    const parts = { folder: data, history, openAgain: async () => history, oldest: 0, newest: 0 };
    const given = { given: [], givenKeys: undefined, timestampAuthorities: authoritiesIn(ca) };
    return (await verifyHeads({ ...parts, ...given }, [], 0)).timestamps;
  };

  test('checks the timestamps of all heads', async () => {
    expect(await timestamps(authority.caFile)).toMatchObject([
      { verdict: { isRight: true, chain: 'trusted' } },
    ]);
    expect(await timestamps(other.caFile)).toMatchObject([{ verdict: { isRight: false } }]);
  });

  test('reports a token of a head that is not kept', async () => {
    rmSync(join(data, 'integrity-heads.log'));
    expect(await timestamps()).toMatchObject([
      { verdict: { isRight: false, because: 'it belongs to a head that is not stored' } },
    ]);
  });

  test('of the storage names a damaged line', async () => {
    const path = join(data, TIMESTAMP_FILE);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"slot"', '"sloT"'));
    const { damage } = await verifyStorage(data);
    expect(damage).toContainEqual(expect.objectContaining({ file: TIMESTAMP_FILE }));
  });

  test('refuses a file of a newer format', async () => {
    LineLog.replace(join(data, TIMESTAMP_FILE), ['{"format":2}']);
    await expect(run('check', file)).rejects.toThrow('run the newer version that wrote it');
  });
});
