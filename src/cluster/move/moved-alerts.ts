import type { AlertChange, AlertReader, AlertStore } from '../../alerts/store/alert-store.ts';
import type { MovePlace, MoveTarget } from './move-place.ts';

/** The alerts of clients in a place, in order, as the changes that make them. Without announcements: their websockets are gone. */
export async function readAlerts(place: MovePlace): Promise<readonly AlertChange[]> {
  const store = await place.openAlerts();
  try {
    return store ? changesIn(store.records).filter(isMoved) : [];
  } finally {
    await store?.close();
  }
}

/** Makes the alerts of the target those of the source. */
export async function copyAlerts(source: MovePlace, target: MoveTarget): Promise<void> {
  const wanted = await readAlerts(source);
  const store = await target.openAlerts();
  if (!store) return;
  try {
    await write(store, wanted);
  } finally {
    await store.close();
  }
}

/** An earlier attempt may have left alerts that were removed since. */
async function write(store: AlertStore, wanted: readonly AlertChange[]): Promise<void> {
  await store.commit((records) => {
    const kept = new Set(wanted.map(idOf));
    const left = changesIn(records).flatMap(removalOf);
    return { changes: [...left.filter(({ id }) => !kept.has(id)), ...wanted], result: undefined };
  });
}

function isMoved(change: AlertChange): boolean {
  return !('put' in change && change.put === 'announcement');
}

type Removal = Extract<AlertChange, { readonly remove: string }>;

function removalOf(change: AlertChange): Removal[] {
  if ('remove' in change || change.put === 'state' || change.put === 'evaluated') return [];
  return [{ remove: change.put, id: idOf(change)! }];
}

function idOf(change: AlertChange): string | undefined {
  if ('remove' in change) return change.id;
  if (change.put === 'rule') return change.rule.id;
  if (change.put === 'endpoint') return change.endpoint.id;
  if (change.put === 'delivery') return change.delivery.id;
  return change.put === 'announcement' ? change.id : undefined;
}

function changesIn(records: AlertReader): AlertChange[] {
  const rules = [...records.rules()];
  const { evaluatedAt } = records;
  return [
    ...[...records.endpoints()].map((endpoint): AlertChange => ({ put: 'endpoint', endpoint })),
    ...rules.map((rule): AlertChange => ({ put: 'rule', rule })),
    ...rules.flatMap(({ id: ruleId }): AlertChange[] => {
      const state = records.stateOf(ruleId);
      return state ? [{ put: 'state', ruleId, state }] : [];
    }),
    ...[...records.deliveries()].map((delivery): AlertChange => ({ put: 'delivery', delivery })),
    ...[...records.announcements()].map(([id, raised]): AlertChange => ({ put: 'announcement', id, raised })),
    ...(evaluatedAt === undefined ? [] : [{ put: 'evaluated', at: evaluatedAt } as const]),
  ];
}
