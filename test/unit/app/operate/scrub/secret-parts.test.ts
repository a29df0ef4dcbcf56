import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminHandler } from '../../../../../src/app/operate/control/admin.ts';
import { readAudit, recordOnce } from '../../../../../src/app/operate/audit/audit-log.ts';
import { usageRecord } from '../../../../../src/app/operate/audit/usage-entries.ts';
import {
  acquireDirectory,
  runCommand,
  type OwnedDirectory,
} from '../../../../../src/app/operate/control/admin-access.ts';
import { secretParts } from '../../../../../src/app/operate/scrub/secret-parts.ts';
import { checkParts } from '../../../../../src/app/operate/scrub/verify-storage.ts';
import type { IssuedSecret } from '../../../../../src/auth/client-registry.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const FILES = [
  'clients.json',
  'secret-hmac.key',
  'signing-keys.json',
  'integrity-keys.json',
  'audit-head.json',
];
/** Findings are checked again at once. */
const AT_ONCE = new (class extends SystemClock {
  override async wait(): Promise<void> {}
})();

let folder: string;
let client: string;

const found = async () =>
  (await checkParts(secretParts(folder, AT_ONCE))).map(({ file, what, reason }) =>
    [file, ...(what === undefined ? [] : [what]), reason].join(': '),
  );

async function owning<T>(action: (directory: OwnedDirectory) => Promise<T>): Promise<T> {
  const directory = await acquireDirectory(folder, new SystemClock());
  try {
    return await action(directory);
  } finally {
    await directory.close();
  }
}

const ask = (command: string, args: Record<string, unknown> = {}) =>
  owning((directory) => adminHandler(directory)({ command, arguments: args }));

beforeEach(async () => {
  folder = newFolder();
  const added = (await ask('clients.add', { name: 'desk', scopes: ['read:LX'] })) as IssuedSecret;
  client = added.client.id;
});

