import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/app/config/config-error.ts';
import { action, switchOption, UsageError, type Action } from '../../../src/cli/command.ts';
import { readCall } from '../../../src/cli/read-call.ts';
import { moment } from '../../../src/cli/times.ts';
import { duration, choice, optional, setting, wholeNumber, nonEmptyText } from '../../../src/core/setting.ts';

const OPTIONS = {
  name: optional(nonEmptyText, 'A name'),
  kind: optional(choice(['ticks', 'ohlcv']), 'A kind'),
  days: setting(wholeNumber(1, 9), 3, 'Days'),
  newestFirst: switchOption('The newest first'),
  url: { ...optional(nonEmptyText, 'An address'), variable: 'TIDEMARK_TEST_URL' },
};

const COPY = action({ options: OPTIONS, positionals: [], run: () => 0 });
const MOVE: Action = {
  ...COPY,
  positionals: [
    { name: 'FROM', about: 'From where', missingMessage: 'say from where to where' },
    { name: 'TO', about: 'To where', missingMessage: 'say from where to where', isOptional: true },
  ],
};
const SERVICE: Action = { ...MOVE, settings: ['data'] };

const read = (of: Action, args: readonly string[], environment: Record<string, string> = {}) =>
  readCall('copy', of, args, environment);
const problems = (of: Action, args: readonly string[], environment?: Record<string, string>) =>
  read(of, args, environment).then(
    () => [],
    (error: unknown) => {
      expect(error).toBeInstanceOf(UsageError);
      return (error as UsageError).problems;
    },
  );

describe('a command accepts', () => {
  test('its options, with a space or an equals sign, as typed values', async () => {
    const { options } = await read(COPY, ['--name', 'desk', '--kind=ohlcv', '--days', '4', '--newest-first']);
    expect(options).toEqual({ name: 'desk', kind: 'ohlcv', days: 4, newestFirst: true, url: undefined });
  });

  test('defaults for missing options', async () => {
    expect((await read(COPY, [])).options).toMatchObject({ name: undefined, days: 3, newestFirst: false });
  });

  test('values with spaces, line ends and equals signs unchanged', async () => {
    expect((await read(COPY, ['--name=a=b\nc d'])).options).toMatchObject({ name: 'a=b\nc d' });
    expect((await read(COPY, ['--name', 'a=b c'])).options).toMatchObject({ name: 'a=b c' });
  });

  test('a single dash as a value', async () => {
    expect((await read(COPY, ['--name', '-'])).options).toMatchObject({ name: '-' });
  });

  test('several values of a list, and at least one', async () => {
    const names = { name: 'NAME', about: 'Whom', missingMessage: 'say whom', isList: true };
    const greet: Action = { ...COPY, positionals: [names] };
    expect((await read(greet, ['a', '--days', '2', 'b', 'c'])).positionals).toEqual(['a', 'b', 'c']);
    expect(await problems(greet, [])).toEqual(['say whom']);
  });

  test('the set of options given on the command line, not by a variable', async () => {
    const { given } = await read(COPY, ['--days', '2', '--newest-first'], { TIDEMARK_TEST_URL: 'x' });
    expect([...given]).toEqual(['days', 'newestFirst']);
  });

  test('non-options as positionals, and everything after two dashes', async () => {
    expect((await read(MOVE, ['a', '--days', '2', 'b'])).positionals).toEqual(['a', 'b']);
    expect((await read(MOVE, ['--', '--name', '-b'])).positionals).toEqual(['--name', '-b']);
  });

  test('an option from the environment, which the command line overrides', async () => {
    const environment = { TIDEMARK_TEST_URL: 'https://a.example' };
    expect((await read(COPY, [], environment)).options).toMatchObject({ url: 'https://a.example' });
    expect((await read(COPY, ['--url', 'b'], environment)).options).toMatchObject({ url: 'b' });
  });

  test('the settings of the service only if it declares them', async () => {
    const call = await read(SERVICE, [
      'a',
      '--data',
      './here',
      '--log-level=warn',
      '--name',
      'x',
      '--no-demo',
      'b',
    ]);
    expect(call.settingArguments).toEqual(['--data=./here', '--log-level=warn', '--no-demo']);
    expect(call.positionals).toEqual(['a', 'b']);
    expect(call.config().settings).toMatchObject({ data: './here', logLevel: 'warn', demo: false });
    expect(await problems(COPY, ['--data', './here'])).toEqual([
      'unknown option --data: did you mean --days?',
    ]);
  });

  test('any text if all arguments are plain', async () => {
    const plain: Action = { ...MOVE, isPlain: true };
    expect((await read(plain, ['--days', '--nonsense'])).positionals).toEqual(['--days', '--nonsense']);
  });
});

