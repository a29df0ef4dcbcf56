import { useMemo } from 'preact/hooks';
import { OwnTokens } from '../data/own-tokens.ts';
import { usePage } from '../data/page-data.ts';

/** Tokens of the reader, for requests that the SDK does not send. */
export function useOwnTokens(): OwnTokens {
  const { session, clock } = usePage();
  const state = session.state.value;
  const identity = state.kind === 'signedIn' ? state.identity : undefined;
  return useMemo(
    () =>
      new OwnTokens({
        base: `${session.url}/`,
        identity: identity ?? { kind: 'public' },
        audiences: session.config.audiences,
        clock,
      }),
    [identity, session, clock],
  );
}
