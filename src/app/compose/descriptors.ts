import { readFileSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';

/**
 * What the service itself needs: threads, logs and sockets of its own (40 of these were counted), the journal, inputs and
 * files that are being sealed, and the 256 segment files that history keeps open.
 */
export const RESERVED_DESCRIPTORS = 384;
/** A port of its own for metrics may have so many connections. */
export const METRICS_CONNECTIONS = 32;

const DEFAULT_CONNECTIONS = 20_000;
const LEAST_CONNECTIONS = 16;
/** With fewer, a client with the default number of websockets would already find no room. */
const FEW_CONNECTIONS = 1000;

const LIMITS_FILE = '/proc/self/limits';
const LIMIT_LINE = /^Max open files\s+(\d+|unlimited)/m;

/** How many files this process may have open; Infinity where there is no limit, undefined where the system does not say. */
export function openFileLimit(): number | undefined {
  const found = LIMIT_LINE.exec(limitsText())?.[1] ?? reportedLimit();
  if (found === undefined) return undefined;
  return found === 'unlimited' ? Infinity : Number(found);
}

function limitsText(): string {
  try {
    return readFileSync(LIMITS_FILE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Where there is no /proc. It takes long, so it is asked only there. */
function reportedLimit(): string | undefined {
  const report = process.report?.getReport() as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return soft === undefined ? undefined : String(soft);
}

export interface ConnectionBudget {
  readonly connections: number;
  /** What the operator should know. */
  readonly warning?: string;
}

/** How many connections there may be with such a limit of open files. Throws where there could be next to none. */
export function connectionBudget(
  limit: number = Infinity,
  asked: number | undefined,
  reserved: number = RESERVED_DESCRIPTORS,
): ConnectionBudget {
  const room = limit - reserved;
  if (room < LEAST_CONNECTIONS) {
    throw new OperatorError(
      `the limit of open files is ${limit}, and the service needs at least ${reserved + LEAST_CONNECTIONS}: ` +
        `raise it to ${reserved + FEW_CONNECTIONS} or more (ulimit -n, or LimitNOFILE of systemd)`,
    );
  }
  const connections = Math.min(asked ?? DEFAULT_CONNECTIONS, room);
  const wanted = asked ?? FEW_CONNECTIONS;
  if (connections >= wanted) return { connections };
  const warning =
    `the limit of open files is ${limit}, which leaves room for ${connections} connections: ` +
    `${wanted} need ${reserved + wanted} (ulimit -n, or LimitNOFILE of systemd)`;
  return { connections, warning };
}
