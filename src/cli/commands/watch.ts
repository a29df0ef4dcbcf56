import { UnauthorizedError } from '../../../sdk/src/node.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { optional, wholeNumber, type SettingKind } from '../../core/setting.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { fieldsLine, type TableColumn } from '../client/columns.ts';
import { plain } from '../client/notices/plain.ts';
import { INDEX_NAME } from '../shared-options.ts';
import { jsonLine, withService, type TargetService } from '../client/with-service.ts';
import { action, JSON_OPTION, type Given, type Output } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import {
  currentRecords,
  readSources,
  resumeInstant,
  withoutValue,
  watchSources,
  type WatchSource,
} from '../watch/watch-sources.ts';
import {
  ageSeconds,
  valueOfTick,
  valueOfTicker,
  type WatchedSeries,
  type WatchedValue,
} from '../watch/watch-board.ts';
import { connectionNotices } from '../watch/outage.ts';
import { showLive } from '../watch/show-live.ts';

const names: SettingKind<readonly string[]> = {
  placeholder: 'NAME,...',
  parse: (text) => {
    const all = text.split(',').map((name) => name.trim());
    return all.every((name) => name !== '') ? all : undefined;
  },
  expects: 'must be names separated by commas',
};

const OPTIONS = {
  exchange: optional(names, 'Also show the prices of these exchanges for each market'),
  count: optional(wholeNumber(1, 1e9), 'Exit after this many records, counting the current values'),
  json: JSON_OPTION,
  ...CONNECTION_OPTIONS,
} as const;

type Record = WatchedSeries & WatchedValue & { readonly ageSeconds: number };

const FIELDS: readonly TableColumn<Record>[] = [
  { key: 'index', of: ({ index }) => index },
  { key: 'price', of: ({ price }) => price },
  { key: 'volume', of: ({ volume = '' }) => volume },
  { key: 'timestamp', of: ({ timestamp }) => timestamp },
  { key: 'flags', of: ({ flags }) => flags.join(' ') },
  { key: 'exchange', of: ({ exchange = '' }) => exchange },
  { key: 'age', of: ({ ageSeconds }) => String(ageSeconds) },
];

export const command = action({
  about: [
    'Shows reference prices as they are published, every 30 seconds, in a table that is updated in place: green after a rise and red after a fall, the change and a chart of the last 15 minutes, the age of each value, and the state of the connection. It reconnects automatically without missing a tick.',
    'On a pipe, or with --json, each tick is a record on a line: name, price, volume, time, flags, exchange, age in seconds. The first records are the current values, in the order of the arguments.',
    'Ctrl-C, SIGTERM and SIGHUP (sent when the terminal is closed) stop it; under nohup SIGHUP is ignored.',
  ],
  positionals: [
    {
      name: 'NAME',
      about: INDEX_NAME,
      isList: true,
      missingMessage: 'name at least one asset, market or index: tidemark watch BTC ETH_USD',
    },
  ],
  options: OPTIONS,
  exitCodes: [[130, 'after Ctrl-C, which is the normal way to stop it']],
  examples: ['tidemark watch BTC ETH_USD --exchange kraken', 'tidemark watch BTC --json --count 10'],
  run: (call, io) => withService(call, io, (service) => watch(service, call.positionals, call.options, io)),
});

async function watch(
  service: TargetService,
  wanted: readonly string[],
  { exchange = [], count = Infinity, json }: Given<typeof OPTIONS>,
  io: Output,
): Promise<number> {
  const sources = await watchSources(service.tidemark, wanted, exchange, service.signal);
  service.retryForever();
  try {
    if (service.look.isTerminal && !json) await showLive(service, sources, new SystemClock(), count);
    else await printLines(service, sources, { count, json }, io);
  } catch (error) {
    // The look-ups before were allowed.
    if (error instanceof UnauthorizedError && 'token' in service.target.identity)
      throw new OperatorError(noStreamText(service.target.url));
    throw error;
  }
  return EXIT.ok;
}

function noStreamText(url: string): string {
  return `${url} rejected the token for its stream: it has expired or is not valid for the stream; the operator can create one for both with 'tidemark clients token ID --audience rest,stream'`;
}

async function printLines(
  { tidemark, signal, write, warnSource }: TargetService,
  sources: readonly WatchSource[],
  { count, json }: { readonly count: number; readonly json: boolean },
  io: Output,
): Promise<void> {
  const stream = tidemark.stream();
  const warn = (line: string) => io.err(`tidemark: ${line}\n`);
  stream.on('error', (error) => warn(plain((error as Error).message)));
  stream.on('state', connectionNotices({ warn, warnSource }));
  const clock = new SystemClock();
  const current = await currentRecords(tidemark, sources, signal);
  for (const { index, exchange } of withoutValue(sources, current))
    warn(plain(`${exchange ?? 'the service'} has no current value of ${index}`));
  const reading = { current, since: resumeInstant(current), count, signal };
  await readSources(stream, sources, reading, async (record) => {
    const { index, exchange } = record.source;
    const series = { index, ...(exchange !== undefined && { exchange }) };
    const value = 'tick' in record ? valueOfTick(record.tick) : valueOfTicker(record.ticker);
    const whole = { ...series, ...('tick' in record ? record.tick : record.ticker) };
    await write(
      json
        ? jsonLine(whole)
        : `${fieldsLine({ ...series, ...value, ageSeconds: ageSeconds(value, clock.now()) }, FIELDS)}\n`,
    );
  });
}
