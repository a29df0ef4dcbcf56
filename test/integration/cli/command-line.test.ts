import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS as COMMAND_TABLE } from '../../../src/cli/commands.ts';
import { CommandSession } from '../../support/command-session.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const session = new CommandSession();
const COMMANDS = COMMAND_TABLE.map(({ name }) => name);

describe('the command line', () => {
  test('without a command it lists the commands', async () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await session.run(args);
      expect([code, stderr]).toEqual([0, '']);
      for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  test('explains a command the same way, however it is requested', async () => {
    const asked = [
      ['keys', '--help'],
      ['keys', '-h'],
      ['help', 'keys'],
      ['keys', '--data', 'x', '-h'],
    ];
    const [first, ...others] = await Promise.all(asked.map((args) => session.run(args)));
    expect(first).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: tidemark keys \[ACTION\]/) as unknown,
    });
    expect(others.map(({ stdout }) => stdout)).toEqual(asked.slice(1).map(() => first?.stdout));
  });

  test('explains an action with its options and settings', async () => {
    const { code, stdout } = await session.run(['help', 'clients', 'set']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: tidemark clients set ID \[--name NAME\] /);
    expect(stdout).toMatch(/^ {2}--data PATH +Data directory \(by default \.\/data\)$/m);
  });

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    expect(await tidemark.run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  test.each([
    [['dance'], /^tidemark: unknown command 'dance': 'tidemark --help' lists the commands\n$/],
    [['da\u001b[2Jnce'], /^tidemark: unknown command 'da \[2Jnce'/],
    [['serv'], /^tidemark: unknown command 'serv': did you mean 'serve'\?\n$/],
    [['--verison'], /^tidemark: unknown option '--verison': did you mean '--version'\?\n$/],
    [['help', 'client'], /unknown command 'client': did you mean 'clients'\?/],
    [['clients', 'dance'], /unknown action 'dance' of tidemark clients: use one of list, add, set/],
    [['clients', 'lst'], /unknown action 'lst' of tidemark clients: did you mean 'list'\?/],
    [['clients', 'dance', '--help'], /unknown action 'dance'/],
    [['keys', 'dance'], /unknown action 'dance'/],
    [['config'], /name an action: check, print, explain, docs/],
    [['config', 'dance'], /unknown action 'dance'/],
    [['config', 'explain', 'maxDsk'], /unknown setting maxDsk: did you mean 'maxDisk'\?/],
    [['completion', 'csh'], /SHELL 'csh' is none of bash, zsh, fish: did you mean 'zsh'\?/],
    [['status', '--jsn'], /unknown option --jsn: did you mean --json\?/],
    [['export', 'ticks', '--format', 'cvs'], /--format must be one of .* \(got "cvs": did you mean csv\?\)/],
    [['backfill', '--days', '0'], /--days must be a whole number from 1 to 200 \(got "0"\)/],
    [['backup'], /name the folder for backups/],
    [['restore', 'a', 'b'], /name one backup/],
    [
      ['export', 'ticks', '--out', 'x.parquet', '--format', 'csv'],
      /ends in \.parquet, but --format is csv: formats are csv/,
    ],
    [['export', 'ticks', '--out', 'x.CSV', '--format', 'ndjson'], /ends in \.csv, but --format is ndjson/],
    [['export', 'ticks', '--out', 'x.json'], /ends in \.json, but that is no known format/],
    [['export', 'ticks', '--format', 'xlsx'], /--format must be one of csv, ndjson, parquet \(got "xlsx"\)/],
    [['serve', '--source', 'moon'], /--source must be one of simulator, live, replay \(got "moon"\)/],
    [['clients', 'add'], /--name is missing/],
    [['clients', 'add', '--name', 'desk', '--scope', 'read:everything'], /unknown scope read:everything/],
    [
      ['clients', 'add', '--name', 'desk', '--expires', 'tomorrow'],
      /--expires must be a length of time such as 90d .* or a time in UTC/,
    ],
    [['clients', 'add', '--name', 'desk', 'stray'], /unexpected argument stray/],
    [['clients', 'disable'], /give one client id/],
    [['clients', 'disable', 'a', 'b'], /unexpected argument b: give one client id/],
    [['clients', 'set', 'a'], /say what to change: --name, --scope or --expires/],
    [['clients', 'set', 'a', '--expires', 'yesterday'], /--expires must be .*, or never \(got "yesterday"\)/],
  ])('%j is refused with code 2 and a hint', async (args, expected) => {
    const data = args[0] === 'clients' && args.length > 1 ? ['--data', tidemark.newFolder()] : [];
    const { code, stdout, stderr } = await session.run([...args, ...data]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('wrong settings', () => {
  const WRONG = [
    '--port',
    'eighty',
    '--speed',
    '0',
    '--no-such-flag',
    '--log-level=loud',
    '--tls-cert',
    'cert.pem',
  ];
  const EXPECTED = [
    /^tidemark: --port must be a whole number from 0 to 65535 \(got "eighty"\)$/m,
    /^tidemark: --speed must be a number from 0\.01 to 10000 \(got "0"\)$/m,
    /^tidemark: unknown option --no-such-flag/m,
    /^tidemark: --log-level must be one of /m,
    /^tidemark: --tls-cert and --tls-key must be set together/m,
    /^tidemark: TIDEMARK_SEED must be 1 to 64 letters/m,
  ];

  test.each(['serve', 'config check', 'config print', 'clients list', 'keys rotate'])(
    'are all listed by tidemark %s, with code 2',
    async (command) => {
      const args = [...command.split(' '), ...WRONG];
      const { code, stdout, stderr } = await session.run(args, { environment: { TIDEMARK_SEED: 'a b' } });
      expect([code, stdout]).toEqual([2, '']);
      for (const pattern of EXPECTED) expect(stderr).toMatch(pattern);
      expect(stderr.trimEnd().split('\n')).toHaveLength(EXPECTED.length);
    },
  );

  test('an impossible data directory is named, with code 1 and no stack', async () => {
    const file = join(tidemark.newFolder(), 'file');
    writeFileSync(file, '');
    const { code, stderr } = await tidemark.run(['serve', '--port', '0', '--data', join(file, 'data')]);
    expect(code).toBe(1);
    expect(stderr).toContain(`tidemark: data directory ${join(file, 'data')} cannot be created`);
  });
});

test('one day is a day', async () => {
  const data = tidemark.newFolder();
  await tidemark.serve(['--data', data]);
  const { code, stdout } = await session.run(['backfill', '--days', '1', '--data', data]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\b1 day\b/)]);
  expect(stdout).not.toContain('1 days');
});

describe('tidemark config', () => {
  test('check reports that the configuration is valid, and starts nothing', async () => {
    expect(await session.run(['config', 'check', '--port', '1234'])).toMatchObject({
      code: 0,
      stdout: 'the configuration is valid\n',
      stderr: '',
    });
  });

  test('check warns of variables that have no effect', async () => {
    const { code, stderr } = await session.run(['config', 'check'], { environment: { TIDEMARK_PROT: '1' } });
    expect(code).toBe(0);
    expect(stderr).toContain('TIDEMARK_PROT is not a setting');
  });

  test('print shows every value and its origin, as JSON', async () => {
    const file = join(tidemark.newFolder(), 'tidemark.json');
    writeFileSync(file, JSON.stringify({ seed: 'from-file', port: 1 }));
    const { code, stdout } = await session.run(['config', 'print', '--config', file, '--access-log'], {
      environment: { TIDEMARK_PORT: '2' },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      seed: { value: 'from-file', from: 'file' },
      port: { value: 2, from: 'environment' },
      accessLog: { value: true, from: 'flag' },
      world: { value: 'full', from: 'default' },
    });
  });

  test('docs prints the settings page of the repository', async () => {
    const page = readFileSync(new URL('../../../docs/reference/configuration.md', import.meta.url), 'utf8');
    expect(await tidemark.run(['config', 'docs'])).toMatchObject({ code: 0, stdout: page });
  });
});

const RECORDING = new URL('../../../examples/recordings/2026-11-02T12-00-00Z.recording', import.meta.url)
  .pathname;

const NOWHERE = ['--url', 'http://127.0.0.1:1'];

// In the process of a session, a command that leaves something open would not be noticed.
test.each([
  ['config', 'check', '--data', '.'],
  ['config', 'print', '--data', '.'],
  ['keys', 'list', '--data'],
  ['clients', 'list', '--data'],
  ['audit', '--data'],
  ['status', '--data'],
  ['record', 'inspect', RECORDING],
  ['receipt', 'BTC_USD', ...NOWHERE],
  ['why', 'BTC_USD', '10m', 'now', ...NOWHERE],
  ['check', RECORDING, ...NOWHERE],
  ['logout'],
])('tidemark %s %s ends by itself, with the same output as in a session', async (...args) => {
  const line = args.at(-1) === '--data' ? [...args, await oneWithAClient()] : args;
  const ended = await tidemark.run(line);
  expect(ended).toEqual(await session.run(line));
});

async function oneWithAClient(): Promise<string> {
  const folder = tidemark.newFolder();
  const added = await tidemark.run(['clients', 'add', '--name', 'reader', '--data', folder]);
  expect(added).toMatchObject({ code: 0 });
  return folder;
}