describe('files of clients and keys', () => {
  test('that are complete have no finding, nor has a folder without any', async () => {
    for (const command of ['keys.rotate', 'keys.rotate-integrity']) await ask(command);
    expect(await found()).toEqual([]);
    folder = newFolder();
    expect(await found()).toEqual([]);
  });

  test.each(FILES)('%s is named if a bit is flipped, and if it is missing', async (name) => {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const flipped = Buffer.from(bytes);
    flipped[bytes.lastIndexOf('"') - 5]! ^= 1;
    writeFileSync(path, flipped);
    expect(await found()).toEqual(expect.arrayContaining([expect.stringContaining(name)]));
    rmSync(path);
    expect(await found()).toEqual(expect.arrayContaining([expect.stringContaining(name)]));
    writeFileSync(path, bytes);
    expect(await found()).toEqual([]);
  });

  test('that are all missing are named from the audit log', async () => {
    for (const name of FILES.slice(0, 4)) rmSync(join(folder, name));
    expect(await found()).toEqual(FILES.slice(0, 4).map((name) => `${name}: the file is missing`));
  });

  test('clients restored to an older state are named from later records', async () => {
    const path = join(folder, 'clients.json');
    const added = readFileSync(path);
    await ask('clients.disable', { id: client });
    writeFileSync(path, added);
    expect(await found()).toEqual([`clients.json: client ${client} was disabled, but not in the file`]);
    // It accepts the file as it is, and logs that in the service if one was running.
    await ask('clients.remove', { id: client });
    expect(await found()).toEqual([]);
    writeFileSync(path, added);
    expect(await found()).toEqual([`clients.json: client ${client} was removed, but the file has it`]);
  });

  test('a client that was enabled again matches its record', async () => {
    await ask('clients.disable', { id: client });
    await ask('clients.enable', { id: client });
    expect(await found()).toEqual([]);
  });

  test('a client that regained scopes through an older file is named', async () => {
    const path = join(folder, 'clients.json');
    const { scopes } = (await ask('clients.set', { id: client, name: 'renamed' })) as { scopes: string[] };
    const wide = readFileSync(path);
    await ask('clients.set', { id: client, scopes: [] });
    expect(await found()).toEqual([]);
    writeFileSync(path, wide);
    expect(scopes.length).toBeGreaterThan(0);
    expect(await found()).toEqual([
      `clients.json: client ${client} no longer has ${scopes.join(' ')}, but still does in the file`,
    ]);
    await ask('clients.set', { id: client, scopes });
    expect(await found()).toEqual([]);
  });

  describe('a client that was recorded but is missing, as after a crash in between,', () => {
    let problems: string[];
    const path = () => join(folder, 'clients.json');
    const missing = () => `clients.json: client ${client} was added, but the file does not have it`;
    const open = async () => {
      const directory = await acquireDirectory(folder, new SystemClock(), [], {
        onAuditProblem: (problem) => problems.push(problem),
      });
      await directory.close();
    };

    beforeEach(async () => {
      problems = [];
      const before = readFileSync(path());
      client = ((await ask('clients.add', { name: 'second', scopes: [] })) as IssuedSecret).client.id;
      writeFileSync(path(), before);
    });

    test('is named until the owner records and reports, once, that it was not added', async () => {
      expect(await found()).toEqual([missing()]);
      for (const _start of [1, 2]) await open();
      expect(await found()).toEqual([]);
      expect(problems).toEqual([expect.stringContaining(`client ${client} was recorded as added`)]);
      const about = readAudit(folder).entries.filter(({ details }) => details['client'] === client);
      expect(about.map(({ event }) => event)).toEqual(['clients.add', 'clients.add.failed']);
      expect(about[1]?.details).toEqual(about[0]?.details);
    });

    test('is left to the owner by a reading command', async () => {
      await runCommand(folder, new SystemClock(), { command: 'clients.list', arguments: {} });
      expect(await found()).toEqual([missing()]);
    });

    test.each([
      ['clients were changed since', () => ({ event: 'clients.rotate', details: { client: 'other' } })],
      ['it got tokens', () => usageRecord({ from: 0, to: 1, clients: [{ client, tokens: 1, lastAt: 1 }] })],
    ])('stays named if %s: no crash came between', async (_what, record) => {
      await recordOnce(folder, new SystemClock(), record());
      await open();
      expect(await found()).toEqual([missing()]);
      expect(problems).toEqual([]);
    });
  });

  test('keys restored to an older state are named', async () => {
    const path = join(folder, 'signing-keys.json');
    const older = readFileSync(path);
    const { kid } = (await ask('keys.rotate')) as { kid: string };
    writeFileSync(path, older);
    expect(await found()).toEqual([
      `signing-keys.json: key ${kid}: the audit log records it as the newest key, but the file does not have it`,
    ]);
  });

  test('a key of other clients is named', async () => {
    const mine = folder;
    folder = newFolder();
    await ask('keys.rotate');
    writeFileSync(join(mine, 'secret-hmac.key'), readFileSync(join(folder, 'secret-hmac.key')));
    folder = mine;
    expect(await found()).toEqual([
      expect.stringMatching(/^clients\.json: was written with a different key/),
    ]);
  });
});

describe('the audit log', () => {
  let reads: number;
  const counted = (of: string) => {
    reads++;
    return readAudit(of);
  };
  const parts = () => secretParts(folder, AT_ONCE, counted);

  beforeEach(() => void (reads = 0));

  test('is read once for all files of a pass', async () => {
    expect(await checkParts(parts())).toEqual([]);
    expect(reads).toBe(1);
  });

  test('is read again if a file differs from it: the file may be newer', async () => {
    const [clients, ...others] = parts();
    expect(await checkParts([clients!])).toEqual([]);
    await ask('clients.remove', { id: client });
    await ask('keys.rotate');
    expect(await checkParts([clients!, ...others])).toEqual([]);
    expect(reads).toBe(2);
  });
});

test('no finding contains a secret', async () => {
  const texts = FILES.map((name) => readFileSync(join(folder, name), 'utf8'));
  const secrets = texts.flatMap((text) => text.match(/"(?:d|key|secretHash)": "[\w-]+"/g) ?? []);
  expect(secrets.length).toBeGreaterThan(3);
  for (const [i, name] of FILES.entries())
    writeFileSync(join(folder, name), texts[i]!.replace(/"format": \d/, '"format": 9'));
  const problems = (await found()).join('\n');
  for (const secret of secrets) expect(problems).not.toContain(secret.split('"')[3]);
});
