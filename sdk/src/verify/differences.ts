import type { Field, Shape } from './shape.ts';

/** A field of a receipt that differs from the recomputed one. */
export interface Difference {
  /** For example `price`, `exchanges[Kraken].weight`. */
  readonly field: string;
  /** As text; absent if the receipt does not have it. */
  readonly said?: string;
  /** As text; absent if it should not exist. */
  readonly computed?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** All known fields that differ. Both have the shape. */
export function differencesIn(said: Values, computed: Values, shape: Shape, path = ''): Difference[] {
  return Object.entries(shape).flatMap(([name, field]) =>
    between(said[name], computed[name], field, path + name),
  );
}

function between(said: unknown, computed: unknown, field: Field, path: string): Difference[] {
  const { kind, shape = {} } = field;
  if (said === undefined || computed === undefined || (kind !== 'object' && kind !== 'list'))
    return textOf(said) === textOf(computed) ? [] : [difference(path, textOf(said), textOf(computed))];
  if (kind === 'object') return differencesIn(said as Values, computed as Values, shape, `${path}.`);
  return betweenLists(said as readonly Values[], computed as readonly Values[], field, path);
}

function betweenLists(
  said: readonly Values[],
  computed: readonly Values[],
  { shape = {}, key, label = '' }: Field,
  path: string,
): Difference[] {
  const keyOf = (values: Values, i: number) => keyText(values, i, key);
  const left = new Map(computed.map((values, i) => [keyOf(values, i), values]));
  const found = said.flatMap((values, i) => {
    const name = `${path}[${String(values[label])}]`;
    const other = left.get(keyOf(values, i));
    left.delete(keyOf(values, i));
    return other
      ? differencesIn(values, other, shape, `${name}.`)
      : [difference(name, 'is there', undefined)];
  });
  const missing = [...left.values()].map((values) =>
    difference(`${path}[${String(values[label])}]`, undefined, 'is there'),
  );
  if (found.length + missing.length > 0) return [...found, ...missing];
  const isOrdered = said.every((values, i) => keyOf(values, i) === keyOf(computed[i]!, i));
  return isOrdered ? [] : [difference(path, 'in another order', 'in ascending order of ids')];
}

export function keyText(values: Values, i: number, key: readonly string[] | undefined): string {
  return key === undefined ? String(i) : JSON.stringify(key.map((name) => values[name]));
}

function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

export function difference(
  field: string,
  said: string | undefined,
  computed: string | undefined,
): Difference {
  return { field, ...(said !== undefined && { said }), ...(computed !== undefined && { computed }) };
}

/** For any JSON value. */
export function shown(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
