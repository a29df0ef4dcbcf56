import { join } from 'node:path';
import { existsSync } from '../../../disk/files.ts';
import { ClientFile } from '../../../auth/client-file.ts';
import { KeyFile, type KeyFileName } from '../../../auth/key-file.ts';
import { LONG_LIVED_TOKENS_FILE, LongLivedTokenFile } from '../../../auth/tokens/long-lived-token-file.ts';
import { ALERT_FILE } from '../../../alerts/store/alert-file.ts';
import { alertLogProblems, endpointFileProblems } from '../../../alerts/store/check-alerts.ts';
import { ENDPOINT_FILE } from '../../../alerts/store/endpoint-file.ts';
import { SystemClock, type Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { sizeOf } from '../../../history/scrub/checked-file.ts';
import { FILE_MISSING, type Finding, type StoredPart } from '../../../history/scrub/finding.ts';
import { AUDIT_FILE, type AuditContent } from '../audit/audit-chain.ts';
import { readAudit } from '../audit/audit-log.ts';
import {
  recordedSecrets,
  unrecordedChanges,
  unrecordedTokens,
  type RecordedSecrets,
} from '../audit/recorded-secrets.ts';
import { checkGaps } from '../../pipeline/gaps/check-gaps.ts';
import { GAP_FILE } from '../../pipeline/gaps/gap-lines.ts';
import { isStoreNode } from '../../directory/store-node.ts';
import { HEAD_FILE } from '../../pipeline/integrity/head-lines.ts';
import { readTimestamps, TIMESTAMP_FILE } from '../../pipeline/integrity/timestamp/timestamp-log.ts';
import { readHeads } from '../../pipeline/integrity/head-log.ts';

const CLIENT_FILES = ['clients.json', 'secret-hmac.key'] as const;
const KEY_FILES: readonly KeyFileName[] = ['signing-keys.json', 'integrity-keys.json'];

/** The owner records a change before making it: a finding counts only if this many checks confirm it. */
const MAX_CHECKS = 3;
const RECHECK_MS = 100;

/** Checks of clients, keys, alerts, the audit log and the logs of heads and gaps, against checksums and the audit log. */
export function secretParts(
  folder: string,
  clock: Clock = new SystemClock(),
  read: typeof readAudit = readAudit,
): StoredPart[] {
  // Read once for all files. The next check reads it again: a file that does not match may be newer.
  let known: AuditContent | undefined;
  const audit: Audit = () => (known ??= read(folder));
  const secrets: [file: string, check: Check][] = [
    ...CLIENT_FILES.map((file): [string, Check] => [
      file,
      () => clientFindings(folder, file, recordedIn(audit)),
    ]),
    ...KEY_FILES.map((file): [string, Check] => [file, () => keyFindings(folder, file, recordedIn(audit))]),
    [LONG_LIVED_TOKENS_FILE, () => tokenFindings(folder, recordedIn(audit), clock)],
    [ALERT_FILE, () => findingsOf(alertLogProblems(folder))],
    [ENDPOINT_FILE, () => findingsOf(endpointFileProblems(folder))],
  ];
  const parts: [file: string, check: Check][] = [
    // With a shared store, clients, keys and alerts are in the database, where other nodes change them too.
    ...(isStoreNode(folder) ? [] : secrets),
    [AUDIT_FILE, () => findingsOf(audit().problems)],
    [HEAD_FILE, () => findingsOf(readHeads(folder).problems)],
    [TIMESTAMP_FILE, () => findingsOf(readTimestamps(folder).problems)],
    [GAP_FILE, () => findingsOf(checkGaps(folder, hasServedWithGaps(audit)).problems)],
  ];
  return parts.map(([file, check]) => ({
    name: file,
    bytes: sizeOf(join(folder, file)),
    check: async (pace) => {
      const found = await confirmed(clock, (isFirst) => {
        if (!isFirst) known = undefined;
        return findingsOrFailure(folder, file, check);
      });
      await pace(sizeOf(join(folder, file)));
      return found.map((finding) => ({ file, ...finding }));
    },
  }));
}

type Audit = () => AuditContent;
type Check = () => readonly Finding[] | Promise<readonly Finding[]>;

async function confirmed(
  clock: Clock,
  check: (isFirst: boolean) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  for (let checks = 1; ; checks++) {
    const found = await check(checks === 1);
    if (found.length === 0 || checks === MAX_CHECKS) return found;
    await clock.wait(RECHECK_MS);
  }
}

/** Turns a read failure into a finding. Removes the path from the message, because the finding names the file. */
async function findingsOrFailure(folder: string, file: string, check: Check): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason !== undefined) return [{ reason }];
    if (error instanceof OperatorError) return [{ reason: reasonIn(error.message, join(folder, file)) }];
    throw error;
  }
}

function clientFindings(
  folder: string,
  file: (typeof CLIENT_FILES)[number],
  recorded: RecordedSecrets,
): Finding[] {
  // Keys are created together with these two files.
  const isExpected = recorded.keys.size > 0;
  const path = join(folder, file);
  if (!existsSync(path)) {
    const isMissing = isExpected || ClientFile.problemsIn(folder).has(file);
    return isMissing ? [{ reason: FILE_MISSING }] : [];
  }
  const problem = ClientFile.problemsIn(folder).get(file);
  if (problem !== undefined) return [{ reason: reasonIn(problem, path) }];
  const clients = file === 'clients.json' ? ClientFile.clientsIn(folder) : undefined;
  return clients ? findingsOf(unrecordedChanges(clients, recorded)) : [];
}

async function keyFindings(folder: string, file: KeyFileName, recorded: RecordedSecrets): Promise<Finding[]> {
  const last = recorded.keys.get(file);
  if (!existsSync(join(folder, file))) return last === undefined ? [] : [{ reason: FILE_MISSING }];
  const keys = await new KeyFile(folder, file).read();
  const isThere = last === undefined || keys.some(({ kid }) => kid === last);
  return isThere
    ? []
    : [
        {
          what: `key ${last}`,
          reason: 'the audit log records it as the newest key, but the file does not have it',
        },
      ];
}

async function tokenFindings(folder: string, recorded: RecordedSecrets, clock: Clock): Promise<Finding[]> {
  const isThere = existsSync(join(folder, LONG_LIVED_TOKENS_FILE));
  const tokens = await new LongLivedTokenFile(folder).read();
  const problems = unrecordedTokens(tokens, recorded, clock.now());
  if (isThere) return findingsOf(problems);
  return problems.length > 0 ? [{ reason: FILE_MISSING }] : [];
}

function recordedIn(audit: Audit): RecordedSecrets {
  return recordedSecrets(entriesIn(audit));
}

/** Whether a version that writes a log of gaps has been started on the directory: 1.0.0 and all later ones. */
function hasServedWithGaps(audit: Audit): boolean {
  return entriesIn(audit).some(
    ({ event, details }) => event === 'service.start' && !String(details['version'] ?? '0.').startsWith('0.'),
  );
}

/** Empty if the audit log cannot be read: that is a separate finding. */
function entriesIn(audit: Audit): AuditContent['entries'] {
  try {
    return audit().entries;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [];
  }
}

function findingsOf(problems: readonly string[]): Finding[] {
  return problems.map((reason) => ({ reason }));
}

function reasonIn(message: string, path: string): string {
  return message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
}
