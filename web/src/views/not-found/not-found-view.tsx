import { addressOf } from '../../address.ts';
import { NotFound } from '../../parts/not-found.tsx';
import type { ViewProps } from '../../views.ts';

/** An address that no view has. */
export function View({ name }: ViewProps) {
  return (
    <NotFound
      text={`This page has no view at "${name}".`}
      back={{ href: addressOf(''), title: 'All assets' }}
    />
  );
}
