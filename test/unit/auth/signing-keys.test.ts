import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { KeyFile } from '../../../src/auth/key-file.ts';
import { SIGNING_ALGORITHM, SigningKeys } from '../../../src/auth/signing-keys.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { DAY_MS, HOUR_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31);
const newFolder = temporaryFolders();

const sign = ({ current }: SigningKeys) =>
  new SignJWT({}).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: current.kid }).sign(current.privateKey);

async function verifies(keys: SigningKeys, token: string): Promise<boolean> {
  try {
    await jwtVerify(token, ({ kid = '' }) => {
      const key = keys.verificationKey(kid);
      if (!key) throw new Error('unknown key');
      return key;
    });
    return true;
  } catch {
    return false;
  }
}

describe('signing keys', () => {
  test('a new folder gets one, private to its owner', async () => {
    const folder = newFolder();
    const keys = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    expect(keys.jwks().keys).toHaveLength(1);
    expect(statSync(join(folder, 'signing-keys.json')).mode & 0o777).toBe(0o600);
    expect(await verifies(keys, await sign(keys))).toBe(true);
  });

  test('survive a restart: the same key signs, and issued tokens stay valid', async () => {
    const folder = newFolder();
    const before = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    const token = await sign(before);
    const after = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW + HOUR_MS));
    expect(after.current.kid).toBe(before.current.kid);
    expect(after.jwks()).toEqual(before.jwks());
    expect(await verifies(after, token)).toBe(true);
  });

  test('are published as long as a token that they signed may be valid', async () => {
    const clock = new ManualClock(NOW);
    const needed = new Set<string>();
    const isNeeded = (kid: string) => needed.has(kid);
    const keys = await SigningKeys.open(new KeyFile(newFolder()), clock, undefined, { isNeeded });
    const first = keys.current.kid;
    const second = await keys.rotate();
    const published = () => keys.jwks().keys.map(({ kid }) => kid);
    clock.advance(25 * HOUR_MS - 1);
    expect(published()).toEqual([first, second]);
    clock.advance(1);
    expect(published()).toEqual([second]);
    needed.add(first);
    expect(published()).toEqual([first, second]);
  });

  test('are published without their private part, for verification by anyone', async () => {
    const keys = await SigningKeys.open(new KeyFile(newFolder()), new ManualClock(NOW));
    await keys.rotate();
    const { keys: published } = keys.jwks();
    expect(published).toHaveLength(2);
    for (const jwk of published) {
      expect(Object.keys(jwk).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(jwk).toMatchObject({ alg: 'EdDSA', crv: 'Ed25519', kty: 'OKP', use: 'sig' });
    }
    const token = await sign(keys);
    const jwk = published.find(({ kid }) => kid === keys.current.kid);
    await jwtVerify(token, await importJWK(jwk ?? {}, SIGNING_ALGORITHM));
  });

  test('of one installation do not verify the tokens of another', async () => {
    const [ours, theirs] = await Promise.all([
      SigningKeys.open(new KeyFile(newFolder()), new ManualClock(NOW)),
      SigningKeys.open(new KeyFile(newFolder()), new ManualClock(NOW)),
    ]);
    expect(await verifies(ours, await sign(theirs))).toBe(false);
  });
});

describe('rotating', () => {
  test('signs with a new key, and tokens of the old one stay valid, also after a restart', async () => {
    const folder = newFolder();
    const keys = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    const [oldKid, oldToken] = [keys.current.kid, await sign(keys)];
    const kid = await keys.rotate();
    expect(keys.current.kid).toBe(kid);
    expect(kid).not.toBe(oldKid);
    const restarted = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    expect(restarted.current.kid).toBe(kid);
    for (const each of [keys, restarted]) {
      expect(await verifies(each, oldToken)).toBe(true);
      expect(await verifies(each, await sign(keys))).toBe(true);
    }
  });

  test('drops a retired key only once its last token has expired', async () => {
    const clock = new ManualClock(NOW);
    const keys = await SigningKeys.open(new KeyFile(newFolder()), clock);
    const first = keys.current.kid;
    await keys.rotate();
    clock.advance(DAY_MS);
    await keys.rotate();
    expect(keys.verificationKey(first)).toBeDefined();
    clock.advance(HOUR_MS);
    await keys.rotate();
    expect(keys.verificationKey(first)).toBeUndefined();
    expect(keys.jwks().keys.some(({ kid }) => kid === first)).toBe(false);
  });

  test('several times in a row keeps every key with issued tokens', async () => {
    const keys = await SigningKeys.open(new KeyFile(newFolder()), new ManualClock(NOW));
    const tokens = [await sign(keys)];
    for (let i = 0; i < 5; i++) {
      await keys.rotate();
      tokens.push(await sign(keys));
    }
    for (const token of tokens) expect(await verifies(keys, token)).toBe(true);
  });

  test('many times at once loses none of the keys', async () => {
    const folder = newFolder();
    const keys = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    const rotations = Array.from({ length: 8 }, () => keys.rotate());
    const kids = [keys.current.kid, ...(await Promise.all(rotations))];
    const restarted = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    for (const each of [keys, restarted]) {
      expect(each.jwks().keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(kids));
      for (const kid of kids) expect(each.verificationKey(kid), kid).toBeDefined();
    }
  });
});