test('for a time that clocks skip the reason comes first, and for an abbreviated zone too', async () => {
  const command = action({ options: { at: optional(moment, 'When') }, run: () => 0 });
  expect(await problems(command, ['--at', '2026-03-29 01:30 Europe/London'])).toEqual([
    expect.stringMatching(
      /^--at "2026-03-29 01:30 Europe\/London": clocks in Europe\/London skip .*: write /,
    ),
  ]);
  expect(await problems(command, ['--at', '2026-11-16 16:00 EST'])).toEqual([
    expect.stringMatching(/^--at "2026-11-16 16:00 EST": EST is not an IANA time zone: use one such as /),
  ]);
  expect(await problems(command, ['--at', 'noon'])).toEqual([
    expect.stringMatching(/^--at must be a time in UTC .*\(got "noon"\)$/),
  ]);
});

describe('a command refuses', () => {
  test.each([
    [['--name'], ['--name needs a value']],
    [
      ['--name', '--days', '3'],
      ['--name needs a value', 'unexpected argument 3'],
    ],
    [['--name', 'a', '--name=b'], ['--name is given twice']],
    [['--days', 'ten'], ['--days must be a whole number from 1 to 9 (got "ten")']],
    [['--days='], ['--days must be a whole number from 1 to 9 (got "")']],
    [['--kind', 'tick'], ['--kind must be one of ticks, ohlcv (got "tick": did you mean ticks?)']],
    [['--kind', 'weather'], ['--kind must be one of ticks, ohlcv (got "weather")']],
    [['--newest-first=perhaps'], ['--newest-first must be true or false (got "perhaps")']],
    [['--newst-first'], ['unknown option --newst-first: did you mean --newest-first?']],
    [['-x'], ["unknown option -x: 'tidemark copy --help' lists them"]],
    [['-name'], ['unknown option -name: did you mean --name?']],
    [['--weather', 'fine'], ["unknown option --weather: 'tidemark copy --help' lists them"]],
    [['stray', 'dog'], ['unexpected argument stray dog']],
  ])('%j, with a hint', async (args, expected) => {
    expect(await problems(COPY, args)).toEqual(expected);
  });

  test('missing or extra positionals, with the expected ones', async () => {
    expect(await problems(MOVE, [])).toEqual(['say from where to where']);
    expect(await problems(MOVE, ['a'])).toEqual([]);
    expect(await problems(MOVE, ['a', 'b', 'c'])).toEqual(['unexpected argument c: say from where to where']);
  });

  test('an unknown positional', async () => {
    const kinds: Action = {
      ...COPY,
      positionals: [
        { name: 'KIND', about: 'What', choices: ['ticks', 'ohlcv'], missingMessage: 'name a kind' },
      ],
    };
    expect(await problems(kinds, ['ohlc'])).toEqual([
      "KIND 'ohlc' is none of ticks, ohlcv: did you mean 'ohlcv'?",
    ]);
  });

  test('a missing option, with its purpose', async () => {
    const required = action({
      options: { life: { ...optional(duration, 'How long'), missingMessage: 'for how long?' } },
      run: () => 0,
    });
    expect(await problems(required, [])).toEqual(['--life is missing: for how long?']);
  });

  test('a value from the environment by the name of its variable', async () => {
    const options = { days: { ...optional(wholeNumber(1, 9), 'Days'), variable: 'TIDEMARK_TEST_DAYS' } };
    const found = await problems(action({ options, run: () => 0 }), [], { TIDEMARK_TEST_DAYS: '12' });
    expect(found).toEqual(['TIDEMARK_TEST_DAYS must be a whole number from 1 to 9 (got "12")']);
  });

  test('all errors at once, also of settings', async () => {
    expect(await problems(SERVICE, ['a', '--days', '0', '--port', 'eighty', '--prot', '1'])).toEqual([
      '--days must be a whole number from 1 to 9 (got "0")',
      'unknown option --prot: did you mean --port?',
      '--port must be a whole number from 0 to 65535 (got "eighty")',
    ]);
  });

  test('an unknown option, with the nearest of its own options and of the settings', async () => {
    const { config } = await read(SERVICE, ['a', '--nmae', 'x']);
    expect(config).toThrow(new ConfigError(['unknown option --nmae: did you mean --name?']));
  });
});
