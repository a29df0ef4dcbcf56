import type { CollectorEvent } from '../collect/collector-events.ts';

type ListEvent = Extract<CollectorEvent, { kind: 'markets' | 'contracts' }>;

/** The list that an event is, or that is needed to interpret it. Undefined if none is needed. */
export function listNameOf({ kind, exchange }: CollectorEvent): string | undefined {
  if (kind === 'markets' || kind === 'tickers') return `markets ${exchange}`;
  return kind === 'contracts' || kind === 'contract-tickers' ? `contracts ${exchange}` : undefined;
}

export function isList(event: CollectorEvent): event is ListEvent {
  return event.kind === 'markets' || event.kind === 'contracts';
}

/** Keeps the latest lists. They are sent when they change, and again to processes that missed them. */
export class LatestLists {
  readonly #lists = new Map<string, ListEvent>();

  take(event: CollectorEvent): void {
    if (isList(event)) this.#lists.set(listNameOf(event)!, event);
  }

  /** Lists by names from `listNameOf`; unknown ones are left out. */
  named(names: readonly string[]): readonly ListEvent[] {
    return names.flatMap((name) => this.#lists.get(name) ?? []);
  }

  forget(isGone: (exchange: string) => boolean): void {
    for (const [name, { exchange }] of this.#lists) if (isGone(exchange)) this.#lists.delete(name);
  }
}
