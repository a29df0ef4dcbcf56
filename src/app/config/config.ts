import { didYouMean, nearestWord } from '../../core/text/nearest-word.ts';
import { operatorErrorsOf } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import { readFileOrPipe, UnusableFile } from '../../disk/regular-file.ts';
import { readTiers } from '../../reference/tier-file.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import { CLIENT_VARIABLES } from './client-variables.ts';
import { ConfigError } from './config-error.ts';
import { readArguments, unknownFlag, type Flag } from './read-arguments.ts';
import { flagOf, type Setting } from '../../core/setting.ts';
import { settingsWith, variableOf, type Product, type Settings, type SettingTable } from './settings.ts';

/** Where a value came from, weakest first. */
export type Origin = 'default' | 'file' | 'environment' | 'flag';

export interface Config {
  readonly settings: Settings;
  readonly origins: Readonly<Record<string, Origin>>;
  readonly table: SettingTable;
  /** Valid, but probably a mistake. */
  readonly warnings: readonly string[];
}

export interface ConfigInput extends Product {
  /** Arguments of the command line: `--port 8080`, `--port=8080`, `--demo`, `--no-demo`. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command that was run; by default `serve`. */
  readonly command?: CommandFlags;
}

/** A command and its own flags, used to suggest corrections for unknown options. */
export interface CommandFlags {
  readonly name: string;
  readonly flags: readonly string[];
}

interface Draft {
  readonly table: SettingTable;
  readonly values: Record<string, unknown>;
  readonly origins: Record<string, Origin>;
  readonly problems: string[];
  readonly warnings: string[];
}

const CONFIG_FLAG = '--config';
const CONFIG_VARIABLE = 'TIDEMARK_CONFIG';
const NO_SETTINGS: ReadonlySet<string> = new Set([CONFIG_VARIABLE, ...Object.values(CLIENT_VARIABLES)]);

/** Reads defaults, then the file, then the environment, then the flags: later values override earlier ones. */
export function loadConfig(input: ConfigInput): Config {
  const { environment, sources } = input;
  const table = settingsWith(input);
  const draft: Draft = { table, values: {}, origins: {}, problems: [], warnings: [] };
  for (const [name, setting] of table) {
    draft.values[name] = setting.default;
    draft.origins[name] = 'default';
  }
  const flags = readFlags(input, draft);
  const file = flags.get(CONFIG_FLAG) ?? environment[CONFIG_VARIABLE];
  if (file !== undefined) applyFile(file, draft);
  applyEnvironment(environment, draft);
  for (const name of table.keys()) {
    const text = flags.get(flagOf(name));
    if (text !== undefined) apply(draft, name, text, 'flag', flagOf(name));
  }
  useCredentials(draft);
  const settings = draft.values as unknown as Settings;
  checkTogether(settings, draft.problems);
  checkCompat(draft);
  checkRole(settings, draft.problems);
  checkSource(sources, draft);
  if (draft.problems.length > 0) throw new ConfigError(draft.problems);
  return { settings, origins: draft.origins, table, warnings: draft.warnings };
}

function apply(draft: Draft, name: string, text: string, origin: Origin, place: string): void {
  const { kind } = draft.table.get(name) as Setting<unknown>;
  const value = kind.parse(text);
  if (value === undefined) {
    const meant = kind.choices && nearestWord(text, kind.choices);
    const why = kind.explainError?.(text) ?? (meant && `did you mean ${meant}?`);
    const got = `got ${JSON.stringify(kind.redact?.(text) ?? text)}`;
    draft.problems.push(`${place} ${kind.expects} (${why === undefined ? got : `${got}: ${why}`})`);
    return;
  }
  draft.values[name] = value;
  draft.origins[name] = origin;
}

/** The flags of all settings; switches also as `--no-name`. */
function settingFlags(table: SettingTable): Map<string, Flag> {
  const flags = new Map<string, Flag>([[CONFIG_FLAG, { isSwitch: false }]]);
  for (const name of table.keys()) {
    const isToggle = table.get(name)?.kind.placeholder === '';
    flags.set(flagOf(name), { isSwitch: isToggle });
    if (isToggle) flags.set(negated(flagOf(name)), { isSwitch: true });
  }
  return flags;
}

export function knownFlags(product: Product): ReadonlyMap<string, Flag> {
  return settingFlags(settingsWith(product));
}

function readFlags({ argv, command }: ConfigInput, draft: Draft): Map<string, string> {
  const names = new Map([...draft.table.keys()].map((name) => [flagOf(name), name]));
  const known = settingFlags(draft.table);
  const read = readArguments(argv, known);
  const flags = new Map<string, string>();
  const give = (flag: string, text: string) => {
    const before = flags.get(flag);
    const isList = draft.table.get(names.get(flag) ?? '')?.kind.placeholder.endsWith(',...') ?? false;
    if (before !== undefined && !isList) draft.problems.push(`${flag} is given twice`);
    flags.set(flag, before !== undefined && isList ? `${before},${text}` : text);
  };
  for (const { flag, value, isKnown } of read.flags) {
    if (!isKnown) {
      const all = [...known.keys(), ...(command?.flags ?? [])];
      draft.problems.push(unknownFlag(flag, all, command?.name ?? 'serve'));
    } else if (!known.get(flag)!.isSwitch) {
      if (value === undefined) draft.problems.push(`${flag} needs a value`);
      else give(flag, value);
    } else if (names.has(flag)) give(flag, value ?? 'true');
    else if (value === undefined) give(flag.replace(/^--no-/, '--'), 'false');
    else draft.problems.push(`${flag} takes no value`);
  }
  for (const { text } of read.positionals)
    draft.problems.push(`unexpected argument '${text}': write settings as --name VALUE`);
  return flags;
}

