import type { SourceReport } from '../../app/pipeline/metrics/source-health.ts';
import type { SupplyReport } from '../../app/pipeline/metrics/supply-status.ts';
import { sourceStatusOf } from '../../app/operate/status/source-status.ts';
import { checkExchanges, type ExchangeCheck } from '../../sources/live/trial/exchange-check.ts';
import { tryExchange, type Trial, type TriedTicker } from '../../sources/live/trial/exchange-trial.ts';
import {
  calledHosts,
  selectableExchanges,
  unknownExchange,
} from '../../sources/live/trial/known-exchanges.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { optional, path } from '../../core/setting.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { action, JSON_OPTION, switchOption, UsageError, type ActionGroup } from '../command.ts';
import { withDates } from '../output/records-text.ts';
import { escaped, quoted } from '../output/shown.ts';
import { tableText } from '../output/table-text.ts';
import { ageText, countsText, findingLines, readingsText } from '../status/source-text.ts';

const FIRST_ROWS = 10;
const settings = ['exchanges', 'exchangeFiles', 'derivatives'];

export const command: ActionGroup = {
  about: [
    "Takes the settings of 'tidemark serve --source live', such as --exchanges, --exchange-files and --derivatives.",
  ],
  actions: {
    check: action({
      summary: 'Contact every configured exchange once and show what can be read from this machine',
      about: [
        'For each exchange, shows the latency of its requests, its markets and tickers, the offset of its clock from ours, and what blocks it. Takes at most two minutes; nothing is stored.',
      ],
      options: { json: JSON_OPTION },
      settings: [...settings, 'exchangeProxy', 'exchangeGateway', 'exchangeKeys'],
      exitCodes: [
        [0, 'if every exchange can be read'],
        [1, 'if some cannot'],
      ],
      examples: ['tidemark sources check', 'tidemark sources check --exchanges kraken,okx --json'],
      run: async ({ options, config }, io) => {
        const checks = await checkExchanges({ settings: config().settings, clock: new SystemClock() });
        io.out(options.json ? `${quoted(checks)}\n` : checkText(checks));
        return checks.some(({ failure }) => failure) ? 1 : 0;
      },
    }),
    test: action({
      summary: 'Read one exchange once and show the parsed result',
      about: [
        'Shows markets, the first tickers, what was skipped and why, and what looks wrong. Nothing is stored.',
      ],
      positionals: [
        {
          name: 'EXCHANGE',
          about:
            'A file that declares an exchange (see docs/extend/add-an-exchange.md), the ccxt name of an exchange, or an interface of --derivatives',
          completes: 'file',
          missingMessage: 'name one exchange: a file that declares it, or its ccxt name',
        },
      ],
      options: {
        answer: {
          ...optional(
            { ...path, placeholder: 'FILE,...' },
            'Read saved responses instead of calling the exchange: one file per request, the market list first',
          ),
          completes: 'file',
        },
        json: JSON_OPTION,
      },
      settings: ['exchangeProxy', 'exchangeGateway', 'exchangeKeys'],
      exitCodes: [
        [0, 'if nothing looks wrong'],
        [1, 'if something does'],
        [2, 'if there is no such exchange'],
      ],
      examples: ['tidemark sources test kraken', 'tidemark sources test my-exchange.json'],
      run: async ({ positionals: [exchange = ''], options, config }, io) => {
        const unknown = unknownExchange(exchange);
        if (unknown !== undefined) throw new UsageError(unknown);
        const answers = options.answer?.split(',');
        const trial = await tryExchange({
          exchange,
          settings: config().settings,
          answers,
          clock: new SystemClock(),
        });
        io.out(options.json ? `${quoted(trial)}\n` : trialText(trial));
        return trial.problems.length === 0 ? 0 : 1;
      },
    }),
    list: action({
      summary: 'List the configured exchanges, and all that are available',
      about: ['Shows how the tickers of each are read: all at once, in chunks, or one market after another.'],
      options: { all: switchOption('Also list those that cannot be read, and why'), json: JSON_OPTION },
      settings,
      run: async ({ options, config }, io) => {
        const known = await selectableExchanges(config().settings, options.all);
        io.out(options.json ? `${quoted(known)}\n` : knownText(known));
        return 0;
      },
    }),
    hosts: action({
      summary: 'List the hosts that the configured exchanges may call, for a firewall',
      about: ['Configured proxies and gateways are listed on standard error.'],
      options: { json: JSON_OPTION },
      settings,
      run: async ({ options, config }, io) => {
        const called = await calledHosts(config().settings);
        const rows = called.hosts.map(({ host, exchanges }) => [host, exchanges.join(', ')]);
        io.out(options.json ? `${quoted(called)}\n` : tableText(rows));
        for (const { host, by, exchanges } of called.through)
          io.err(
            `requests of ${exchanges.join(', ')} go to the ${by} ${host}, which must be able to reach these hosts\n`,
          );
        return 0;
      },
    }),
    status: action({
      summary: 'Show how a running service reads its exchanges and their derivatives',
      about: [
        'Shows state, age of the last delivery, readings and failures of each, how trades arrive (by a socket, polled, or not at all), and the markets that are excluded from the indices, with the reason.',
      ],
      options: { json: JSON_OPTION },
      settings: ['data'],
      exitCodes: [[1, 'if an exchange fails, or no service is running']],
      run: async ({ options, config }, io) => {
        const report = await sourceStatusOf(config().settings.data);
        io.out(options.json ? `${quoted(plainReport(report))}\n` : statusText(report));
        const all = [...report.exchanges, ...(report.derivatives ?? [])];
        return all.some(({ state }) => state === 'failing') ? 1 : 0;
      },
    }),
  },
};

