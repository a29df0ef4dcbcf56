import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../../src/app/config/config-error.ts';
import { loadConfig } from '../../../../src/app/config/config.ts';
import { byteCount } from '../../../../src/app/config/setting-kinds.ts';
import { configurationPage, explainSettings, printConfig } from '../../../../src/app/config/config-docs.ts';
import { duration, flagOf } from '../../../../src/core/setting.ts';
import { settingsWith, variableOf } from '../../../../src/app/config/settings.ts';
import { SourceTable } from '../../../../src/sources/source-table.ts';
import { SOURCES } from '../../../../src/app/compose/source-table.ts';
import { FILE_SOURCE } from '../../../support/file-source.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { PRODUCT } from '../../../../src/app/compose/product.ts';

const TABLE = settingsWith(PRODUCT);
const SETTING_NAMES = [...TABLE.keys()];
const newFolder = temporaryFolders();

interface Input {
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly file?: unknown;
}

function load({ flags = [], environment = {}, file }: Input) {
  const argv = file === undefined ? flags : ['--config', configFile(file), ...flags];
  return loadConfig({ ...PRODUCT, argv, environment });
}

function configFile(content: unknown): string {
  const path = join(newFolder(), 'tidemark.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function problemsOf(input: Input): readonly string[] {
  try {
    load(input);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the origin of a value', () => {
  test('without configuration every setting has its default', () => {
    const { settings, origins, warnings } = load({});
    for (const name of SETTING_NAMES) {
      expect(settings[name], name).toEqual(TABLE.get(name)?.default);
      expect(origins[name], name).toBe('default');
    }
    expect(warnings).toEqual([]);
  });

  test('the file overrides the default, the environment overrides the file, a flag overrides all', () => {
    const file = { port: 1001, host: 'file', seed: 'file' };
    const environment = { TIDEMARK_PORT: '1002', TIDEMARK_HOST: 'environment' };
    const { settings, origins } = load({ file, environment, flags: ['--port', '1003'] });
    expect(settings).toMatchObject({ port: 1003, host: 'environment', seed: 'file', world: 'full' });
    expect(origins).toMatchObject({ port: 'flag', host: 'environment', seed: 'file', world: 'default' });
  });

  test('the file may be named by the environment, and a flag names another', () => {
    const [first, second] = [configFile({ port: 1 }), configFile({ port: 2 })];
    const environment = { TIDEMARK_CONFIG: first };
    expect(loadConfig({ ...PRODUCT, argv: [], environment }).settings.port).toBe(1);
    expect(loadConfig({ ...PRODUCT, argv: ['--config', second], environment }).settings.port).toBe(2);
    expect(loadConfig({ ...PRODUCT, argv: [`--config=${second}`], environment }).settings.port).toBe(2);
  });

  test('a setting without a default has no value until it is set', () => {
    expect(load({}).settings.baseUrl).toBeUndefined();
    expect(load({ flags: ['--base-url', 'https://api.example.com/'] }).settings.baseUrl).toBe(
      'https://api.example.com',
    );
  });

  test('variables of other programs are ignored, unknown ones of ours cause a warning', () => {
    const ofClients = {
      TIDEMARK_URL: 'x',
      TIDEMARK_TOKEN: 'x',
      TIDEMARK_CLIENT_ID: 'x',
      TIDEMARK_PROFILE: 'x',
    };
    const environment = { PATH: '/bin', TIDEMARK_PROT: '1', TIDE: 'x', ...ofClients };
    expect(load({ environment }).warnings).toEqual([
      "TIDEMARK_PROT is not a setting and has no effect: did you mean 'TIDEMARK_PORT'?",
    ]);
  });
});

describe('flags', () => {
  test('accept their value after a space or an equals sign', () => {
    expect(load({ flags: ['--port', '1', '--seed=a.b-c_d'] }).settings).toMatchObject({
      port: 1,
      seed: 'a.b-c_d',
    });
    expect(load({ flags: ['--base-url=http://h/a=b'] }).settings.baseUrl).toBe('http://h/a=b');
  });

  test('switches need no value and can be switched off', () => {
    expect(load({ flags: ['--access-log'] }).settings.accessLog).toBe(true);
    expect(load({ flags: ['--no-access-log'] }).settings.accessLog).toBe(false);
    expect(load({ flags: ['--access-log=false'] }).settings.accessLog).toBe(false);
    expect(load({ flags: ['--demo'] }).settings.demo).toBe(true);
    expect(load({ flags: ['--no-demo'] }).settings.demo).toBe(false);
    expect(load({ file: { accessLog: true }, flags: ['--no-access-log'] }).settings.accessLog).toBe(false);
  });

  test('a repeated one is refused; a repeated list is joined', () => {
    const flags = ['--port', '1', '--port=2', '--demo', '--no-demo'];
    expect(() => load({ flags })).toThrow('--port is given twice\n--demo is given twice');
    const live = ['--source', 'live', '--exchanges', 'kraken', '--exchanges', 'okx,bitstamp'];
    expect(load({ flags: live }).settings['exchanges']).toEqual(['kraken', 'okx', 'bitstamp']);
  });

  test('fewer than three exchanges are valid, with a warning about the effect', () => {
    const warnings = (names: string) => load({ flags: ['--source', 'live', '--exchanges', names] }).warnings;
    expect(warnings('kraken,okx')).toEqual([
      expect.stringMatching(/^2 exchanges are read: with fewer than 3/),
    ]);
    expect(warnings('kraken,okx,bitstamp')).toEqual([]);
  });

  test('a setting can be explained by its key, its flag or its variable', () => {
    const text = explainSettings(PRODUCT, 'tiers');
    expect(text).toMatch(
      /^--tiers PATH\n {2}File with your own tiers.*\n {2}variable TIDEMARK_TIERS, key tiers\n$/,
    );
    expect(explainSettings(PRODUCT, '--tiers')).toBe(text);
    expect(explainSettings(PRODUCT, 'TIDEMARK_TIERS')).toBe(text);
    expect(explainSettings(PRODUCT, 'nothing')).toBeUndefined();
    for (const name of SETTING_NAMES) expect(explainSettings(PRODUCT)).toContain(`${flagOf(name)} `.trim());
  });

  test('a list of exchanges with a wrong name names it, with a suggestion', () => {
    const wrong = (names: string) => () => load({ flags: ['--source', 'live', '--exchanges', names] });
    expect(wrong('kraken,krakn,nowhere')).toThrow(
      '(got "kraken,krakn,nowhere": krakn is unknown, did you mean kraken?',
    );
    expect(wrong('kraken,krakn,nowhere')).toThrow('nowhere is unknown');
    expect(wrong('kraken,okx,kraken')).toThrow('kraken appears twice');
    expect(wrong(',')).toThrow(/\(got ",": a name is missing\)/);
    const derivatives = () => load({ flags: ['--source', 'live', '--derivatives', 'okx,deribbit'] });
    expect(derivatives).toThrow('deribbit is unknown, did you mean deribit?');
  });

  test.each([
    [['--tiers', 'nowhere.json'], '--tiers: nowhere.json cannot be read'],
    [
      ['--source', 'live', '--asset-overrides', 'nowhere.json'],
      '--asset-overrides: nowhere.json cannot be read',
    ],
    [
      ['--source', 'live', '--asset-overrides', 'README.md'],
      '--asset-overrides: README.md is not valid JSON',
    ],
    [['--source', 'live', '--supply-file', 'nowhere.csv'], 'nowhere.csv: cannot be read: ENOENT'],
    [['--source', 'replay', '--replay', 'nowhere'], '--replay: nowhere cannot be read (ENOENT)'],
    [
      ['--source', 'replay', '--replay', 'README.md'],
      '--replay: README.md is not a recording of this version',
    ],
    [['--source', 'replay', '--replay', 'docs'], '--replay: docs has no recording'],
  ])('files that settings name are read: %j', (flags, problem) => {
    expect(() => load({ flags })).toThrow(problem);
  });

  test.each([
    [['--prot', '1'], ['unknown option --prot: did you mean --port?']],
    [['--no-port'], ['unknown option --no-port: did you mean --port?']],
    [['--no-such'], ["unknown option --no-such: 'tidemark serve --help' lists them"]],
    [['--prot', '1', '--demo'], ['unknown option --prot: did you mean --port?']],
    [
      ['--prot=1', 'stray'],
      [
        'unknown option --prot: did you mean --port?',
        "unexpected argument 'stray': write settings as --name VALUE",
      ],
    ],
    [['stray'], ["unexpected argument 'stray': write settings as --name VALUE"]],
    [['-p'], ["unknown option -p: 'tidemark serve --help' lists them"]],
    [['--port'], ['--port needs a value']],
    [['--port', '--demo'], ['--port needs a value']],
    [['--config'], ['--config needs a value']],
  ])('%j is refused', (flags, expected) => {
    expect(problemsOf({ flags })).toEqual(expected);
  });
});

describe('lists', () => {
  test('are separated by commas, with or without spaces', () => {
    const flags = [
      '--trust-proxy',
      '10.0.0.0/8, 192.168.0.1,::1/128',
      '--cors-origins',
      'https://a.example,*',
    ];
    expect(load({ flags }).settings).toMatchObject({
      trustProxy: ['10.0.0.0/8', '192.168.0.1', '::1/128'],
      corsOrigins: ['https://a.example', '*'],
    });
  });

  test('may be lists in a file', () => {
    expect(
      load({ file: { corsOrigins: ['https://a.example', 'https://b.example'] } }).settings.corsOrigins,
    ).toEqual(['https://a.example', 'https://b.example']);
  });

  test.each([
    '',
    ',',
    '10.0.0.0/8,',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0',
    'proxy.example',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
  ])('proxies cannot be %j', (value) => {
    expect(problemsOf({ flags: [`--trust-proxy=${value}`] })).toHaveLength(1);
  });

  test('of audiences are normalised for comparison, each once', () => {
    const flags = [
      '--audiences',
      'HTTPS://API.old.example/, wss://ws.old.example/live/,https://api.old.example',
    ];
    expect(load({ flags }).settings.audiences).toEqual([
      'https://api.old.example',
      'wss://ws.old.example/live',
    ]);
    expect(load({}).settings.audiences).toBeUndefined();
    expect(load({ file: { audiences: ['api://old'] } }).settings.audiences).toEqual(['api://old']);
  });

  test.each([
    '',
    'api.old.example',
    'localhost:8080',
    'https://',
    'urn:old',
    'https://a.example?x=1',
    'https://a.example#x',
    'https://user@a.example',
    'https://a.example,,https://b.example',
    Array.from({ length: 101 }, (_, i) => `https://a${i}.example`).join(','),
  ])('audiences cannot be %j', (value) => {
    expect(problemsOf({ flags: [`--audiences=${value}`] })).toEqual([
      expect.stringContaining('--audiences must be a list of URLs'),
    ]);
  });

  test.each(['', 'example.com', 'https://a.example/', 'https://a.example/path', 'null', '*.example.com'])(
    'origins cannot be %j',
    (value) => {
      expect(problemsOf({ flags: [`--cors-origins=${value}`] })).toHaveLength(1);
    },
  );
});

describe('a file', () => {
  test('may contain numbers, booleans and lists as JSON or as text', () => {
    const { settings } = load({
      file: { port: 1, speed: '2.5', accessLog: true, demo: 'false', metricsPort: '0' },
    });
    expect(settings).toMatchObject({ port: 1, speed: 2.5, accessLog: true, demo: false, metricsPort: 0 });
  });

  test.each([
    ['is missing', undefined, /nowhere\.json cannot be read/],
    ['is no JSON', '{"port":', /tidemark\.json is not valid JSON/],
    ['is empty', '', /tidemark\.json is not valid JSON/],
    ['is a list', '[]', /tidemark\.json must hold one JSON object/],
    ['is null', 'null', /tidemark\.json must hold one JSON object/],
    ['has an unknown key', '{"prot":1}', /tidemark\.json: unknown setting "prot"/],
    ['spells a key like a flag', '{"base-url":"http://h"}', /unknown setting "base-url"/],
    [
      'has a value of the wrong kind',
      '{"port":"http"}',
      /tidemark\.json: "port" must be a whole number.*\(got "http"\)/,
    ],
    ['has null for a value', '{"port":null}', /"port" must be a whole number.*\(got "null"\)/],
    ['has an object for a text', '{"host":{}}', /tidemark\.json: "host" /],
    ['has null for a text', '{"host":null}', /tidemark\.json: "host" /],
    ['names what every object has', '{"constructor":1,"toString":2}', /unknown setting "constructor"/],
  ])('that %s is refused', (_what, content, expected) => {
    const input = content === undefined ? { flags: ['--config', '/nowhere.json'] } : { file: content };
    expect(problemsOf(input)[0]).toMatch(expected);
  });
});

describe('problems', () => {
  test('are reported all at once, from every place', () => {
    const problems = problemsOf({
      file: { port: -1, colour: 'blue' },
      environment: { TIDEMARK_SPEED: 'fast', TIDEMARK_WORLD: 'huge' },
      flags: ['--log-level', 'loud', '--tls-cert', 'cert.pem', '--wrong'],
    });
    const expected = [
      /unknown option --wrong/,
      /"port" must be a whole number from 0 to 65535 \(got "-1"\)/,
      /unknown setting "colour"/,
      /TIDEMARK_SPEED must be a number from 0\.01 to 10000 \(got "fast"\)/,
      /TIDEMARK_WORLD must be one of full, small \(got "huge"\)/,
      /--log-level must be one of debug, info, warn, error, silent \(got "loud"\)/,
      /--tls-cert and --tls-key must be set together/,
    ];
    expect(problems).toHaveLength(expected.length);
    for (const pattern of expected)
      expect(problems.filter((problem) => pattern.test(problem))).toHaveLength(1);
  });

  test('are also in the message of the error', () => {
    expect(() => load({ flags: ['--port', 'x', '--seed', ''] })).toThrow(/--port[^]*--seed/);
  });

  test('a wrong value is a problem even if a stronger place has a right one', () => {
    expect(problemsOf({ environment: { TIDEMARK_PORT: 'x' }, flags: ['--port', '1'] })).toHaveLength(1);
  });

  test('certificate and key must be set together', () => {
    expect(problemsOf({ flags: ['--tls-key', 'key.pem'] })).toHaveLength(1);
    expect(problemsOf({ flags: ['--tls-key', 'key.pem'], file: { tlsCert: 'cert.pem' } })).toEqual([]);
  });

  test('metrics need a separate port', () => {
    expect(problemsOf({ flags: ['--metrics-port', '8080'] })).toEqual([
      '--metrics-port must differ from --port',
    ]);
    expect(problemsOf({ flags: ['--metrics-port', '0', '--port', '0'] })).toEqual([]);
  });
});

describe('settings of a source', () => {
  const live = { ...FILE_SOURCE, name: 'live', origin: 'live', settings: {} } as const;
  const sources = new SourceTable('', [SOURCES.defaultSource, FILE_SOURCE, live]);
  const loadWith = (...argv: string[]) => loadConfig({ argv, environment: {}, sources });

  test('are settings like others, and exist only if the table has the source', () => {
    const { settings, warnings } = loadWith('--source', 'file', '--file', 'a.ndjson', '--speed', '2');
    expect(settings).toMatchObject({ source: 'file', file: 'a.ndjson' });
    expect(warnings).toEqual([]);
    expect(problemsOf({ flags: ['--source', 'file'] })).toEqual([
      expect.stringMatching(/^--source must be one of simulator, live, replay /),
    ]);
  });

  test('of another source have no effect, which is reported', () => {
    expect(loadWith('--source', 'file', '--world', 'small').warnings).toEqual([
      '--world has no effect: it is not a setting of the source file',
    ]);
  });

  test('a live source refuses any time except now', () => {
    expect(() => loadWith('--source', 'live', '--speed', '2')).toThrow(/live is live/);
    expect(() => loadWith('--source', 'live', '--start', '2026-01-01T00:00:00Z')).toThrow(/live is live/);
    expect(loadWith('--source', 'live').settings.speed).toBe(1);
  });
});

describe('the pages that explain the settings', () => {
  const committed = new URL('../../../../docs/reference/configuration.md', import.meta.url);

  test('docs/reference/configuration.md is the output of `npm run docs`', () => {
    expect(readFileSync(committed, 'utf8')).toBe(configurationPage(PRODUCT));
  });

  test('name every setting once, with flag, variable and key', () => {
    const rows = configurationPage(PRODUCT)
      .split('\n')
      .filter((line) => line.startsWith('| `--'));
    expect(rows).toHaveLength(SETTING_NAMES.length);
    SETTING_NAMES.forEach((name, i) => {
      expect(rows[i]).toMatch(
        new RegExp(`^\\| \`${flagOf(name)}[ \`].* \`${variableOf(name)}\` \\| \`${name}\` \\|`),
      );
    });
  });

  test('the table for help has every setting', () => {
    expect([...settingsWith(PRODUCT).keys()]).toEqual(SETTING_NAMES);
  });

  test('defaults are shown as a person would type them', () => {
    expect(explainSettings(PRODUCT, 'maxDisk')).toContain('default 20GiB');
    expect([90 * 60_000, 86_400_000, 30_000, 1500].map((value) => duration.format?.(value))).toEqual([
      '90m',
      '1d',
      '30s',
      '1500',
    ]);
    expect([500 * 2 ** 20, 3e9, 12_345].map((value) => byteCount.format?.(value))).toEqual([
      '500MiB',
      '3GB',
      '12345',
    ]);
  });

  test('config print shows every value and its origin, as JSON', () => {
    const printed = JSON.parse(printConfig(load({ flags: ['--port', '1', '--demo'] }))) as object;
    expect(printed).toMatchObject({
      port: { value: 1, from: 'flag' },
      demo: { value: true, from: 'flag' },
      world: { value: 'full', from: 'default' },
      corsOrigins: { value: ['*'], from: 'default' },
      keepReceipts: { value: 'BTC,ETH,BTC_USD@00:00 UTC,16:00 Europe/London', from: 'default' },
    });
    const off = JSON.parse(printConfig(load({ flags: ['--keep-receipts', 'off'] }))) as object;
    expect(off).toMatchObject({ keepReceipts: { value: 'off', from: 'flag' } });
    expect(printed).not.toHaveProperty('baseUrl');
  });
});
