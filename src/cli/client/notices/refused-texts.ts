import type { ForbiddenError } from '../../../../sdk/src/node.ts';
import { plain } from './plain.ts';
import { saidBy } from './said-by.ts';

/** An index, as it was asked for, that the service does not give to this client. */
export interface Refused {
  readonly index: string;
  readonly refusal: ForbiddenError;
}

/** A sentence for each reason, which names the indices that it is about: `BLX needs scope read:LX`. */
export function refusedTexts(refused: readonly Refused[], url: string): string[] {
  const byReason = new Map<string, string[]>();
  for (const { index, refusal } of refused) {
    const said = saidBy(refusal);
    byReason.set(said, [...(byReason.get(said) ?? []), plain(index)]);
  }
  return [...byReason].map(([said, names]) => {
    const scope = /\bscope (\S+)/.exec(said)?.[1];
    const who = names.join(', ');
    if (scope === undefined) return `${url} refuses ${who}${said && `: ${said}`}`;
    return `${who} ${names.length === 1 ? 'needs' : 'need'} scope ${scope}: ${ADDING}`;
  });
}

const ADDING = "the operator of the service adds it with 'tidemark clients set ID --scope'";
