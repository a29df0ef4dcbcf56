import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../format/errors.ts';
import type { View, ViewProps } from '../views.ts';

interface Shown {
  readonly view: View;
  readonly Component: ComponentType<ViewProps> | undefined;
  readonly error: unknown;
}

/** Shows a view once its code is there. */
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
    // What shows one thing sets its name over it when that is there.
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
  // Another name is the same view of another thing: what the reader has chosen in it stays.
  return <shown.Component key={view.path} name={name} />;
}
