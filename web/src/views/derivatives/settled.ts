/** The results of several concurrent requests, and the errors of the failed ones. */
export interface Settled<T> {
  readonly values: readonly T[];
  readonly failed: readonly { readonly of: string; readonly error: unknown }[];
}

/** A failed request does not affect the others; if all fail, throws the first error. */
export async function settled<A, T>(
  asked: readonly A[],
  nameOf: (each: A) => string,
  ask: (each: A) => Promise<T>,
): Promise<Settled<T>> {
  const outcomes = await Promise.allSettled(asked.map(ask));
  const values = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = outcomes.flatMap((each, i) =>
    each.status === 'rejected' ? [{ of: nameOf(asked[i]!), error: each.reason as unknown }] : [],
  );
  if (values.length === 0 && failed[0]) throw failed[0].error;
  return { values, failed };
}
