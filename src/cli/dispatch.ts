import { readArguments, type Flag } from '../app/config/read-arguments.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { isGroup, UsageError, type Action, type ActionGroup, type Command, type Output } from './command.ts';
import { actionText, commandText, type CommandLine, type SettingTable } from './output/help-text.ts';
import { ownFlags, readCall } from './read-call.ts';
import { escapedLines } from './output/shown.ts';
import { definitionsText, wrapText } from './output/wrap-text.ts';

/** Width of the terminal that results go to; 80 if it is not a terminal. */
export function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return (stream.isTTY && stream.columns) || 80;
}

/** Runs a command, or prints its help if the arguments ask for it. Resolves with the exit code. */
export async function runCommandLine(
  line: CommandLine,
  command: Command,
  args: readonly string[],
  output: Output,
): Promise<number> {
  const io = safeOutput(output);
  const asksForHelp = wantsHelp(command, args);
  if (!isGroup(command)) {
    if (!asksForHelp) return command.run(await readCall(line.name, command, args), io);
    io.out(commandText(line, command, columnsOf(process.stdout), await settingsOf(command)));
    return 0;
  }
  const { name, rest } = await namedAction(line.name, command, args);
  if (asksForHelp && name === undefined) {
    io.out(commandText(line, command, columnsOf(process.stdout)));
    return 0;
  }
  const chosen = name ?? command.defaultAction;
  if (chosen === undefined && command.listsActions && args.length === 0) {
    io.out(actionsText(line.name, command, process.stdout));
    return 0;
  }
  if (chosen === undefined)
    throw new UsageError(`name an action: ${Object.keys(command.actions).join(', ')}`);
  const action = command.actions[chosen]!;
  const whole = `${line.name} ${chosen}`;
  if (asksForHelp) {
    io.out(helpOf(whole, action, await settingsOf(action)));
    return 0;
  }
  return action.run(await readCall(whole, action, rest), io);
}

/**
 * Escapes control characters in everything that a command prints. Colours and screens of client commands are
 * written elsewhere.
 */
function safeOutput(io: Output): Output {
  return {
    ...io,
    out: (text) => io.out(escapedLines(text)),
    err: (text) => io.err(escapedLines(text)),
  };
}

/** On a terminal wrapped, with a hint; on a pipe one line per action, with a tab between name and summary. */
function actionsText(
  name: string,
  { actions }: ActionGroup,
  stream: { readonly isTTY?: boolean; readonly columns?: number },
): string {
  const rows = Object.entries(actions).map(([each, { summary = '' }]) => [each, summary] as const);
  if (!stream.isTTY) return rows.map((row) => `${row.join('\t')}\n`).join('');
  const how = `'tidemark ${name} ${rows[0]?.[0] ?? 'ACTION'}' shows one, 'tidemark help ${name} ACTION' explains it.`;
  const columns = columnsOf(stream);
  return `${definitionsText(rows, columns)}\n${wrapText(how, columns).join('\n')}\n`;
}

function helpOf(name: string, action: Action, settings: SettingTable | undefined): string {
  return actionText(name, action.summary ?? '', action, columnsOf(process.stdout), settings);
}

async function settingsOf({ settings }: Action): Promise<SettingTable | undefined> {
  if (settings === undefined) return undefined;
  const { settingsWith } = await import('../app/config/settings.ts');
  return settingsWith((await import('../app/compose/product.ts')).PRODUCT);
}

/** The named action, which may come after options, and the arguments without it. */
async function namedAction(
  name: string,
  { actions }: ActionGroup,
  args: readonly string[],
): Promise<{ readonly name?: string; readonly rest: readonly string[] }> {
  const [first] = readArguments(args, await allFlags(Object.values(actions))).positionals;
  if (first === undefined) return { rest: args };
  if (Object.hasOwn(actions, first.text)) return { name: first.text, rest: args.toSpliced(first.index, 1) };
  const all = Object.keys(actions);
  const meant = didYouMean(first.text, all) || `: use one of ${all.join(', ')}`;
  throw new UsageError(`unknown action '${first.text}' of tidemark ${name}${meant}`);
}

async function allFlags(actions: readonly Action[]): Promise<ReadonlyMap<string, Flag>> {
  const own = actions.flatMap((action) => [...ownFlags(action)]);
  const takesSettings = actions.some(({ settings }) => settings !== undefined);
  const settings = takesSettings ? await flagsOfSettings() : [];
  return new Map([...settings, ...own]);
}

async function flagsOfSettings(): Promise<ReadonlyMap<string, Flag>> {
  const { knownFlags } = await import('../app/config/config.ts');
  return knownFlags((await import('../app/compose/product.ts')).PRODUCT);
}

/** `--help` counts even where an option expects its value: no value begins with two dashes. */
function wantsHelp(command: Command, args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const actions = isGroup(command) ? Object.values(command.actions) : [command];
  const flags = new Map(actions.flatMap((action) => [...ownFlags(action)]));
  return (
    before.includes('--help') || readArguments(before, flags).flags.some(({ flag }) => flag === '--help')
  );
}
