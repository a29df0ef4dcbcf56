import type { Config } from '../app/config/config.ts';
import type { ErrorOutput } from '../app/operate/terminal/error-output.ts';
import { setting, toggle, type Setting } from '../core/setting.ts';

/** An option of a command; the name gives the flag, as with settings: `newestFirst` is `--newest-first`. */
export interface Option<T> extends Setting<T> {
  /** A variable of the environment that counts where the option is not given. */
  readonly variable?: string;
  /** It must be given; what is said where it is not. */
  readonly required?: string;
  /** One of those that many commands have: help explains it, and does not name it in the usage. */
  readonly isShared?: boolean;
  /** What a shell offers for its value; by default its choices, where it has any. */
  readonly completes?: 'file' | 'folder';
}

export type Options = Readonly<Record<string, Option<unknown>>>;

type Parsed<O extends Option<unknown>> = ReturnType<O['kind']['parse']>;

/** What options are for `run`: those without a default may be undefined. */
export type Given<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly default: unknown } | { readonly required: string }
    ? Exclude<Parsed<O[K]>, undefined>
    : Parsed<O[K]>;
};

export interface Positional {
  /** As help shows it: `FILE`. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: boolean;
  /** It may be given several times; only the last one can be. */
  readonly isList?: boolean;
  /** All that it can be, where these are few. */
  readonly choices?: readonly string[];
  readonly completes?: 'file' | 'folder';
  /** What is said where it is missing or there are too many: what to give, and where to find it. */
  readonly wanted: string;
}

/** A command line that was understood. */
export interface Call<O extends Options = Options> {
  readonly options: Given<O>;
  /** As many as are defined, in their order; those at the end that are optional may be missing. */
  readonly positionals: readonly string[];
  /** The options that were given on the command line, not by a variable or a default. */
  readonly given: ReadonlySet<string>;
  /** The settings of the service, from the command line, the environment and a file; throws where they are wrong. */
  config(): Config;
  /** What was given of them on the command line. */
  readonly settingArguments: readonly string[];
}

/** Something that can be done: a command, or one of the actions of a command. */
export interface Action<O extends Options = Options> {
  /** One line; of a command it stands in the table of commands. */
  readonly summary?: string;
  /** Paragraphs, which are wrapped. */
  readonly about?: readonly string[];
  readonly positionals?: readonly Positional[];
  readonly options?: O;
  /** It takes the settings of the service too; help shows these. Absent: it takes none. */
  readonly settings?: readonly string[] | 'all';
  /** All of its arguments are positionals, also those that look like options. */
  readonly isPlain?: boolean;
  /** Codes that it ends with, beside those that all commands have. */
  readonly ends?: readonly (readonly [code: number, when: string])[];
  readonly examples?: readonly string[];
  /** Resolves with the exit code. */
  readonly run: (call: Call<O>, io: Output) => Promise<number> | number;
}

/** A command with several things to do. */
export interface ActionGroup {
  readonly about?: readonly string[];
  readonly actions: Readonly<Record<string, Action>>;
  /** The action where none is named; absent: one must be. */
  readonly usual?: string;
  /** Where none is named, all of them are listed with what they do. */
  readonly listsActions?: boolean;
}

export type Command = Action | ActionGroup;

/** A line of the table of commands. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded when it is wanted: a short command should not wait for the whole service. */
  readonly load: () => Promise<Command>;
}

/** Checks that `run` fits the options, and forgets their types. */
export function action<const O extends Options = Record<never, never>>(definition: Action<O>): Action {
  return definition as unknown as Action;
}

export function isGroup(command: Command): command is ActionGroup {
  return 'actions' in command;
}

/** An option without a value. */
export function switchOption(description: string) {
  return setting(toggle, false, description);
}

export const JSON_OPTION = switchOption('Print JSON');

/** The command line was not understood: exit code 2. Each problem is a line that says what would have been right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Where a command writes. Results go to `out`, everything else to `err`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** What `err` writes to, for logs and for progress on a terminal. */
  readonly errors: ErrorOutput;
}
