import { isObject } from '../../../core/text/is-object.ts';

/** Problems with their place in a file: `tickers.fields.last: must be a path`. */
export type Problems = string[];

/** Checks a value of unknown type; returns undefined after adding a problem. */
export type Check<T> = (value: unknown, place: string, problems: Problems) => T | undefined;

type Checked<C> = C extends Check<infer T> ? T : never;
type Checks = Readonly<Record<string, Check<unknown>>>;

export function at(place: string, member: string | number): string {
  if (typeof member === 'number') return `${place}[${member}]`;
  return place === '' ? member : `${place}.${member}`;
}

export function addProblem(place: string, what: string, problems: Problems): undefined {
  problems.push(`${place === '' ? 'the file' : place}: ${what}`);
  return undefined;
}

/** A text that passes `test`. */
export function text(expects: string, test: (text: string) => boolean): Check<string> {
  return (value, place, problems) =>
    typeof value === 'string' && test(value) ? value : addProblem(place, expects, problems);
}

export function literal<const V extends string | number | boolean>(...values: readonly V[]): Check<V> {
  const expects =
    values.length === 1
      ? `must be ${JSON.stringify(values[0])}`
      : `must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}`;
  return (value, place, problems) =>
    values.find((each) => each === value) ?? addProblem(place, expects, problems);
}

export function integer(min: number, max: number): Check<number> {
  return (value, place, problems) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : addProblem(place, `must be a whole number from ${min} to ${max}`, problems);
}

/** A non-empty array of values of one kind. */
export function arrayOf<T>(each: Check<T>): Check<readonly T[]> {
  return (value, place, problems) => {
    if (!Array.isArray(value) || value.length === 0)
      return addProblem(place, 'must be a non-empty array', problems);
    const read = value.map((one, i) => each(one, at(place, i), problems));
    return read.filter((one) => one !== undefined);
  };
}

/** An object with exactly these members. */
export function members<R extends Checks, O extends Checks>(
  required: R,
  optional: O,
): Check<{ readonly [K in keyof R]: Checked<R[K]> } & { readonly [K in keyof O]?: Checked<O[K]> }> {
  const all: Checks = { ...required, ...optional };
  return (value, place, problems) => {
    if (!isObject(value)) return addProblem(place, 'must be an object', problems);
    for (const name of Object.keys(value))
      if (!Object.hasOwn(all, name))
        addProblem(at(place, name), `is unknown; expected one of ${Object.keys(all).join(', ')}`, problems);
    const read = Object.entries(all).flatMap(([name, check]) => {
      if (!Object.hasOwn(value, name)) {
        if (Object.hasOwn(required, name)) addProblem(at(place, name), 'is missing', problems);
        return [];
      }
      const found = check(value[name], at(place, name), problems);
      return found === undefined ? [] : [[name, found]];
    });
    return Object.fromEntries(read);
  };
}
