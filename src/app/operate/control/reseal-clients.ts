import { clientCommands } from '../../../auth/client-store.ts';
import { dataOption } from '../../directory/data-option.ts';
import { ClientFile, type Resealed } from '../../../auth/client-file.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { retryWhileInUse } from './admin-access.ts';
import { currentActor } from '../../directory/actor.ts';
import { notRecorded, recordOnce } from '../audit/audit-log.ts';
import { CommandRefused, sendCommand } from '../../directory/control-socket.ts';
import { existingDirectory } from '../../directory/data-directory.ts';
import { holdDirectory } from '../../directory/hold-directory.ts';
import { isStoreNode } from '../../directory/store-node.ts';

/** Accepts an edited `clients.json`. Refused while a service runs, which would overwrite the file. */
export async function resealClients(data: string, clock: Clock): Promise<Resealed> {
  const folder = existingDirectory(data);
  if (isStoreNode(folder))
    throw new OperatorError(
      `${folder} belongs to a node whose clients are in a database: there is no clients.json to reseal`,
    );
  const by = currentActor();
  return retryWhileInUse(folder, clock, async () => {
    await sendCommand(folder, { command: 'clients.reseal', arguments: {} });
    const later = () => Promise.reject(new CommandRefused());
    const hold = await holdDirectory(folder, later, { onFailure: () => {}, holder: 'tidemark clients' });
    if (!hold) return undefined;
    try {
      const { apply, ...resealed } = ClientFile.resealing(folder, clientCommands(dataOption(folder)));
      const details = {
        clients: resealed.clients.map(({ id }) => id),
        secretsLost: resealed.secretsLost,
      };
      await recordOnce(folder, clock, { event: 'clients.reseal', details, by }).catch((error: unknown) => {
        throw notRecorded(error);
      });
      apply();
      return resealed;
    } finally {
      await hold.release();
    }
  });
}