/** Failures explained for operators; the message of the failure follows. */
const FAILURES: Readonly<Record<string, string>> = {
  dns: 'its host name cannot be resolved',
  tls: 'no secure connection: a certificate or handshake is refused',
  connect: 'no connection to it, or to the proxy or gateway',
  reset: 'the connection is closed early',
  timeout: 'no response in time',
  'too-large': 'its response is too large',
  redirect: 'it redirects, as a portal or a moved site does',
  'rate-limited': 'blocked: too many requests from here',
  'not-from-here': 'blocked: it does not serve this location',
  'server-error': 'its server fails',
  refused: 'it needs an API key, or rejects ours',
  empty: 'its response is empty',
  'not-json': 'its response is not JSON, for example a login or protection page',
  'exchange-error': 'it reports an error',
  maintenance: 'it is under maintenance',
  implausible: 'its response is not as expected',
  unexpected: 'the request fails',
  unusable: 'it cannot be read',
};
/** A larger clock offset of this machine is reported. */
const MIN_REPORTED_OFFSET_MS = 2 * SECOND_MS;
const MIN_CLOCKS = 3;

function checkText(checks: readonly ExchangeCheck[]): string {
  const rows = checks.map((check) => [
    check.kind === 'spot' ? check.exchange : `${check.exchange} (derivatives)`,
    check.failure ? 'no' : 'yes',
    check.latencyMs === undefined ? '-' : `${check.latencyMs} ms`,
    `${(check.tookMs / SECOND_MS).toFixed(1)} s`,
    String(check.markets ?? '-'),
    String(check.tickers ?? '-'),
    check.newestTickerAgeMs === undefined ? '-' : ageText(check.newestTickerAgeMs),
    check.clockOffsetMs === undefined ? '-' : offsetText(check.clockOffsetMs),
    check.failure ? failureText(check.failure) : '',
  ]);
  const head = ['exchange', 'read', 'latency', 'took', 'markets', 'tickers', 'newest', 'clock', 'problem'];
  const readable = checks.filter(({ failure }) => !failure).length;
  return [
    tableText([head, ...rows]),
    `${readable} of ${checks.length} can be read\n`,
    ...ownClockText(checks),
  ].join('');
}

function failureText({ kind, step, message }: NonNullable<ExchangeCheck['failure']>): string {
  const of = step === 'start' ? '' : `${step}: `;
  return `${of}${FAILURES[kind] ?? kind} (${message})`;
}

/** Positive if the exchange is ahead. HTTP headers have a resolution of one second. */
function offsetText(ms: Millis): string {
  const seconds = Math.round(ms / SECOND_MS);
  return seconds === 0 ? 'ok' : `${seconds > 0 ? '+' : ''}${seconds} s`;
}

function ownClockText(checks: readonly ExchangeCheck[]): readonly string[] {
  const offsets = checks.flatMap(({ clockOffsetMs }) => clockOffsetMs ?? []).toSorted((a, b) => a - b);
  const medianOffset = offsets[Math.floor(offsets.length / 2)] ?? 0;
  if (offsets.length < MIN_CLOCKS || Math.abs(medianOffset) < MIN_REPORTED_OFFSET_MS) return [];
  const seconds = Math.round(Math.abs(medianOffset) / SECOND_MS);
  return [
    `the clock of this machine is about ${seconds} s ${medianOffset > 0 ? 'behind' : 'ahead of'} those of most exchanges: check its time synchronisation\n`,
  ];
}

/** Converts instants to text, as in all output. */
function plainReport({ exchanges, derivatives, supplies, ...report }: SourceReport) {
  const plain = (each: SourceReport['exchanges'][number]) => withDates(each, 'lastDelivery');
  return {
    ...withDates(report, 'at'),
    exchanges: exchanges.map(plain),
    ...(derivatives && { derivatives: derivatives.map(plain) }),
    ...(supplies && {
      supplies: {
        ...supplies,
        origins: supplies.origins.map((origin) => withDates(origin, 'oldest', 'newest')),
      },
    }),
  };
}

function statusText({ at, exchanges, derivatives = [], outage, findings, supplies }: SourceReport): string {
  return [
    ...(outage === undefined ? [] : [`${escaped(outage)}\n\n`]),
    readingsText('exchange', exchanges, at),
    ...(derivatives.length === 0 ? [] : [`\n${readingsText('derivatives', derivatives, at)}`]),
    ...(exchanges.length > 0 && exchanges.length < 3 && findings.length > 0
      ? [
          '\nfewer than 3 exchanges are read: no two others can confirm a new market, so new markets wait for a day\n',
        ]
      : []),
    ...section('exchanges that are excluded from the indices', exchanges.flatMap(refusalLine)),
    ...tradesText(exchanges),
    ...section('clocks of exchanges', clockLines(exchanges)),
    ...section('markets that are excluded from the indices', findingLines(findings)),
    ...(supplies ? suppliesText(supplies, at) : []),
  ].join('');
}

