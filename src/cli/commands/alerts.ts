import { runStoreCommand } from '../../app/operate/control/store-command.ts';
import type { ListedAlert, ListedDelivery, RemovedCounts } from '../../app/operate/control/alert-commands.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { duration, nonEmptyText, optional } from '../../core/setting.ts';
import { formatDatetime } from '../../core/time.ts';
import {
  action,
  JSON_OPTION,
  switchOption,
  UsageError,
  type ActionGroup,
  type Call,
  type Positional,
} from '../command.ts';
import { recordsText, withDates } from '../output/records-text.ts';
import { quoted } from '../output/shown.ts';

const settings = ['data'];
const id = { ...nonEmptyText, placeholder: 'ID' };

const ALERT: Positional = {
  name: 'ID',
  about: 'The id of an alert',
  missingMessage: "give one alert: 'tidemark alerts list' shows them",
};

const CLIENT: Positional = {
  name: 'CLIENT-ID',
  about: 'The id of a client',
  missingMessage: "give one client: 'tidemark alerts list' shows whose alerts there are",
};

const SELECTION = {
  client: optional(id, 'Only those of this client'),
  json: JSON_OPTION,
};

const DELIVERY_COLUMNS = ['id', 'alertId', 'url', 'type', 'status', 'attempts', 'createdAt', 'problem'];

export const command: ActionGroup = {
  about: [
    'Alerts of all clients, for the operator. Clients create and change their own with the API (docs/use/alerts.md). Works whether the service runs or not.',
  ],
  defaultAction: 'list',
  actions: {
    list: action({
      summary: 'List alerts and their states',
      options: SELECTION,
      settings,
      run: async (call, io) => {
        const listed = (await ask(call, 'list', { client: call.options.client })) as ListedAlert[];
        const alerts = listed.map((alert) => withDates(alert, 'firedAt', 'silencedUntil'));
        const columns = [
          'id',
          'clientId',
          'name',
          'type',
          'index',
          'state',
          'enabled',
          'firedAt',
          'silencedUntil',
        ];
        const text = alerts.length === 0 ? 'no alerts\n' : recordsText(alerts, columns);
        io.out(call.options.json ? `${quoted(alerts)}\n` : text);
        return 0;
      },
    }),
    deliveries: action({
      summary: 'List deliveries to webhooks, newest first',
      options: { alert: optional(id, 'Only those of this alert'), ...SELECTION },
      settings,
      run: async (call, io) => {
        const { alert, client, json } = call.options;
        io.out(deliveriesText(await ask(call, 'deliveries', { alert, client }), json, 'no deliveries'));
        return 0;
      },
    }),
    dead: action({
      summary: 'List deliveries that ended without being accepted',
      options: SELECTION,
      settings,
      run: async (call, io) => {
        const { client, json } = call.options;
        io.out(
          deliveriesText(await ask(call, 'deliveries', { client, dead: true }), json, 'no dead deliveries'),
        );
        return 0;
      },
    }),
    replay: action({
      summary: 'Send dead deliveries again, for up to another 72 hours',
      positionals: [
        { name: 'DELIVERY-ID', about: 'The id of a dead delivery', isOptional: true, missingMessage: '' },
      ],
      options: {
        endpoint: optional(id, 'All dead deliveries for this endpoint'),
        all: switchOption('All dead deliveries'),
        json: JSON_OPTION,
      },
      settings,
      examples: ['tidemark alerts replay --all'],
      run: async (call, io) => {
        const { endpoint, all, json } = call.options;
        const [delivery] = call.positionals;
        if ([delivery, endpoint, all || undefined].filter((each) => each !== undefined).length !== 1)
          throw new UsageError('give the id of a delivery, --endpoint or --all');
        const result = (await ask(call, 'replay', { id: delivery, endpoint, all })) as { replayed: number };
        io.out(json ? `${quoted(result)}\n` : `${result.replayed} deliveries are sent again\n`);
        return 0;
      },
    }),
    silence: action({
      summary: 'Silence an alert for a while, or end its silence',
      positionals: [ALERT],
      options: {
        for: optional(duration, 'How long, such as 2h'),
        end: switchOption('End the silence'),
        json: JSON_OPTION,
      },
      settings,
      examples: ['tidemark alerts silence 2f1c… --for 2h'],
      run: async (call, io) => {
        const { for: forMs, end, json } = call.options;
        if ((forMs === undefined) !== end) throw new UsageError('give either --for or --end');
        const request = { id: call.positionals[0]!, forMs };
        const result = (await ask(call, 'silence', request)) as { id: string; silencedUntil?: number };
        const { silencedUntil } = result;
        const text =
          silencedUntil === undefined
            ? `alert ${result.id} may fire again\n`
            : `alert ${result.id} is silenced until ${formatDatetime(silencedUntil)}\n`;
        io.out(json ? `${quoted(withDates(result, 'silencedUntil'))}\n` : text);
        return 0;
      },
    }),
    remove: action({
      summary: 'Remove all alerts, endpoints and deliveries of a client, such as one that was removed',
      positionals: [CLIENT],
      options: { json: JSON_OPTION },
      settings,
      examples: ['tidemark alerts remove tm-4c2f…'],
      run: async (call, io) => {
        const removed = (await ask(call, 'remove', { client: call.positionals[0]! })) as RemovedCounts;
        const { alerts, endpoints, deliveries } = removed;
        const text = `removed: ${alerts} alerts, ${endpoints} endpoints, ${deliveries} deliveries\n`;
        io.out(call.options.json ? `${quoted(removed)}\n` : text);
        return 0;
      },
    }),
  },
};

function deliveriesText(listed: unknown, json: boolean, none: string): string {
  const deliveries = (listed as ListedDelivery[]).map((delivery) =>
    withDates(delivery, 'createdAt', 'nextAttemptAt', 'endedAt'),
  );
  if (json) return `${quoted(deliveries)}\n`;
  return deliveries.length === 0 ? `${none}\n` : recordsText(deliveries, DELIVERY_COLUMNS);
}

/** Absent arguments are left out. */
function ask(
  { config }: Pick<Call, 'config'>,
  command: string,
  request: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const full = { command: `alerts.${command}`, arguments: given };
  return runStoreCommand({ data: config().settings.data, store: undefined }, new SystemClock(), full);
}
