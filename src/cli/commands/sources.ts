import { loadConfig, processEnvironment } from '../../app/config/config.ts';
import type { SourceReport } from '../../app/pipeline/source-health.ts';
import { sourceStatusOf } from '../../app/status/source-status.ts';
import { tryExchange, type Trial, type TriedTicker } from '../../sources/trial/exchange-trial.ts';
import { calledHosts, knownExchanges } from '../../sources/trial/known-exchanges.ts';
import { SystemClock } from '../../core/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import { takeOptions, type TakenOptions } from '../options.ts';
import { quoted } from '../shown.ts';
import { tableText } from '../table-text.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark sources test FILE|NAME [--answer FILE,...] [--exchange-proxy URL] [--exchange-gateway URL] [--json]
tidemark sources list [settings] [--json]
tidemark sources hosts [settings] [--json]
tidemark sources status [--data DIR] [--json]

test   reads one exchange once and shows what was understood: markets, the first tickers, what was left out and why, and
       what looks wrong. FILE declares an exchange (see docs/guides/add-an-exchange.md), NAME is what ccxt calls one.
       --answer takes saved answers instead of asking: one file for each request, the market list first.
       Ends with 0 where nothing looks wrong, else with 1. Nothing is stored.
list   shows the exchanges that the settings name, and all that they could name
hosts  shows the hosts that the exchanges of the settings may call, for a firewall
status asks a running service how it reads its exchanges: state, age of the last delivery, readings and failures of each,
       and the markets that take no part in the indices, with the reason. Ends with 1 where an exchange fails.

The settings are those of 'tidemark serve --source live': --exchanges, --exchange-files and the like.
`;

export const sourcesCommand: Command = {
  help: () => HELP,
  run: sources,
};

const FIRST_ROWS = 10;

async function sources(args: readonly string[], io: Output): Promise<number> {
  const [action = '', ...rest] = args;
  const taken = takeOptions(rest, { values: ['--answer'], switches: ['--json'] });
  if (action === 'test') return test(taken, io);
  const actions = { list, hosts, status };
  if (!Object.hasOwn(actions, action)) throw new UsageError(`unknown action '${action}'\n\n${HELP}`);
  if (taken.positional.length > 0) throw new UsageError(`unexpected '${taken.positional[0]}'\n\n${HELP}`);
  return actions[action as keyof typeof actions](taken, io);
}

async function status({ options, others }: TakenOptions, io: Output): Promise<number> {
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const report = await sourceStatusOf(settings.data);
  io.out(options.has('--json') ? `${JSON.stringify(report)}\n` : statusText(report));
  return report.exchanges.some(({ state }) => state === 'failing') ? 1 : 0;
}

function statusText({ at, exchanges, outage, findings }: SourceReport): string {
  const rows = exchanges.map(({ exchange, state, lastDelivery, readings, failures }) => [
    exchange,
    readings?.isResting ? `${state}, resting` : state,
    lastDelivery === undefined ? '-' : ageText(at - lastDelivery),
    String(readings?.byOutcome['read'] ?? '-'),
    String(failures),
    Object.entries(readings?.byFailure ?? {})
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', '),
  ]);
  return [
    ...(outage === undefined ? [] : [`${outage}\n\n`]),
    tableText([['exchange', 'state', 'age', 'read', 'failed', 'why'], ...rows]),
    ...section(
      'markets that take no part in the indices',
      findings.map(({ exchange, market, why }) => `${exchange} ${quoted(market)}: ${why}`),
    ),
  ].join('');
}

async function test({ options, positional, others }: TakenOptions, io: Output): Promise<number> {
  const [exchange, ...more] = positional;
  if (exchange === undefined || more.length > 0)
    throw new UsageError(`name one exchange: a file that declares it, or what ccxt calls it\n\n${HELP}`);
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const trial = await tryExchange({
    exchange,
    settings,
    answers: options.get('--answer')?.split(','),
    clock: new SystemClock(),
  });
  io.out(options.has('--json') ? `${JSON.stringify(trial)}\n` : trialText(trial));
  return trial.problems.length === 0 ? 0 : 1;
}

async function list({ options, others }: TakenOptions, io: Output): Promise<number> {
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const known = await knownExchanges(settings);
  const rows = known.map(({ key, name, by, isConfigured, isCurated }) => [
    isConfigured ? '*' : '',
    key,
    name,
    by,
    isCurated ? 'by default' : '',
  ]);
  const legend = `* configured: ${known.filter(({ isConfigured }) => isConfigured).length} of ${known.length}\n`;
  io.out(options.has('--json') ? `${JSON.stringify(known)}\n` : tableText(rows) + legend);
  return 0;
}

async function hosts({ options, others }: TakenOptions, io: Output): Promise<number> {
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const called = await calledHosts(settings);
  const rows = called.hosts.map(({ host, exchanges }) => [host, exchanges.join(', ')]);
  io.out(options.has('--json') ? `${JSON.stringify(called)}\n` : tableText(rows));
  if (called.through !== undefined)
    io.err(`requests go to ${called.through}, which must be able to reach these hosts\n`);
  return 0;
}

function trialText({ key, name, markets, tickers, leftOut, problems }: Trial): string {
  const head = `${key} (${name}): ${markets} markets, ${tickers.length} tickers with a price\n`;
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
  return lines.length === 0 ? [] : [`\n${title}\n`, ...lines.map((line) => `  ${line}\n`)];
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

function ageText(ms: Millis): string {
  if (ms < 0) return `in ${ageText(-ms)}`;
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`;
}
