import { addressOf } from '../../address.ts';
import { NotFound } from '../../parts/not-found.tsx';
import type { ViewProps } from '../../views.ts';

/** Shown for an unknown address. */
export function View({ name }: ViewProps) {
  return (
    <NotFound
      text={`This page has no view at "${name}".`}
      back={{ href: addressOf(''), title: 'All assets' }}
    />
  );
}
