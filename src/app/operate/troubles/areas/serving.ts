import type { TroubleArea } from '../trouble.ts';

export const SERVING: TroubleArea = {
  title: 'Requests and clients',
  troubles: [
    {
      slug: 'slow-request',
      messages: ['slow request'],
      cause: 'A response took longer than `--slow-request-ms`. The line has the route and the times.',
      remedy:
        'Nothing if it is a large export or range. If small requests are slow, the machine is overloaded: check its CPU and disk.',
    },
    {
      slug: 'request-refused',
      messages: ['request refused'],
      cause:
        'The service responded with 503: something that the request needs is missing or busy. `reason` has the text.',
      remedy:
        'If it lasts, read `/readyz` ([readiness](watch.md#read-readiness)); if it is busy, see [limits](limits.md).',
    },
    {
      slug: 'request-failed',
      messages: ['request failed', 'a request failed'],
      cause: 'An unexpected error ended a request, and the client got a 500 with the same request id.',
      remedy: 'Read `err`. If it is not an error of the disk, it is a bug: report it.',
    },
    {
      slug: 'slow-client',
      messages: ['a slow websocket client was cut', 'a slow client of server-sent events was cut'],
      cause: 'The client read more slowly than data came, until too much data was queued for it.',
      remedy:
        'Its operator should subscribe to less or use a faster link ([slow readers](limits.md#slow-readers)). It may connect again and continue with `since`, or ask for the newest values only with `conflate`.',
    },
    {
      slug: 'flooding-client',
      messages: ['a websocket client that kept sending too much was disconnected'],
      cause: 'The client kept sending after it had reached the message limit.',
      remedy: 'Find the program behind `clientId` and correct it ([limits](limits.md)).',
    },
    {
      slug: 'websocket-failed',
      messages: ['the websocket failed'],
      cause: 'An unexpected error in the websocket server.',
      remedy: 'Clients reconnect automatically. Report the line if it repeats.',
    },
    {
      slug: 'too-many-connections',
      messages: ['too many connections: those without a valid token are closed or refused'],
      cause:
        'A limit of connections is reached; `last` says which, and for which address. Connections with a token keep their place.',
      remedy:
        'If the clients are yours, raise the limit that is named. Otherwise block the address in front of the service ([connections](limits.md#connections)).',
    },
    {
      slug: 'metrics-failed',
      messages: ['metrics could not be collected'],
      cause: 'One of the numbers of `/metrics` could not be computed, so the scrape got a 500.',
      remedy: 'Read `err`. If it repeats, report it.',
    },
    {
      slug: 'not-shown',
      messages: [
        'a version of the reference data cannot be served',
        'a refresh cannot be shown',
        'sparklines could not be prepared',
      ],
      cause:
        'Data of a tick could not be read or prepared for responses; `err` has the reason. Clients get the values of the previous tick.',
      remedy: 'Nothing for a single tick. If it repeats, look for damage with `tidemark verify --storage`.',
    },
    {
      slug: 'webhook-dead',
      messages: ['a webhook could not be delivered'],
      cause:
        'A message of an alert was not accepted for 72 hours, or cannot be sent, because its endpoint is disabled or too many messages are queued for it; `problem` says why. This is logged at most once an hour for each endpoint.',
      remedy:
        'List them with `tidemark alerts dead`. When the receiver works again, `tidemark alerts replay --all` sends them ([alerts](client-alerts.md)).',
    },
    {
      slug: 'alerts-not-stored',
      messages: [
        'alerts could not be evaluated; the next tick retries',
        'the outcome of a webhook could not be stored: it is sent again',
        'old webhook deliveries could not be removed',
      ],
      cause:
        'The data directory, or the database of a cluster, cannot be written, or history cannot be read, or a stored alert is damaged; `err` has the reason.',
      remedy:
        'Free disk space ([when the disk fills](disk.md#when-the-disk-fills)). Alerts continue with the next tick; receivers may get a message twice.',
    },
    {
      slug: 'alerts-not-read',
      messages: [
        'alerts could not be read from the store: they are not evaluated until then',
        'alerts could not be read from the store: requests about them are refused until then',
        'changes of alerts could not be read',
        'a tick could not be evaluated for alerts',
        'alerts that the leader announced could not be sent to clients',
      ],
      cause:
        'In a cluster, the leading compute node or a serving node could not read alerts or clients from the database, or not use a tick for them; `err` has the reason, and its `cause` the words of PostgreSQL. Ticks are not affected.',
      remedy:
        'If a privilege is missing (42501), run `tidemark cluster migrate` with the credentials of the operator. The node tries again by itself. Values of indices that it missed in the last five minutes are then evaluated from history.',
    },
    {
      slug: 'alert-log-damaged',
      messages: ['the log of alerts is damaged'],
      cause: 'Lines of `alerts.log` do not match their checksums: alerts or messages in them are lost.',
      remedy: 'Restore the file from a backup, or have clients check their alerts with `GET /v3/alerts`.',
    },
    {
      slug: 'day-file-failed',
      messages: ['a Parquet file of a day cannot be made'],
      cause:
        'History could not be read, or the file could not be written; `err` has the reason. A client that requested it got a 503, and its next request tries again; in the background it is tried again after an hour.',
      remedy:
        'Free disk space if `err` is `ENOSPC`. If it repeats, look for damage with `tidemark verify --storage`.',
    },
    {
      slug: 'day-file-too-large',
      messages: ['a Parquet file of a day is larger than a tenth of --max-disk and is not kept'],
      cause:
        'The files of `/v3/files` may use a tenth of `--max-disk`, and this one alone is larger. Requests for it get a 404, and until the next start no file of its type is made in the background.',
      remedy:
        'Raise `--max-disk` and restart; then the service makes the file. Or have clients use [exports](../use/files.md#export).',
    },
    {
      slug: 'day-file-renamed',
      messages: ['the values of a day differ from its earlier Parquet file: the new file has a new name'],
      cause:
        'The file was made again after it had been removed, and history now has other values of that day, for example because ticks were imported.',
      remedy:
        'Nothing if you changed history. Clients find the new name in `/v3/files` ([whole days](../use/files.md#whole-days)).',
    },
  ],
};