function negated(flag: string): string {
  return flag.replace(/^--/, '--no-');
}

function applyEnvironment(environment: ConfigInput['environment'], draft: Draft): void {
  const names = new Map([...draft.table.keys()].map((name) => [variableOf(name), name]));
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith('TIDEMARK_') || NO_SETTINGS.has(variable) || text === undefined) continue;
    const name = names.get(variable);
    if (name) apply(draft, name, text, 'environment', variable);
    else
      draft.warnings.push(
        `${variable} is not a setting and has no effect${didYouMean(variable, names.keys())}`,
      );
  }
}

function applyFile(file: string, draft: Draft): void {
  const content = readObject(file, draft.problems);
  for (const [key, value] of Object.entries(content)) {
    const known = draft.table.get(key);
    if (!known)
      draft.problems.push(`${file}: unknown setting "${key}"${didYouMean(key, draft.table.keys())}`);
    else if (typeof value === 'object' && !Array.isArray(value)) {
      const text = JSON.stringify(value);
      draft.problems.push(
        `${file}: "${key}" ${known.kind.expects} (got ${JSON.stringify(known.kind.redact?.(text) ?? text)})`,
      );
    } else apply(draft, key, asText(value), 'file', `${file}: "${key}"`);
  }
}

function readObject(file: string, problems: string[]): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileOrPipe(file).toString('utf8'));
    if (isObject(content)) return content;
    problems.push(`${file} must hold one JSON object`);
  } catch (error) {
    if (error instanceof UnusableFile) {
      problems.push(error.message);
      return {};
    }
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    problems.push(`${file} ${reason}: ${(error as Error).message}`);
  }
  return {};
}

/** Files may write numbers, booleans and lists as JSON values. */
function asText(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value);
}

/** Live data always runs in real time. Settings of sources other than the selected one have no effect. */
function checkSource(sources: SourceTable, { values, origins, problems, warnings }: Draft): void {
  const { source, speed, start } = values;
  const definition = sources.find(String(source));
  if (!definition) return;
  if (definition.origin === 'live' && (speed !== 1 || start !== undefined))
    problems.push(`--speed and --start are for simulated and replayed data: ${definition.name} is live`);
  problems.push(...(definition.problems?.(values) ?? []));
  warnings.push(...(definition.warnings?.(values) ?? []));
  const others = sources.all.flatMap(({ settings }) =>
    settings === definition.settings ? [] : Object.keys(settings),
  );
  for (const name of others)
    if (origins[name] !== 'default')
      warnings.push(`${flagOf(name)} has no effect: it is not a setting of the source ${definition.name}`);
}

/** Takes both servers from the credentials folder, so that the rest of the code reads `store` and `bus` only. */
function useCredentials({ values, problems }: Draft): void {
  const { clusterCredentials, store, bus } = values as Partial<Settings>;
  if (!clusterCredentials) return;
  if (store !== undefined || bus !== undefined)
    problems.push('--cluster-credentials already names the database and the bus: remove --store and --bus');
  values['store'] = clusterCredentials.store;
  values['bus'] = clusterCredentials.bus;
}

/** The original service wrote quantities as numbers. */
function checkCompat({ values, origins, problems }: Draft): void {
  if (
    values['compat'] === 'original' &&
    values['quantities'] === 'string' &&
    origins['quantities'] !== 'default'
  )
    problems.push(
      '--quantities string contradicts --compat original, which writes quantities as numbers: remove one of them',
    );
}

/** Processes on different machines share a clock only in real time. */
function checkRole({ role, store, bus, speed, start, record }: Settings, problems: string[]): void {
  if (role === undefined) return;
  if (store === undefined)
    problems.push('--role needs --cluster-credentials, or --store, the database that all roles share');
  if (bus === undefined) problems.push('--role needs --bus, which carries ticks between roles');
  if (speed !== 1 || start !== undefined)
    problems.push('--role works only in real time: remove --speed and --start');
  if (record !== undefined)
    problems.push('--record works only in a single process: remove --record or --role');
}

function checkTogether(settings: Settings, problems: string[]): void {
  if (settings.headersTimeoutMs > settings.requestTimeoutMs) {
    problems.push('--headers-timeout-ms must not be longer than --request-timeout-ms, which includes it');
  }
  if ((settings.tlsCert === undefined) !== (settings.tlsKey === undefined)) {
    problems.push('--tls-cert and --tls-key must be set together: one of them is missing');
  }
  if (settings.tiers !== undefined)
    problems.push(...operatorErrorsOf(() => readTiers(settings.tiers!), '--tiers'));
  if (
    settings.metricsPort !== undefined &&
    settings.metricsPort !== 0 &&
    settings.metricsPort === settings.port
  ) {
    problems.push('--metrics-port must differ from --port');
  }
}
