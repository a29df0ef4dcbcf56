import { SystemClock } from '../../core/clocks/clock.ts';
import { readAudit } from '../../app/operate/audit/audit-log.ts';
import type { Actor } from '../../app/directory/actor.ts';
import type { AuditContent, AuditEntry } from '../../app/operate/audit/audit-chain.ts';
import { existingDirectory } from '../../app/directory/data-directory.ts';
import { optional } from '../../core/setting.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { action, JSON_OPTION } from '../command.ts';
import { quoted, shown } from '../output/shown.ts';
import { tableText } from '../output/table-text.ts';
import { instantHere, moment } from '../times.ts';

export const command = action({
  about: [
    'Shows who added, changed, disabled, enabled, rotated and removed clients, rotated keys, imported, backed up, restored, filled in history, and started and stopped the service, and how many tokens each client got. Each entry contains a hash of the one before it, and the whole log is checked, including what --since leaves out. Read-only; works while the service is running.',
  ],
  options: { since: optional(moment, 'Show only entries from this time on'), json: JSON_OPTION },
  settings: ['data'],
  exitCodes: [
    [0, 'if the log is intact'],
    [1, 'if entries are damaged, changed or missing, including at the end'],
  ],
  run: async ({ options, config }, io) => {
    const found = await settledAudit(existingDirectory(config().settings.data));
    const since = instantHere(options.since);
    const entries = found.entries.filter(({ at }) => isAfter(at, since));
    const { problems, head } = found;
    if (options.json) io.out(`${quoted({ entries, problems, head })}\n`);
    else io.out(textOf(entries, found));
    for (const problem of problems) io.err(`tidemark: ${problem}\n`);
    return problems.length === 0 ? 0 : 1;
  },
});

/** Longer than the service needs to write a line. */
const LINE_MS = 100;

async function settledAudit(folder: string): Promise<AuditContent> {
  const found = readAudit(folder);
  if (!found.isTorn) return found;
  await new SystemClock().wait(LINE_MS);
  return readAudit(folder);
}

/** Datetimes of this form sort as text. */
function isAfter(at: string, since: Millis | undefined): boolean {
  return since === undefined || at >= formatDatetime(since);
}

function textOf(entries: readonly AuditEntry[], { entries: all, problems, head }: AuditContent): string {
  if (all.length === 0 && problems.length === 0) return 'the audit log is empty\n';
  const rows = entries.map(({ at, by, event, details }) => [at, actorText(by), event, detailsText(details)]);
  const state = problems.length === 0 ? 'the chain is intact' : 'the chain is broken';
  const shown = entries.length === all.length ? '' : `${entries.length} of `;
  const count = `${shown}${all.length} ${all.length === 1 ? 'entry' : 'entries'}`;
  const end = head === undefined ? '' : `, head ${head}`;
  return `${tableText(rows)}${count}, ${state}${end}\n`;
}

function actorText({ user, sudoUser, host }: Actor): string {
  const account = host === undefined ? shown(user) : `${shown(user)}@${shown(host)}`;
  return sudoUser === undefined ? account : `${account} (sudo: ${shown(sudoUser)})`;
}

function detailsText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${shown(name)}=${valueText(value)}`)
    .join(' ');
}

function valueText(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return shown(value.join(','));
  return typeof value === 'string' ? shown(value) : quoted(value);
}
