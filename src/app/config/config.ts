import { readFileSync } from 'node:fs';
import type { Setting } from '../../core/setting.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import { SOURCES } from '../../sources/table.ts';
import { flagOf, settingsWith, variableOf, type Settings, type SettingTable } from './settings.ts';

/** Where a value came from, weakest first. */
export type Origin = 'default' | 'file' | 'environment' | 'flag';

export interface Config {
  readonly settings: Settings;
  readonly origins: Readonly<Record<string, Origin>>;
  /** What the settings are. */
  readonly table: SettingTable;
  /** Not wrong, but probably not meant. */
  readonly warnings: readonly string[];
}

export interface ConfigInput {
  /** As the command line gave them: `--port 8080`, `--port=8080`, `--demo`, `--no-demo`. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** By default those of this version. */
  readonly sources?: SourceTable;
}

/** Every problem with the configuration at once, each in a line that names the place it came from. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
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

/** Reads defaults, then the file, then the environment, then the flags: the later one counts. */
export function loadConfig({ argv, environment, sources = SOURCES }: ConfigInput): Config {
  const table = settingsWith(sources);
  const draft: Draft = { table, values: {}, origins: {}, problems: [], warnings: [] };
  for (const [name, setting] of table) {
    draft.values[name] = setting.default;
    draft.origins[name] = 'default';
  }
  const flags = readFlags(argv, draft);
  const file = flags.get(CONFIG_FLAG) ?? environment[CONFIG_VARIABLE];
  if (file !== undefined) applyFile(file, draft);
  applyEnvironment(environment, draft);
  for (const name of table.keys()) {
    const text = flags.get(flagOf(name));
    if (text !== undefined) apply(draft, name, text, 'flag', flagOf(name));
  }
  const settings = draft.values as unknown as Settings;
  checkTogether(settings, draft.problems);
  checkSource(sources, draft);
  if (draft.problems.length > 0) throw new ConfigError(draft.problems);
  return { settings, origins: draft.origins, table, warnings: draft.warnings };
}

/** The process's own environment. Nothing else in the program reads it. */
export function processEnvironment(): ConfigInput['environment'] {
  return process.env;
}

function apply(draft: Draft, name: string, text: string, origin: Origin, place: string): void {
  const { kind } = draft.table.get(name) as Setting<unknown>;
  const value = kind.parse(text);
  if (value === undefined) {
    draft.problems.push(`${place} ${kind.expects} (got ${JSON.stringify(text)})`);
    return;
  }
  draft.values[name] = value;
  draft.origins[name] = origin;
}

function readFlags(argv: readonly string[], draft: Draft): Map<string, string> {
  const names = [...draft.table.keys()];
  const known = new Map<string, string | undefined>(names.map((name) => [flagOf(name), name]));
  known.set(CONFIG_FLAG, undefined);
  const flags = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = splitOnce(argv[i] ?? '', '=');
    const negated = flag.replace(/^--no-/, '--');
    const isToggle = (name: string) => isSwitch(draft.table, known.get(name));
    if (inline === undefined && flag !== negated && isToggle(negated)) flags.set(negated, 'false');
    else if (!known.has(flag)) {
      draft.problems.push(
        flag.startsWith('-')
          ? `unknown option ${flag}: 'tidemark serve --help' lists them`
          : `unexpected '${argv[i] ?? ''}': settings are given as --name VALUE`,
      );
      // What follows an unknown option is its value.
      const isValue = argv[i + 1]?.startsWith('--') === false;
      if (flag.startsWith('--') && inline === undefined && isValue) i++;
    } else if (inline !== undefined) flags.set(flag, inline);
    else if (isToggle(flag)) flags.set(flag, 'true');
    else {
      const next = argv[i + 1];
      if (next === undefined || next.startsWith('--')) draft.problems.push(`${flag} needs a value`);
      else flags.set(flag, argv[++i] ?? '');
    }
  }
  return flags;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function isSwitch(table: SettingTable, name: string | undefined): boolean {
  return name !== undefined && table.get(name)?.kind.placeholder === '';
}

function applyEnvironment(environment: ConfigInput['environment'], draft: Draft): void {
  const names = new Map([...draft.table.keys()].map((name) => [variableOf(name), name]));
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith('TIDEMARK_') || variable === CONFIG_VARIABLE || text === undefined) continue;
    const name = names.get(variable);
    if (name) apply(draft, name, text, 'environment', variable);
    else draft.warnings.push(`${variable} is not a setting and has no effect`);
  }
}

function applyFile(file: string, draft: Draft): void {
  const content = readObject(file, draft.problems);
  for (const [key, value] of Object.entries(content)) {
    const known = draft.table.get(key);
    if (!known) draft.problems.push(`${file}: unknown setting "${key}"`);
    else if (typeof value === 'object' && !Array.isArray(value)) {
      draft.problems.push(
        `${file}: "${key}" ${known.kind.expects} (got ${JSON.stringify(JSON.stringify(value))})`,
      );
    } else apply(draft, key, asText(value), 'file', `${file}: "${key}"`);
  }
}

function readObject(file: string, problems: string[]): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
      return content as Record<string, unknown>;
    }
    problems.push(`${file} must hold one JSON object`);
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    problems.push(`${file} ${reason}: ${(error as Error).message}`);
  }
  return {};
}

/** Files may write numbers, booleans and lists as JSON does. */
function asText(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value);
}

/** A live market has no other time than now; settings of another source than the one that is served do nothing. */
function checkSource(sources: SourceTable, { values, origins, problems, warnings }: Draft): void {
  const { source, speed, start } = values;
  const definition = sources.find(String(source));
  if (!definition) return;
  if (definition.origin === 'live' && (speed !== 1 || start !== undefined))
    problems.push(`--speed and --start are for simulated and replayed data: ${definition.name} is live`);
  problems.push(...(definition.problems?.(values) ?? []));
  const others = sources.all.flatMap(({ settings }) =>
    settings === definition.settings ? [] : Object.keys(settings),
  );
  for (const name of others)
    if (origins[name] !== 'default')
      warnings.push(
        `${flagOf(name)} is a setting of another source than ${definition.name} and has no effect`,
      );
}

function checkTogether(settings: Settings, problems: string[]): void {
  if (settings.headersTimeoutMs > settings.requestTimeoutMs) {
    problems.push('--headers-timeout-ms must not be longer than --request-timeout-ms, which it is part of');
  }
  if ((settings.tlsCert === undefined) !== (settings.tlsKey === undefined)) {
    problems.push('--tls-cert and --tls-key go together: one of them is missing');
  }
  if (
    settings.metricsPort !== undefined &&
    settings.metricsPort !== 0 &&
    settings.metricsPort === settings.port
  ) {
    problems.push('--metrics-port must differ from --port');
  }
}
