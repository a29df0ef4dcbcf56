import { pino, type DestinationStream, type Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { formatDatetime } from '../core/time.ts';
import type { Settings } from './settings.ts';

const STANDARD_ERROR = 2;
const LEVEL_NAMES: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** JSON lines on standard error, or lines for people on a terminal. Written at once: a crash loses nothing. */
export function createLog(settings: Pick<Settings, 'logLevel' | 'logFormat'>, wallClock: Clock): Logger {
  const format = settings.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json');
  const options = {
    level: settings.logLevel,
    base: null,
    timestamp: () => `,"time":"${formatDatetime(wallClock.now())}"`,
  };
  const lines = pino.destination({ fd: STANDARD_ERROR, sync: true });
  return pino(options, format === 'pretty' ? prettyStream(lines) : lines);
}

function prettyStream(lines: DestinationStream): DestinationStream {
  return { write: (line) => lines.write(prettyLine(line)) };
}

export function prettyLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const stack = (err as { stack?: string } | undefined)?.stack;
  const clock = String(time).slice(11, 23);
  return `${clock} ${LEVEL_NAMES[Number(level)] ?? level} ${String(msg ?? '')}${details.join('')}\n${stack ? `${stack}\n` : ''}`;
}