async function refusalOf(folder: string): Promise<string> {
  const error: unknown = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return (error as Error).message;
}

describe('a damaged key file is refused by name, and unchanged', () => {
  test.each([
    ['nothing at all', ''],
    ['half of it', '{"format":1,"keys":[{"kid":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another format', '{"format":3,"keys":[]}'],
    ['no checksum in a format that has one', '{"format":2,"keys":[]}'],
    ['no keys', '{"format":1}'],
    ['an empty list of keys', '{"format":1,"keys":[]}'],
    ['a key that is null', '{"format":1,"keys":[null]}'],
    ['a key without its numbers', '{"format":1,"keys":[{"kid":"a","createdAt":1}]}'],
    [
      'a key of numbers that are none',
      '{"format":1,"keys":[{"kid":"a","createdAt":1,"privateJwk":{"kty":"OKP","crv":"Ed25519","x":"!","d":"!"}}]}',
    ],
  ])('%s', async (_what, content) => {
    const folder = newFolder();
    const path = join(folder, 'signing-keys.json');
    writeFileSync(path, content);
    const message = await refusalOf(folder);
    expect(message).toContain(path);
    expect(message).toMatch(/restore it from a backup, or move it away|run the newer version/);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  test('wherever a bit of it changes: the keys are unchanged, or it is refused', async () => {
    const folder = newFolder();
    const path = join(folder, 'signing-keys.json');
    const keys = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ (1 << (at % 8));
      writeFileSync(path, changed);
      const opened = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW)).catch(
        (error: unknown) => error,
      );
      if (opened instanceof SigningKeys) expect(opened.jwks(), `byte ${at}`).toEqual(keys.jwks());
      else expect(opened, `byte ${at}`).toBeInstanceOf(OperatorError);
    }
  });
});

test('a key file of a version before 1.0.0 is refused, and unchanged', async () => {
  const folder = newFolder();
  const path = join(folder, 'signing-keys.json');
  await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
  const { keys } = JSON.parse(readFileSync(path, 'utf8')) as { keys: unknown };
  const content = JSON.stringify({ format: 1, keys });
  writeFileSync(path, content);
  expect(await refusalOf(folder)).toContain(`${path} has format 1, this version knows 2: restore it`);
  expect(readFileSync(path, 'utf8')).toBe(content);
});

describe('a key file that changes while its owner runs', () => {
  test('is reported: a missing one, and one restored to an older state', async () => {
    const folder = newFolder();
    const path = join(folder, 'signing-keys.json');
    const file = new KeyFile(folder);
    const keys = await SigningKeys.open(file, new ManualClock(NOW));
    const older = readFileSync(path);
    await keys.rotate();
    expect(file.problem).toBeUndefined();
    writeFileSync(path, older);
    expect(file.problem).toContain(`${path} was changed outside tidemark`);
    await expect(keys.rotate()).rejects.toThrow(/nothing was changed: .* was changed outside tidemark/);
    // Data read for the attempt does not count as the owner's own.
    expect(file.problem).toContain(`${path} was changed outside tidemark`);
    rmSync(path);
    expect(file.problem).toContain(`${path} is missing`);
    await expect(keys.rotate()).rejects.toThrow(/nothing was changed: .* is missing/);
    expect(existsSync(path)).toBe(false);
  });

  test('is not overwritten, and an added key is not accepted, even with a valid seal', async () => {
    const folder = newFolder();
    const path = join(folder, 'signing-keys.json');
    const keys = await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW));
    const before = keys.jwks();
    // The same file, sealed by another process, with one key more.
    const added = await (await SigningKeys.open(new KeyFile(folder), new ManualClock(NOW))).rotate();
    const changed = readFileSync(path);
    const refused = keys.rotate();
    await expect(refused).rejects.toThrow(/nothing was changed: .* was changed outside tidemark/);
    await expect(refused).rejects.toBeInstanceOf(OperatorError);
    expect(readFileSync(path)).toEqual(changed);
    expect(keys.jwks()).toEqual(before);
    expect(keys.verificationKey(added)).toBeUndefined();
  });
});
