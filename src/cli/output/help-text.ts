import { flagOf, type Setting } from '../../core/setting.ts';
import { isGroup, type Action, type ActionGroup, type Command, type Positional } from '../command.ts';
import { definitionsText, wrapText } from './wrap-text.ts';

export interface CommandLine {
  readonly name: string;
  readonly summary: string;
}

type Rows = readonly (readonly [name: string, text: string])[];
/** Settings of the service by name. */
export type SettingTable = ReadonlyMap<string, Setting<unknown>>;

/** The text of `tidemark help`. */
export function overviewText(commands: readonly CommandLine[], columns: number): string {
  return joined([
    'Usage: tidemark COMMAND [options]\n',
    section(
      'Commands',
      commands.map(({ name, summary }) => [name, summary]),
      columns,
    ),
    section(
      'Options',
      [
        ['-h, --help', 'Explain a command'],
        ['--version', 'Print the version'],
      ],
      columns,
    ),
    paragraphs(
      [
        "'tidemark help COMMAND' or 'tidemark COMMAND --help' explains a command. 'tidemark completion SHELL' writes completions for bash, zsh or fish.",
      ],
      columns,
    ),
  ]);
}

/** Help of a command. `settings` is needed for commands that accept settings of the service. */
export function commandText(
  line: CommandLine,
  command: Command,
  columns: number,
  settings?: SettingTable,
): string {
  return isGroup(command)
    ? groupText(line, command, columns)
    : actionText(line.name, line.summary, command, columns, settings);
}

function groupText({ name, summary }: CommandLine, group: ActionGroup, columns: number): string {
  const { actions, defaultAction, about = [] } = group;
  const rows = Object.entries(actions).map(([action, { summary: what = '' }]): [string, string] => [
    action,
    action === defaultAction ? `${what} (the default)` : what,
  ]);
  const uses = Object.entries(actions).map(([action, each]) => usageOf(`${name} ${action}`, each));
  return joined([
    `Usage: tidemark ${name} ${defaultAction === undefined ? 'ACTION' : '[ACTION]'} [options]\n`,
    paragraphs([`${summary}.`, ...about], columns),
    section('Actions', rows, columns),
    `Usage of each:\n${uses.map((use) => usageLines(use, columns, '  ')).join('')}`,
    paragraphs([`'tidemark help ${name} ACTION' or 'tidemark ${name} ACTION --help' explains one.`], columns),
  ]);
}

/** Help of an action, or of a command without actions. */
export function actionText(
  name: string,
  summary: string,
  action: Action,
  columns: number,
  settings: SettingTable = new Map(),
): string {
  const { about = [], positionals = [], exitCodes = [], examples = [] } = action;
  return joined([
    usageLines(usageOf(name, action), columns, 'Usage: ', '       '),
    paragraphs([`${summary}.`, ...about], columns),
    section('Arguments', positionals.map(positionalRow), columns),
    section('Options', optionRows(action, settings), columns),
    otherSettings(action, columns),
    section(
      'Exit codes',
      exitCodes.map(([code, when]) => [String(code), when]),
      columns,
    ),
    examples.length === 0 ? '' : `Examples:\n${examples.map((line) => `  ${line}\n`).join('')}`,
  ]);
}

/** `tidemark clients add --name NAME [--json]`, in parts that are not broken across lines. */
function usageOf(name: string, { positionals = [], options = {}, settings }: Action): string[] {
  const all = Object.entries(options);
  const flags = all
    .filter(([, { isShared }]) => !isShared)
    .map(([each, option]) => bracketed(flagText(each, option), option.missingMessage === undefined));
  return [
    `tidemark ${name}`,
    ...positionals.map(({ name: each, isOptional, isList, choices }) =>
      bracketed(`${choices ? choices.join('|') : each}${isList ? '...' : ''}`, isOptional ?? false),
    ),
    ...flags,
    ...(all.some(([, { isShared }]) => isShared) ? ['[service options]'] : []),
    ...(settings ? ['[settings]'] : []),
  ];
}

function bracketed(text: string, isOptional: boolean): string {
  return isOptional ? `[${text}]` : text;
}

function usageLines(parts: readonly string[], columns: number, first: string, next = `${first}    `): string {
  const lines: string[] = [];
  let line = first;
  for (const part of parts) {
    const isFirst = line === first || line === next;
    if (!isFirst && line.length + 1 + part.length > columns) {
      lines.push(line);
      line = `${next}${' '.repeat(4)}${part}`;
    } else line += isFirst ? part : ` ${part}`;
  }
  return [...lines, line].map((each) => `${each}\n`).join('');
}

function positionalRow({ name, about, choices }: Positional): [string, string] {
  return [name, choices ? `${about}: ${choices.join(', ')}` : about];
}

function optionRows({ options = {}, settings }: Action, table: SettingTable): Rows {
  const own = Object.entries(options).map(([name, option]) => optionRow(name, option, option.variable));
  const shown = shownSettings(settings, table).map(([name, setting]) => optionRow(name, setting));
  const config: Rows = settings === 'all' ? [['--config FILE', 'JSON file with settings']] : [];
  return [...own, ...config, ...shown, ['-h, --help', 'Show this help']];
}

/** Only settings of this version: a command may name settings of an optional part that was left out. */
export function shownSettings(
  named: Action['settings'] = [],
  table: SettingTable,
): [name: string, setting: Setting<unknown>][] {
  return [...table].filter(([name]) => named === 'all' || named.includes(name));
}

function optionRow(name: string, option: Setting<unknown>, variable?: string): [string, string] {
  const { kind, description, default: usual } = option;
  const shown =
    usual === undefined || kind.placeholder === '' ? undefined : (kind.format?.(usual) ?? String(usual));
  const notes = [
    ...(shown === undefined ? [] : [`by default ${shown}`]),
    ...(variable === undefined ? [] : [`or set ${variable}`]),
  ];
  return [flagText(name, option), `${description}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`];
}

function flagText(name: string, { kind }: Setting<unknown>): string {
  return `${flagOf(name)} ${kind.placeholder}`.trimEnd();
}

function otherSettings({ settings }: Action, columns: number): string {
  if (settings === undefined || settings === 'all') return '';
  return paragraphs(
    [
      "Settings of the service are given as for 'tidemark serve': on the command line, in the environment or with --config FILE. 'tidemark config explain' explains them.",
    ],
    columns,
  );
}

function section(title: string, rows: Rows, columns: number): string {
  return rows.length === 0 ? '' : `${title}:\n${definitionsText(rows, columns)}`;
}

function paragraphs(texts: readonly string[], columns: number): string {
  return texts
    .map((text) =>
      wrapText(text, columns)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

/** Joins parts with an empty line between them. */
function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
