import { cutRejected } from '../../../contract/errors.ts';
import type { ParameterKind } from '../../../contract/parameter-kinds.ts';
import { Type } from '../../../contract/schema.ts';
import { choiceText, type IndexNames, type NamedIndex } from '../../../latest/indices/index-names.ts';
import { ApiError, validationError } from '../errors.ts';

const MAX_NAMES = 100;

/** `names=`: indices of any type. */
export const nameList: ParameterKind<readonly string[]> = {
  schema: Type.String(),
  parse: (text) => {
    const names = text.split(',').map((name) => name.trim());
    return names.length <= MAX_NAMES && names.every((name) => name !== '') ? names : undefined;
  },
  expects: `must be 1 to ${MAX_NAMES} names separated by commas, such as BTC,BTC_USD,BLX`,
};

/** An index and the name by which it was asked for. */
export interface FoundIndex {
  readonly name: string;
  readonly index: NamedIndex;
}

/** In the order given. Throws 404 for unknown names, and 400 for names of several indices. */
export function namedIndices(given: readonly string[], names: IndexNames): readonly FoundIndex[] {
  const found = given.map((name) => ({ name, indices: names.indicesOf(name) }));
  const unknown = found.filter(({ indices }) => indices.length === 0).map(({ name }) => cutRejected(name));
  if (unknown.length > 0)
    throw new ApiError('NOT_FOUND', `no asset, market or index has the name ${unknown.join(', ')}`);
  const several = found.filter(({ indices }) => indices.length > 1);
  if (several.length > 0)
    throw validationError(
      several.map(({ name, indices }) => ({
        object: 'IndexTicker',
        field: 'names',
        rejectedValue: cutRejected(name),
        message: `names several: ${choiceText(indices)}`,
      })),
    );
  return found.flatMap(({ name, indices }) => indices.map((index) => ({ name, index })));
}
