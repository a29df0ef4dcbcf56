import { randomUUID } from 'node:crypto';
import { AlertRefusal } from '../../../alerts/alert-refusal.ts';
import { AlertService } from '../../../alerts/alert-service.ts';
import { indicesOf } from '../../../alerts/rules/alert-rule.ts';
import { AlertFile } from '../../../alerts/store/alert-file.ts';
import type { AlertStore, Delivery } from '../../../alerts/store/alert-store.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { identityOf } from '../../directory/data-directory.ts';
import { readNode } from '../../directory/node-file.ts';
import { quarantineOf } from '../../directory/quarantine-of.ts';
import type { AddedCommand } from './admin.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface AlertCommandParts {
  readonly store: AlertStore;
  readonly rules: AlertService;
  readonly marketClock: Pick<Clock, 'now'>;
  /** Why the market clock cannot be used. */
  readonly unknownTime?: string | undefined;
}

export interface ListedAlert {
  readonly id: string;
  readonly clientId: string;
  readonly name?: string;
  readonly type: string;
  readonly index?: string;
  readonly state: 'OK' | 'FIRING';
  readonly enabled: boolean;
  readonly firedAt?: Millis;
  readonly silencedUntil?: Millis;
}

/** Without the content of the message. */
export type ListedDelivery = Omit<Delivery, 'body' | 'needs' | 'retryUntil'> & { readonly url?: string };

/** How much of a client was removed. */
export type RemovedCounts = Awaited<ReturnType<AlertService['removeAll']>>;

const LIVE_SOURCE = 'live';
const MAX_SILENCE_MS = 365 * DAY_MS;

/** Commands about the alerts of all clients. */
export function alertCommands(parts: AlertCommandParts): [name: string, command: AddedCommand][] {
  return [
    ...alertReadCommands(parts),
    ['alerts.replay', (args) => replay(parts.rules, args)],
    ['alerts.silence', (args) => silence(parts, args)],
    ['alerts.remove', (args) => remove(parts.rules, args)],
  ];
}

/** The commands that change nothing. */
export function alertReadCommands({
  store,
}: Pick<AlertCommandParts, 'store'>): [name: string, command: AddedCommand][] {
  return [
    ['alerts.list', (args) => listedAlerts(store, args)],
    ['alerts.deliveries', (args) => listedDeliveries(store, args)],
  ];
}

/** Runs a command while no service runs. Deliveries that it makes pending are sent after the next start. */
export async function runStoppedAlertCommand(
  folder: string,
  clock: Clock,
  name: string,
  args: Arguments,
): Promise<unknown> {
  refuseStoppedNode(folder);
  const store = await AlertFile.open({
    folder,
    quarantine: quarantineOf(folder),
    onProblem: (problem) => process.emitWarning(problem),
  });
  try {
    const ignore = () => undefined;
    const clocks = { wallClock: clock, marketClock: clock };
    const rules = new AlertService({
      store,
      ...clocks,
      newId: randomUUID,
      source: undefined,
      onOutbox: ignore,
      onRaised: ignore,
      onDead: ignore,
    });
    const unknownTime = marketTimeProblem(folder);
    const [, run] = alertCommands({ store, rules, marketClock: clock, unknownTime }).find(
      ([each]) => each === name,
    )!;
    return await run(args);
  } finally {
    await store.close();
  }
}

/** The alerts of a cluster are in its store. */
function refuseStoppedNode(folder: string): void {
  const node = readNode(folder);
  if (node)
    throw new OperatorError(
      `${folder} is the directory of a stopped node (--role ${node.role}), and alerts are in the store ${node.store}: start the node, or give the --data of a running compute node`,
    );
}

/** Why market time is unknown. Only the market time of live data is that of the clock. */
function marketTimeProblem(folder: string): string | undefined {
  const { source } = identityOf(folder) ?? {};
  if (source === LIVE_SOURCE) return undefined;
  const place = source === undefined ? 'a directory without data' : `the source ${source}`;
  return `the market time of ${place} is known only while the service runs: start it, then silence the alert`;
}

