import { join } from 'node:path';
import { LineLog } from '../../disk/line-log.ts';
import { ALERT_FILE, recordsIn } from './alert-file.ts';
import { EndpointFile } from './endpoint-file.ts';

/** Checks `alerts.log` without changing it, also while its owner writes to it. Throws what a start would. */
export function alertLogProblems(folder: string): string[] {
  const content = LineLog.read(join(folder, ALERT_FILE));
  if (!content) return [];
  recordsIn(content.lines, folder);
  return content.damagedLines.map((line) => `line ${line} is damaged: an alert or a delivery in it is lost`);
}

/** The same for `alert-endpoints.json`, also against the alerts that name its endpoints. */
export function endpointFileProblems(folder: string): string[] {
  // The owner writes a new endpoint before its alerts, and removes it after them.
  const lines = LineLog.read(join(folder, ALERT_FILE))?.lines ?? [];
  const named = new Set([...recordsIn(lines, folder).rules()].flatMap(({ endpointIds }) => endpointIds));
  const known = new Set(new EndpointFile(folder).read().map(({ id }) => id));
  const missing = [...named].filter((id) => !known.has(id));
  return missing.map((id) => `alerts name the endpoint ${id}, which is not in the file`);
}
