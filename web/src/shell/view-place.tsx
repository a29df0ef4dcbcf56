import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { messageOf } from '../format/errors.ts';
import type { View, ViewProps } from '../views.ts';

interface Shown {
  readonly view: View;
  readonly Component: ComponentType<ViewProps> | undefined;
  readonly error: unknown;
}

/** Shows a view once its code is loaded. */
export function ViewPlace({ view, name }: { view: View; name: string }) {
  const [shown, setShown] = useState<Shown>({ view, Component: undefined, error: undefined });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    view.load().then(
      ({ View }) => isWanted && setShown({ view, Component: View, error: undefined }),
      (error: unknown) => isWanted && setShown({ view, Component: undefined, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [view, attempt]);
  const isNamed = name !== '';
  useEffect(() => {
    // A view of one thing sets the title itself after it is loaded.
    if (!view.needsName) document.title = `${view.title} · Tidemark`;
  }, [view, isNamed]);
  if (shown.error !== undefined)
    return (
      <p class="note failed" role="alert">
        This view could not be loaded: {messageOf(shown.error)}
        <button class="button" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </button>
      </p>
    );
  if (shown.view !== view || !shown.Component) return <p class="note">Loading</p>;
  // With another name it is the same view of another thing: choices of the reader are kept.
  return (
    <Held key={view.path} name={name}>
      <shown.Component name={name} />
    </Held>
  );
}

/**
 * Shows an error if a view fails while it is drawn, such as for a response it does not understand; otherwise
 * it would stay blank or at "Loading".
 */
function Held({ name, children }: { name: string; children: ComponentChildren }) {
  const [error, again] = useErrorBoundary((caught: unknown) => reportError(caught));
  useEffect(() => again(), [name]);
  if (error === undefined) return <>{children}</>;
  return (
    <p class="note failed" role="alert">
      This view could not be shown: {messageOf(error)}
      <button class="button" onClick={again}>
        Try again
      </button>
    </p>
  );
}
