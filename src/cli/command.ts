import type { Config } from '../app/config/config.ts';
import type { ErrorOutput } from '../app/operate/terminal/error-output.ts';
import { setting, toggle, type Setting } from '../core/setting.ts';

/** An option of a command. Its name gives the flag, as with settings: `newestFirst` is `--newest-first`. */
export interface Option<T> extends Setting<T> {
  /** Environment variable that is used if the option is not given. */
  readonly variable?: string;
  /** The option is required; this is the message if it is missing. */
  readonly missingMessage?: string;
  /** Shared by many commands: help explains it but leaves it out of the usage line. */
  readonly isShared?: boolean;
  /** What a shell completes for its value; by default its choices. */
  readonly completes?: 'file' | 'folder';
}

export type Options = Readonly<Record<string, Option<unknown>>>;

type Parsed<O extends Option<unknown>> = ReturnType<O['kind']['parse']>;

/** Option values as `run` gets them: options without a default may be undefined. */
export type Given<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { readonly default: unknown } | { readonly missingMessage: string }
    ? Exclude<Parsed<O[K]>, undefined>
    : Parsed<O[K]>;
};

export interface Positional {
  /** As shown in help: `FILE`. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: boolean;
  /** It may be repeated; only the last positional can be. */
  readonly isList?: boolean;
  /** All allowed values, if there are few. */
  readonly choices?: readonly string[];
  readonly completes?: 'file' | 'folder';
  /** Message if it is missing or repeated: what to give and where to find it. */
  readonly missingMessage: string;
}

/** A parsed command line. */
export interface Call<O extends Options = Options> {
  readonly options: Given<O>;
  /** In the order of their definition; optional ones at the end may be missing. */
  readonly positionals: readonly string[];
  /** Options given on the command line, not by a variable or a default. */
  readonly given: ReadonlySet<string>;
  /**
   * Settings of the service from the command line, the environment and a file; throws if they are invalid.
   */
  config(): Config;
  /** Settings given on the command line. */
  readonly settingArguments: readonly string[];
}

/** A command, or one action of a command. */
export interface Action<O extends Options = Options> {
  /** One line, shown in the list of commands. */
  readonly summary?: string;
  /** Paragraphs; help wraps them. */
  readonly about?: readonly string[];
  readonly positionals?: readonly Positional[];
  readonly options?: O;
  /** Settings of the service that it accepts and help shows. Absent: none. */
  readonly settings?: readonly string[] | 'all';
  /** All arguments are positionals, even if they look like options. */
  readonly isPlain?: boolean;
  /** Exit codes besides those of all commands. */
  readonly exitCodes?: readonly (readonly [code: number, when: string])[];
  readonly examples?: readonly string[];
  /** Resolves with the exit code. */
  readonly run: (call: Call<O>, io: Output) => Promise<number> | number;
}

/** A command with several actions. */
export interface ActionGroup {
  readonly about?: readonly string[];
  readonly actions: Readonly<Record<string, Action>>;
  /** The default action; absent: an action must be named. */
  readonly defaultAction?: string;
  /** Without an action, lists all actions with their summaries. */
  readonly listsActions?: boolean;
}

export type Command = Action | ActionGroup;

/** An entry of the table of commands. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded on demand: a short command should not load the whole service. */
  readonly load: () => Promise<Command>;
}

/** Checks that `run` matches the options, then erases their types. */
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

/** The command line is invalid: exit code 2. Each problem is one line that says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Target of `err`, for logs and for progress on a terminal. */
  readonly errors: ErrorOutput;
}
