import type { CollectorEvent } from '../collect/collector-events.ts';

type ListEvent = Extract<CollectorEvent, { kind: 'markets' | 'contracts' }>;

/** Which list an event is, or needs to be understood. Undefined where it needs none. */
export function listNameOf({ kind, exchange }: CollectorEvent): string | undefined {
  if (kind === 'markets' || kind === 'tickers') return `markets ${exchange}`;
  return kind === 'contracts' || kind === 'contract-tickers' ? `contracts ${exchange}` : undefined;
}

export function isList(event: CollectorEvent): event is ListEvent {
  return event.kind === 'markets' || event.kind === 'contracts';
}

/** The last lists of what is read: they are told when they change, and asked for by processes that were not there then. */
export class KeptLists {
  readonly #lists = new Map<string, ListEvent>();

  take(event: CollectorEvent): void {
    if (isList(event)) this.#lists.set(listNameOf(event)!, event);
  }

  /** Of names as `listNameOf` gives them; those that are not known are left out. */
  named(names: readonly string[]): readonly ListEvent[] {
    return names.flatMap((name) => this.#lists.get(name) ?? []);
  }

  forget(isGone: (exchange: string) => boolean): void {
    for (const [name, { exchange }] of this.#lists) if (isGone(exchange)) this.#lists.delete(name);
  }
}
