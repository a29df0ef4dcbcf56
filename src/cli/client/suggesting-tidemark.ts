import {
  NameError,
  Tidemark,
  TidemarkError,
  type CallOptions,
  type Exchange,
} from '../../../sdk/src/node.ts';

/** No exchange has this name; suggestions come from exchanges only. */
export class UnknownExchange extends NameError {}

/** Several unknown names of one call, to be reported together. */
export class UnknownNames extends TidemarkError {
  readonly errors: readonly NameError[];

  constructor(errors: readonly NameError[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

/** A client for names typed by people: its errors say which kind of name is unknown. */
export class SuggestingTidemark extends Tidemark {
  override async exchange(exchange: string, options: CallOptions = {}): Promise<Exchange> {
    try {
      return await super.exchange(exchange, options);
    } catch (error) {
      if (!(error instanceof NameError)) throw error;
      throw new UnknownExchange(error.wanted, error.candidates, error.suggestion);
    }
  }
}

/** Waits for all look-ups and reports all unknown names together. Other failures take precedence. */
export async function allFound<T>(looked: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(looked);
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (reasons.length === 0)
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const names = reasons.filter((reason) => reason instanceof NameError);
  const other = reasons.find((reason) => !(reason instanceof NameError));
  if (other !== undefined) throw other;
  throw names.length === 1 ? names[0]! : new UnknownNames(names);
}

/** The same for two kinds of look-ups. */
export async function bothFound<T, U>(
  some: readonly Promise<T>[],
  others: readonly Promise<U>[],
): Promise<readonly [T[], U[]]> {
  await allFound<unknown>([...some, ...others]);
  return [await Promise.all(some), await Promise.all(others)];
}
