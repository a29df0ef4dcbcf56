import { flagOf, type Setting } from '../../core/setting.ts';
import { shownSettings, type SettingTable } from '../output/help-text.ts';
import {
  isGroup,
  type Action,
  type Command,
  type CommandEntry,
  type Option,
  type Positional,
} from '../command.ts';

/** Completions for the value of a flag or a positional argument; empty if there is nothing to offer. */
export interface Values {
  readonly words?: readonly string[];
  readonly files?: 'file' | 'folder';
}

export interface TreeFlag extends Values {
  readonly flag: string;
  readonly about: string;
  readonly isSwitch: boolean;
}

/** A node of the command tree, where something can be completed. */
export interface TreeNode {
  /** Such as `clients add`; empty for the root. */
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly children: readonly TreeNode[];
  readonly flags: readonly TreeFlag[];
  readonly positionals: readonly Values[];
}

/** All commands with their options, and the settings of the service that their help shows. */
export async function commandTree(commands: readonly CommandEntry[]): Promise<TreeNode> {
  const { settingsWith } = await import('../../app/config/settings.ts');
  const settings = settingsWith((await import('../../app/compose/product.ts')).PRODUCT);
  const children = await Promise.all(
    commands.map(async ({ name, summary, load }) => commandNode(name, summary, await load(), settings)),
  );
  const help = {
    path: 'help',
    name: 'help',
    about: 'Explain a command',
    children: children.map(explainedNode),
    flags: [],
    positionals: [],
  };
  return {
    path: '',
    name: '',
    about: '',
    children: [...children, help],
    flags: [HELP, { flag: '--version', about: 'Print the version', isSwitch: true }],
    positionals: [],
  };
}

/** After `help`, only a command and its action are completed. */
function explainedNode({ path, name, about, children }: TreeNode): TreeNode {
  const inner = children.map(explainedNode);
  return { path: `help ${path}`, name, about, children: inner, flags: [HELP], positionals: [] };
}

const HELP: TreeFlag = { flag: '--help', about: 'Explain the command', isSwitch: true };

function commandNode(name: string, about: string, command: Command, settings: SettingTable): TreeNode {
  if (!isGroup(command)) return actionNode(name, name, about, command, settings);
  const children = Object.entries(command.actions).map(([each, action]) =>
    actionNode(`${name} ${each}`, each, action.summary ?? '', action, settings),
  );
  const usual = children.find((child) => child.name === command.defaultAction);
  return { path: name, name, about, children, flags: usual?.flags ?? [HELP], positionals: [] };
}

function actionNode(
  path: string,
  name: string,
  about: string,
  action: Action,
  settings: SettingTable,
): TreeNode {
  const own = Object.entries(action.options ?? {}).map(([each, option]) => treeFlag(flagOf(each), option));
  const config: TreeFlag = {
    flag: '--config',
    about: 'JSON file with settings',
    isSwitch: false,
    files: 'file',
  };
  const shown = shownSettings(action.settings, settings).map(([each, setting]) =>
    treeFlag(flagOf(each), setting),
  );
  const taken = action.settings === undefined ? [] : [...shown, config];
  return {
    path,
    name,
    about,
    children: [],
    flags: [...own, ...taken, HELP],
    positionals: (action.positionals ?? []).map(valuesOf),
  };
}

function valuesOf({ choices, completes }: Positional): Values {
  return { ...(choices && { words: choices }), ...(completes && { files: completes }) };
}

function treeFlag(flag: string, option: Setting<unknown> & Pick<Option<unknown>, 'completes'>): TreeFlag {
  const { kind, description, completes = kind.placeholder === 'PATH' ? 'file' : undefined } = option;
  return {
    flag,
    about: description,
    isSwitch: kind.placeholder === '',
    ...(kind.choices && { words: kind.choices }),
    ...(completes && { files: completes }),
  };
}

const MAX_CHARACTERS = 72;

/** A description short enough to show next to a completion: its first sentence, cut to a maximum length. */
export function firstSentence(text: string): string {
  const [first = ''] = text.replaceAll('`', '').split(/[.;:(](?:\s|$)|\s\(/);
  return first.length <= MAX_CHARACTERS ? first : `${first.slice(0, MAX_CHARACTERS - 1)}…`;
}
