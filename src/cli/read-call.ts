import { ConfigError } from '../app/config/config-error.ts';
import { readArguments, unknownFlag, type Flag, type GivenFlag } from '../app/config/read-arguments.ts';
import { processEnvironment } from '../app/config/process-environment.ts';
import { didYouMean, nearestWord } from '../core/text/nearest-word.ts';
import { flagOf, type SettingKind } from '../core/setting.ts';
import { UsageError, type Action, type Call, type Option, type Options, type Positional } from './command.ts';
import { quoted } from './output/shown.ts';

export const HELP: Flag = { isSwitch: true, letter: 'h' };

type Environment = ReturnType<typeof processEnvironment>;
type Configuration = Awaited<ReturnType<typeof loadConfiguration>>;

async function loadConfiguration() {
  return {
    ...(await import('../app/config/config.ts')),
    ...(await import('../app/compose/product.ts')),
  };
}

/** The flags of an action, with `--help`. */
export function ownFlags({ options = {} }: Pick<Action, 'options'>): Map<string, Flag> {
  const flags = Object.entries(options).map(([name, option]): [string, Flag] => [
    flagOf(name),
    { isSwitch: option.kind.placeholder === '' },
  ]);
  return new Map([...flags, ['--help', HELP]]);
}

/**
 * Parses the arguments of an action; `name` is how it is called, such as `clients add`. All problems are
 * reported together. Settings of the service are parsed by the configuration, which is loaded only for
 * actions that accept them.
 */
export async function readCall(
  name: string,
  action: Action,
  args: readonly string[],
  environment: Environment = processEnvironment(),
): Promise<Call> {
  const own = ownFlags(action);
  const configuration = action.settings && (await loadConfiguration());
  const known = configuration ? new Map([...configuration.knownFlags(configuration.PRODUCT), ...own]) : own;
  const { flags, positionals } = action.isPlain
    ? { flags: [], positionals: args.map((text) => ({ text })) }
    : readArguments(args, known);
  const mine = flags.filter(({ flag }) => own.has(flag));
  const others = flags.filter(({ flag }) => !own.has(flag));
  const settingArguments = others.map(asArgument);
  const problems: string[] = configuration
    ? []
    : others.map(({ flag }) => unknownFlag(flag, own.keys(), name));
  const options = optionValues(action.options ?? {}, mine, environment, problems);
  const given = givenNames(action.options ?? {}, mine);
  const texts = positionals.map(({ text }) => text);
  problems.push(...positionalProblems(action.positionals ?? [], texts));
  const config = () => {
    if (!configuration) throw new Error(`${name} takes no settings`);
    const command = { name, flags: [...own.keys()] };
    return configuration.loadConfig({
      ...configuration.PRODUCT,
      argv: settingArguments,
      environment,
      command,
    });
  };
  if (problems.length > 0)
    throw new UsageError(...new Set([...problems, ...settingProblems(configuration, config)]));
  return { options, positionals: texts, given, config, settingArguments };
}

function asArgument({ flag, value }: GivenFlag): string {
  return value === undefined ? flag : `${flag}=${value}`;
}

function optionValues(
  options: Options,
  given: readonly GivenFlag[],
  environment: Environment,
  problems: string[],
): Record<string, unknown> {
  const values = Object.entries(options).map(([name, option]): [string, unknown] => {
    const flag = flagOf(name);
    const [first, ...more] = given.filter((each) => each.flag === flag);
    if (more.length > 0 && option.kind.placeholder !== '') problems.push(`${flag} is given twice`);
    if (first) return [name, valueOf(option, flag, first.value, problems)];
    const { variable } = option;
    const inherited = variable === undefined ? undefined : environment[variable];
    if (inherited) return [name, valueOf(option, variable!, inherited, problems)];
    if (option.missingMessage !== undefined) problems.push(`${flag} is missing: ${option.missingMessage}`);
    return [name, option.default];
  });
  return Object.fromEntries(values);
}

function givenNames(options: Options, given: readonly GivenFlag[]): ReadonlySet<string> {
  const flags = new Set(given.map(({ flag }) => flag));
  return new Set(Object.keys(options).filter((name) => flags.has(flagOf(name))));
}

function valueOf(
  { kind }: Option<unknown>,
  place: string,
  text: string | undefined,
  problems: string[],
): unknown {
  if (text === undefined && kind.placeholder !== '') {
    problems.push(`${place} needs a value`);
    return undefined;
  }
  const value = kind.parse(text ?? 'true');
  if (value !== undefined) return value;
  problems.push(notOfKind(place, kind, text ?? ''));
  return undefined;
}

/** Message for a text that is not of the expected kind. */
export function notOfKind(place: string, kind: SettingKind<unknown>, text: string): string {
  const meant = kind.choices && nearestWord(text, kind.choices);
  const wrong = kind.explainError?.(text);
  const why = wrong ?? (meant && `did you mean ${meant}?`);
  const got = quoted(kind.redact?.(text) ?? text);
  // Times can be written in many ways. If the reason is known, a list of the formats would only hide it.
  if (kind.placeholder === 'TIME' && wrong !== undefined) return `${place} ${got}: ${wrong}`;
  return `${place} ${kind.expects} (got ${got}${why === undefined ? '' : `: ${why}`})`;
}

function positionalProblems(positionals: readonly Positional[], texts: readonly string[]): string[] {
  const last = positionals.at(-1);
  const surplus = last?.isList ? [] : texts.slice(positionals.length);
  if (surplus.length > 0) {
    const what = `unexpected argument ${surplus.join(' ')}`;
    return [last ? `${what}: ${last.missingMessage}` : what];
  }
  return positionals.flatMap(({ missingMessage, isOptional, choices, name }, place) => {
    const text = texts[place];
    if (text === undefined) return isOptional || texts.length < place ? [] : [missingMessage];
    if (!choices || choices.includes(text)) return [];
    return [`${name} '${text}' is none of ${choices.join(', ')}${didYouMean(text, choices)}`];
  });
}

/** Loads the settings early, so that their problems are reported together with others. */
function settingProblems(configuration: Configuration | undefined, config: () => unknown): readonly string[] {
  if (!configuration) return [];
  try {
    config();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
