import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LongLivedToken } from '../../../../src/auth/tokens/long-lived-token.ts';
import { LongLivedTokenFile } from '../../../../src/auth/tokens/long-lived-token-file.ts';
import { LongLivedTokens } from '../../../../src/auth/tokens/long-lived-tokens.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { DAY_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { sealJson } from '../../../../src/disk/sealed-json.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders();

function made(id: string, changes: Partial<LongLivedToken> = {}): LongLivedToken {
  return {
    id,
    clientId: 'tm-1',
    audiences: ['rest'],
    scopes: ['read:LX'],
    kid: 'first',
    hash: 'of the token',
    issuedAt: NOW,
    expiresAt: NOW + 90 * DAY_MS,
    ...changes,
  };
}

async function open(folder = newFolder(), clock = new ManualClock(NOW)) {
  const file = new LongLivedTokenFile(folder);
  return { folder, clock, file, tokens: await LongLivedTokens.open(file, clock), path: pathIn(folder) };
}

const pathIn = (folder: string) => join(folder, 'long-lived-tokens.json');

describe('long-lived tokens', () => {
  test('there are none, and no file, before the first is created', async () => {
    const { tokens, path } = await open();
    expect(tokens.list()).toEqual([]);
    await tokens.saveUse();
    expect(existsSync(path)).toBe(false);
  });

  test('a new one is live, also after a restart; only the owner can read the file', async () => {
    const { tokens, folder, path } = await open();
    await tokens.add(made('a'));
    await tokens.add(made('b', { audiences: ['rest', 'stream'] }));
    for (const each of [tokens, (await open(folder)).tokens]) {
      expect(each.list()).toEqual([made('a'), made('b', { audiences: ['rest', 'stream'] })]);
      expect(each.findValid('a')).toEqual(made('a'));
      expect(each.findValid('c')).toBeUndefined();
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('one ends when it is revoked, the others do not, also after a restart', async () => {
    const { tokens, folder, clock } = await open();
    for (const id of ['a', 'b']) await tokens.add(made(id));
    clock.advance(5000);
    expect(await tokens.revoke('a')).toEqual(made('a', { revokedAt: NOW + 5000 }));
    for (const each of [tokens, (await open(folder, clock)).tokens]) {
      expect([each.findValid('a'), each.isRevoked('a')]).toEqual([undefined, true]);
      expect([each.findValid('b')?.id, each.isRevoked('b')]).toEqual(['b', false]);
    }
  });

  test('a token that cannot be revoked is refused with the reason', async () => {
    const { tokens, clock } = await open();
    await tokens.add(made('a'));
    await tokens.add(made('short', { expiresAt: NOW + SECOND_MS }));
    await tokens.revoke('a');
    clock.advance(SECOND_MS);
    await expect(tokens.revoke('a')).rejects.toThrow('token a is already revoked');
    await expect(tokens.revoke('short')).rejects.toThrow('token short has already expired');
    await expect(tokens.revoke('x')).rejects.toThrow(/no long-lived token x: 'tidemark clients tokens'/);
  });

  test('one ends when it expires, is listed for another 30 days, and is then removed', async () => {
    const { tokens, clock } = await open();
    await tokens.add(made('a', { expiresAt: NOW + DAY_MS }));
    clock.advance(DAY_MS - 1);
    expect(tokens.findValid('a')).toBeDefined();
    clock.advance(1);
    expect(tokens.findValid('a')).toBeUndefined();
    await tokens.add(made('b'));
    expect(tokens.list().map(({ id }) => id)).toEqual(['a', 'b']);
    clock.advance(30 * DAY_MS);
    await tokens.revoke('b');
    expect(tokens.list().map(({ id }) => id)).toEqual(['b']);
  });

  test('a key is needed while a token of it is live', async () => {
    const { tokens, clock } = await open();
    await tokens.add(made('a'));
    await tokens.add(made('b', { kid: 'second', expiresAt: NOW + DAY_MS }));
    expect(['first', 'second', 'third'].map((kid) => tokens.needsKey(kid))).toEqual([true, true, false]);
    await tokens.revoke('a');
    clock.advance(DAY_MS);
    expect(['first', 'second'].map((kid) => tokens.needsKey(kid))).toEqual([false, false]);
  });

  test('the last use of one is listed, and stored with the next change and at the end', async () => {
    const { tokens, folder, clock, path } = await open();
    for (const id of ['a', 'b']) await tokens.add(made(id));
    const before = readFileSync(path);
    clock.advance(1000);
    tokens.recordUse('a');
    expect(readFileSync(path)).toEqual(before);
    expect(tokens.list().map(({ lastUsedAt }) => lastUsedAt)).toEqual([NOW + 1000, undefined]);
    await tokens.saveUse();
    clock.advance(1000);
    tokens.recordUse('b');
    await tokens.revoke('b');
    expect((await open(folder, clock)).tokens.list().map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      NOW + 1000,
      NOW + 2000,
    ]);
  });
});

describe('a file of tokens is refused by name and unchanged', () => {
  const sealed = (content: Record<string, unknown>) => sealJson({ format: 1, ...content });

  test.each([
    ['nothing at all', ''],
    ['a list', '[]'],
    ['no checksum', JSON.stringify({ format: 1, tokens: [] })],
    ['no tokens', sealed({})],
    ['a token that is null', sealed({ tokens: [null] })],
    ['an unknown scope', sealed({ tokens: [{ ...made('a'), scopes: ['read:nothing'] }] })],
    ['an unknown audience', sealed({ tokens: [{ ...made('a'), audiences: ['mail'] }] })],
    ['an expiry that is no time', sealed({ tokens: [{ ...made('a'), expiresAt: '2030' }] })],
    ['a newer format', sealJson({ format: 2, tokens: [] })],
  ])('%s', async (_what, content) => {
    const folder = newFolder();
    writeFileSync(pathIn(folder), content);
    await expect(open(folder)).rejects.toThrow(OperatorError);
    await expect(open(folder)).rejects.toThrow(pathIn(folder));
    expect(readFileSync(pathIn(folder), 'utf8')).toBe(content);
  });

  test('wherever a bit of it changes: the tokens are unchanged, or it is refused', async () => {
    const { folder, path, tokens } = await open();
    await tokens.add(made('a'));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ (1 << (at % 8));
      writeFileSync(path, changed);
      let read: readonly LongLivedToken[] = [made('a')];
      try {
        read = await new LongLivedTokenFile(folder).read();
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(OperatorError);
      }
      expect(read, `byte ${at}`).toEqual([made('a')]);
    }
  });
});

describe('a file of tokens that changes while its owner runs', () => {
  test('is reported and not overwritten: one restored to before a token was revoked', async () => {
    const { tokens, path, file } = await open();
    await tokens.add(made('a'));
    const older = readFileSync(path);
    await tokens.revoke('a');
    expect(file.problem).toBeUndefined();
    writeFileSync(path, older);
    expect(file.problem).toContain(`${path} was changed or put back outside tidemark`);
    await expect(tokens.add(made('b'))).rejects.toThrow(/nothing was changed: .*was changed or put back/);
    expect(readFileSync(path)).toEqual(older);
    expect([tokens.findValid('a'), tokens.findValid('b')]).toEqual([undefined, undefined]);
    rmSync(path);
    expect(file.problem).toContain(`${path} is missing`);
    await expect(tokens.add(made('b'))).rejects.toThrow(/nothing was changed: .* is missing/);
  });

  test('is reported and not overwritten: one added where there was none', async () => {
    const other = await open();
    await other.tokens.add(made('a'));
    const { tokens, path, file } = await open();
    writeFileSync(path, readFileSync(other.path));
    expect(file.problem).toContain('outside tidemark');
    await expect(tokens.add(made('b'))).rejects.toThrow(/nothing was changed/);
    expect(tokens.findValid('a')).toBeUndefined();
  });
});