/** Smaller offsets do no harm. */
const SHOWN_OFFSET_MS = 5 * SECOND_MS;

function clockLines(exchanges: SourceReport['exchanges']): readonly string[] {
  return exchanges.flatMap(({ exchange, clock }) => {
    if (!clock) return [];
    const { offsetMs, oldMs, lateTickers = 0 } = clock;
    if (oldMs > 0) return [`${exchange}: its responses are ${ageText(oldMs)} old; its tickers are rejected`];
    if (lateTickers > 0)
      return [`${exchange}: ${lateTickers} tickers are late by their own timestamps and are rejected`];
    if (Math.abs(offsetMs) < SHOWN_OFFSET_MS) return [];
    return [
      `${exchange}: ${ageText(Math.abs(offsetMs))} ${offsetMs > 0 ? 'behind' : 'ahead of'} ours; corrected`,
    ];
  });
}

function suppliesText({ why, origins, findings }: SupplyReport, at: Millis): readonly string[] {
  const rows = origins.map(({ origin, assets, unmatched, oldest, newest, problem }) => [
    origin,
    String(assets),
    newest === undefined ? '-' : ageText(at - newest),
    oldest === undefined ? '-' : ageText(at - oldest),
    String(unmatched),
    problem ?? '',
  ]);
  const head = ['supplies', 'assets', 'newest', 'oldest', 'unmatched', 'problem'];
  return [
    `\n${rows.length === 0 ? '' : tableText([head, ...rows])}`,
    ...(why === undefined ? [] : [`${escaped(why)}\n`]),
    ...section(
      'supplies that are not used',
      findings.map((finding) => `${quoted(finding.supply)}: ${finding.why}`),
    ),
  ];
}

const REFUSALS = {
  'quote-volume': 'its volumes are in quote units, but base units are expected',
  'inverted-price': 'its prices are the inverse of those of other exchanges: base and quote may be swapped',
};

function refusalLine({ exchange, refused }: SourceReport['exchanges'][number]): readonly string[] {
  if (!refused) return [];
  const { reason, markets } = refused;
  return [`${exchange} (${markets} markets): ${REFUSALS[reason]}`];
}

/** How trades arrive, for exchanges whose trades are wanted. */
function tradesText(exchanges: SourceReport['exchanges']): readonly string[] {
  const rows = exchanges.flatMap(({ exchange, trades }) => {
    if (!trades) return [];
    const { delivered, late, duplicate, dropped, refused } = trades.byOutcome;
    const counts = [delivered + late, late, duplicate, dropped, refused].map(String);
    return [[exchange, trades.way, ...counts, countsText(trades.byFailure)]];
  });
  const head = ['trades of', 'read by', 'delivered', 'late', 'known', 'dropped', 'refused', 'failures'];
  return rows.length === 0 ? [] : ['\n', tableText([head, ...rows])];
}

function knownText(known: Awaited<ReturnType<typeof selectableExchanges>>): string {
  const rows = known.map(({ key, name, by, how, note, isConfigured, isCurated }) => [
    isConfigured ? '*' : '',
    key,
    name,
    by,
    how === 'not' ? 'not read' : how,
    isCurated ? 'yes' : '',
    note ?? '',
  ]);
  const legend = `* configured: ${known.filter(({ isConfigured }) => isConfigured).length} of ${known.length}\n`;
  const head = ['', 'key', 'name', 'read by', 'tickers', 'default', 'note'];
  return tableText([head, ...rows]) + legend;
}

function trialText({ key, name, markets, tickers, leftOut, problems }: Trial): string {
  const head = `${escaped(key)} (${escaped(name)}): ${markets} markets, ${tickers.length} tickers with a price\n`;
  const shownRows = tickers.slice(0, FIRST_ROWS);
  const rows = [['base', 'quote', 'last', 'bid', 'ask', 'volume', 'age'], ...shownRows.map(tickerRow)];
  const more = tickers.length - shownRows.length;
  return [
    head,
    ...(tickers.length === 0 ? [] : [`\n${tableText(rows)}`]),
    ...(more > 0 ? [`and ${more} more\n`] : []),
    ...section(
      'left out',
      leftOut.map(
        ({ why, count, examples }) => `${count} ${why}, such as ${examples.map(quoted).join(', ')}`,
      ),
    ),
    ...section('problems', problems),
  ].join('');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`\n${title}\n`, ...lines.map((line) => `  ${escaped(line)}\n`)];
}

function tickerRow({ base, quote, last, bid, ask, volume, ageMs }: TriedTicker): readonly string[] {
  return [
    base,
    quote,
    last,
    bid ?? '-',
    ask ?? '-',
    volume ?? '-',
    ageMs === undefined ? '-' : ageText(ageMs),
  ];
}
