import { OperatorError } from '../../../core/errors.ts';
import { sendCommand } from '../../directory/control-socket.ts';
import { existingDirectory } from '../../directory/data-directory.ts';
import type { SourceReport } from '../../pipeline/metrics/source-health.ts';

/** How the source of a running service reads its exchanges. */
export async function sourceStatusOf(data: string): Promise<SourceReport> {
  const folder = existingDirectory(data);
  const answered = await sendCommand(folder, { command: 'sources.status', arguments: {} });
  if (!answered)
    throw new OperatorError(`no service is running on ${folder}: only a running service reads exchanges`);
  return answered.result as SourceReport;
}
