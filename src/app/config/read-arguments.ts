import { parseArgs } from 'node:util';
import { nearestWord } from '../../core/text/nearest-word.ts';

/** Whether a flag takes a value, and its short form. */
export interface Flag {
  readonly isSwitch: boolean;
  readonly letter?: string;
}

/** By flag, such as `--port`. */
export type Flags = ReadonlyMap<string, Flag>;

export interface GivenFlag {
  /** An unknown flag is as the user wrote it: `-x` or `--prot`. */
  readonly flag: string;
  /** Absent for a switch, and if a required value is missing. */
  readonly value?: string;
  readonly isKnown: boolean;
}

interface GivenArguments {
  readonly flags: readonly GivenFlag[];
  /** Arguments that are not options, with their positions. */
  readonly positionals: readonly { readonly text: string; readonly index: number }[];
}

type OptionToken = Extract<
  NonNullable<ReturnType<typeof parseArgs>['tokens']>[number],
  { readonly kind: 'option' }
>;

/**
 * Splits a command line without rejecting anything: the caller does. The argument after an unknown option
 * counts as its value.
 */
export function readArguments(args: readonly string[], known: Flags): GivenArguments {
  const options = Object.fromEntries(
    [...known].map(([flag, { isSwitch, letter }]) => [
      flag.slice(2),
      { type: isSwitch ? ('boolean' as const) : ('string' as const), ...(letter && { short: letter }) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags: GivenFlag[] = [];
  const positionals: { text: string; index: number }[] = [];
  let unknownAt: number | undefined;
  for (const token of tokens) {
    const isValueOfUnknown = unknownAt !== undefined && token.index === unknownAt + 1;
    if (token.kind === 'positional' && !isValueOfUnknown)
      positionals.push({ text: token.value, index: token.index });
    if (token.kind !== 'option' || token.index === unknownAt) continue;
    const given = givenFlag(token, args, known);
    flags.push(given);
    if (!given.isKnown && given.value === undefined) unknownAt = token.index;
  }
  return { flags, positionals };
}

function givenFlag(token: OptionToken, args: readonly string[], known: Flags): GivenFlag {
  const { name, rawName, value, inlineValue } = token;
  const isKnown = known.has(`--${name}`);
  // Shows combined short options, such as `-xyz`, in full.
  const flag = isKnown || rawName.startsWith('--') ? `--${name}` : (args[token.index] ?? rawName);
  // The next option is not the value of this one.
  const isItsValue = value !== undefined && (inlineValue || !value.startsWith('--'));
  return { flag, isKnown, ...(isItsValue && { value }) };
}

/** The error message for an option that a command does not have. */
export function unknownFlag(flag: string, known: Iterable<string>, command: string): string {
  const meant = nearestWord(flag, known);
  const hint = meant === undefined ? `'tidemark ${command} --help' lists them` : `did you mean ${meant}?`;
  return `unknown option ${flag}: ${hint}`;
}
