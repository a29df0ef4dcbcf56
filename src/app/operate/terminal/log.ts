import { pino, type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { formatDatetime } from '../../../core/time.ts';
import type { AuditEntry } from '../audit/audit-chain.ts';
import type { TroubleFinder } from '../troubles/find-trouble.ts';
import { troubleFinder } from '../troubles/troubles.ts';
import type { ErrorOutput } from './error-output.ts';
import type { Settings } from '../../config/settings.ts';

const WARN = 40;

const LEVEL_NAMES: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/**
 * Writes JSON lines to standard error, or readable lines on a terminal. Lines are written at once: a crash
 * loses nothing. If they cannot be written, on a closed terminal or a full disk, the service continues; the
 * number of lost lines is logged after the next successful line. A warning or error names the place in the documentation that has
 * its cause and remedy.
 */
export function createLog(
  settings: Pick<Settings, 'logLevel' | 'logFormat'>,
  wallClock: Clock,
  output: ErrorOutput,
): Logger {
  const format = settings.logFormat ?? (output.isTerminal ? 'pretty' : 'json');
  const troubles = troubleFinder();
  const options: LoggerOptions = {
    level: settings.logLevel,
    base: null,
    timestamp: () => `,"time":"${formatDatetime(wallClock.now())}"`,
    hooks: {
      logMethod(given, write, level) {
        write.apply(this, level < WARN ? given : withHelp(given, troubles));
      },
    },
  };
  const lines = new LogLines(output, format === 'pretty' ? prettyLine : (line) => line);
  const log = pino(options, lines);
  lines.onRecovery = (lost) => log.warn({ lines: lost }, 'log lines could not be written and are lost');
  return log;
}

type LogArguments = Parameters<LogFn>;

/** The arguments of a call of the logger, with the field `help` if the text has an entry. */
function withHelp(given: LogArguments, troubles: TroubleFinder): LogArguments {
  const [first, second] = given as readonly unknown[];
  const text = typeof first === 'string' ? first : second;
  const help = typeof text === 'string' ? troubles.helpFor(text) : undefined;
  if (help === undefined) return given;
  const fields = typeof first === 'string' ? {} : (first as object);
  return [{ ...fields, help }, text] as unknown as LogArguments;
}

class LogLines implements DestinationStream {
  onRecovery: (lost: number) => void = () => undefined;
  readonly #output: ErrorOutput;
  readonly #format: (line: string) => string;
  #lost = 0;

  constructor(output: ErrorOutput, format: (line: string) => string) {
    this.#output = output;
    this.#format = format;
  }

  write(line: string): void {
    if (!this.#output.write(this.#format(line))) {
      this.#lost++;
      return;
    }
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) this.onRecovery(lost);
  }
}

export function prettyLine(line: string): string {
  const { level, time, msg, err, audit, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  if (audit !== undefined) details.unshift(auditText(audit as AuditEntry));
  const stack = (err as { stack?: string } | undefined)?.stack;
  const clock = String(time).slice(11, 23);
  return `${clock} ${LEVEL_NAMES[Number(level)] ?? level} ${String(msg ?? '')}${details.join('')}\n${stack ? `${stack}\n` : ''}`;
}

/** Event and user; `tidemark audit` shows the rest. */
function auditText({ event, by }: AuditEntry): string {
  return ` ${event} by ${JSON.stringify(by.user)}`;
}
