import type { Check } from './check-receipt.ts';
import { verdictOf, verdictText } from './verdict.ts';

const SIGNS = { right: '✓', wrong: '✕', open: '?' } as const;
const SPOKEN = { right: 'passed', wrong: 'failed', open: 'not checked' } as const;

/** The checks and their results. */
export function Verification({ checks }: { checks: readonly Check[] }) {
  const verdict = verdictOf(checks);
  return (
    <div class={`verification ${verdict}`} role="status">
      <p class="verification-verdict">{verdictText(checks)}</p>
      <dl>
        {checks.map(({ title, state, words, differences }) => (
          <div key={title} class={state}>
            <dt>
              <span aria-hidden="true">{SIGNS[state]}</span> {title}
              <span class="unseen"> {SPOKEN[state]}</span>
            </dt>
            <dd>
              {words}
              {differences.length > 0 && (
                <ul>
                  {differences
                    .slice(0, MAX_SHOWN)
                    .map(({ field, said = 'nothing', computed = 'nothing' }) => (
                      <li key={field}>
                        <code>{field}</code>: the service says <b>{said}</b>, here it is <b>{computed}</b>
                      </li>
                    ))}
                  {differences.length > MAX_SHOWN && <li>and {differences.length - MAX_SHOWN} more</li>}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        This does not prove that the exchanges really reported these prices, or whose key it is: compare the
        key with a copy that you have from elsewhere.
      </p>
    </div>
  );
}

const MAX_SHOWN = 12;
