import { UsageError } from './usage.ts';

export interface TakenOptions {
  /** By flag; a switch that was given maps to `true`. */
  readonly options: ReadonlyMap<string, string>;
  /** Arguments that are no options. */
  readonly positional: readonly string[];
  /** Options that this command does not know: settings of the service. */
  readonly others: readonly string[];
}

/** Takes a command's own options out of its arguments and leaves the service's settings for the configuration. */
export function takeOptions(
  args: readonly string[],
  own: { readonly values: readonly string[]; readonly switches: readonly string[] },
): TakenOptions {
  const options = new Map<string, string>();
  const positional: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? '';
    const [flag = '', inline] = argument.split(/=(.*)/s);
    if (!argument.startsWith('--')) positional.push(argument);
    else if (own.switches.includes(argument)) options.set(argument, 'true');
    else if (own.values.includes(flag)) {
      const value = inline ?? args[++i];
      if (value === undefined || (inline === undefined && value.startsWith('--')))
        throw new UsageError(`${flag} needs a value`);
      options.set(flag, value);
    } else {
      others.push(argument);
      const next = args[i + 1];
      if (inline === undefined && next !== undefined && !next.startsWith('--')) others.push(args[++i] ?? '');
    }
  }
  return { options, positional, others };
}
