import { useState } from 'preact/hooks';
import { Pane } from '../../parts/pane.tsx';
import { codeOf, LANGUAGES, tokenCommand, type Language } from './code.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { isTokenRoute, type Request } from './request.ts';

interface CodeProps {
  readonly request: Request;
  readonly base: string;
  /** Audience to request a token for. */
  readonly audience: string;
}

/** The same request as a program. */
export function CodePane({ request, base, audience }: CodeProps) {
  const [language, setLanguage] = useState<Language>('curl');
  const isToken = isTokenRoute(request.operation);
  const code = codeOf(language, request, base);
  return (
    <Pane
      title="Code"
      about={isToken ? 'puts a token into $TIDEMARK_TOKEN' : 'reads the token from $TIDEMARK_TOKEN'}
      className="tryit-code"
      tools={
        <>
          {!isToken && (
            <div class="choices" role="group" aria-label="Language">
              {LANGUAGES.map((each) => (
                <button key={each} aria-pressed={each === language} onClick={() => setLanguage(each)}>
                  {each}
                </button>
              ))}
            </div>
          )}
          <CopyButton text={() => code} what="the code" />
        </>
      }
    >
      <Listing code={code} label={`The request as ${language}`} />
      {!isToken && (
        <details class="tryit-more">
          <summary>How to get a token</summary>
          <Listing code={tokenCommand(base, audience)} label="How to get a token" />
        </details>
      )}
    </Pane>
  );
}

function Listing({ code, label }: { code: string; label: string }) {
  return (
    <pre class="tryit-listing" role="region" aria-label={label} tabIndex={0}>
      <code>{code}</code>
    </pre>
  );
}