async function listedAlerts(store: AlertStore, { client }: Arguments): Promise<ListedAlert[]> {
  await store.refresh();
  const { records } = store;
  const wanted = [...records.rules()].filter(({ clientId }) => client === undefined || clientId === client);
  return wanted.map((rule) => {
    const { isFiring = false, firedAt } = records.stateOf(rule.id) ?? {};
    const [index] = indicesOf(rule.condition);
    return {
      id: rule.id,
      clientId: rule.clientId,
      ...(rule.name !== undefined && { name: rule.name }),
      type: rule.condition.type,
      ...(index && { index: index.name ?? index.indexId }),
      state: isFiring ? 'FIRING' : 'OK',
      enabled: rule.enabled,
      ...(firedAt !== undefined && { firedAt }),
      ...(rule.silencedUntil !== undefined && { silencedUntil: rule.silencedUntil }),
    };
  });
}

/** Newest first. */
async function listedDeliveries(
  store: AlertStore,
  { alert, client, dead }: Arguments,
): Promise<ListedDelivery[]> {
  await store.refresh();
  const { records } = store;
  const wanted = [...records.deliveries()].filter(
    ({ alertId, clientId, status }) =>
      (alert === undefined || alertId === alert) &&
      (client === undefined || clientId === client) &&
      (dead !== true || status === 'DEAD'),
  );
  return wanted.toReversed().map(({ body: _body, needs: _needs, retryUntil: _until, ...shown }) => {
    const url = records.endpoint(shown.endpointId)?.url;
    return { ...shown, ...(url !== undefined && { url: new URL(url).origin }) };
  });
}

async function replay(rules: AlertService, { id, endpoint, all }: Arguments): Promise<object> {
  if (id === undefined && endpoint === undefined && all !== true)
    throw new OperatorError('nothing was selected: give the id of a delivery, --endpoint ID or --all');
  const replayed = await rules.replay(
    (delivery) =>
      (id === undefined || delivery.id === id) &&
      (endpoint === undefined || delivery.endpointId === endpoint),
  );
  if (id !== undefined && replayed.length === 0)
    throw new OperatorError(`there is no dead delivery ${String(id)}: 'tidemark alerts dead' shows them`);
  return { replayed: replayed.length };
}

async function silence(
  { rules, marketClock, unknownTime }: AlertCommandParts,
  { id, forMs }: Arguments,
): Promise<object> {
  if (typeof id !== 'string')
    throw new OperatorError("the id of an alert is missing: 'tidemark alerts list' shows them");
  if (forMs !== undefined && !(typeof forMs === 'number' && forMs > 0 && forMs <= MAX_SILENCE_MS))
    throw new OperatorError('an alert can be silenced for at most 365d: choose a shorter time');
  if (forMs !== undefined && unknownTime !== undefined) throw new OperatorError(unknownTime);
  const until = forMs === undefined ? undefined : marketClock.now() + forMs;
  try {
    const { rule } = await rules.silence(id, until);
    return { id, clientId: rule.clientId, ...(until !== undefined && { silencedUntil: until }) };
  } catch (error) {
    if (!(error instanceof AlertRefusal)) throw error;
    throw new OperatorError(`there is no alert ${id}: 'tidemark alerts list' shows them`);
  }
}

async function remove(rules: AlertService, { client }: Arguments): Promise<RemovedCounts> {
  if (typeof client !== 'string')
    throw new OperatorError("the id of a client is missing: 'tidemark alerts list' shows them");
  const removed = await rules.removeAll(client);
  if (Object.values(removed).every((count) => count === 0))
    throw new OperatorError(
      `client ${client} has no alerts or endpoints: 'tidemark alerts list' shows all alerts`,
    );
  return removed;
}
