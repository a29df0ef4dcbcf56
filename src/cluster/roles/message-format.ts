import type { Role } from '../../app/config/settings.ts';
import { OperatorError } from '../../core/errors.ts';
import { MESSAGE_FORMAT } from '../nats/messages/pieces.ts';
import type { Database } from '../postgres/database.ts';

/** The record with the largest number names the format of messages that the nodes of this service exchange. */
const FORMAT_LOG = 'messages';

/** Nodes that run exchange messages in a format that this version does not know. */
export class OtherMessageFormat extends OperatorError {
  constructor(used: string, own: string, instruction: string) {
    super(
      `the nodes of this cluster exchange messages in format ${used}, and this version of Tidemark in format ${own}: ${instruction}`,
    );
  }
}

/**
 * Refuses to start a node that the others would not understand: a compute node among them would take over at the next step-down, and no serving node
 * would receive its ticks. A compute node sets the format if no compute node holds a lease. `own` is replaced in tests.
 */
export async function agreeOnMessageFormat(
  database: Database,
  role: Role,
  own: string = MESSAGE_FORMAT,
): Promise<void> {
  for (;;) {
    const newest = await newestFormat(database);
    if (newest?.format === own) return;
    if (role !== 'compute') {
      // The first compute node sets it.
      if (newest === undefined) return;
      throw new OtherMessageFormat(newest.format, own, 'start compute nodes of this version first');
    }
    if (newest !== undefined && (await isAnyLeaseHeld(database)))
      throw new OtherMessageFormat(newest.format, own, 'stop all nodes before you start this one');
    await database.run(
      'insert into shared_log (log, number, content) values ($1, $2, $3) on conflict do nothing',
      [FORMAT_LOG, (newest?.number ?? 0) + 1, Buffer.from(own)],
    );
  }
}

async function newestFormat(
  database: Database,
): Promise<{ readonly number: number; readonly format: string } | undefined> {
  const [newest] = await database.rows<{ number: number; content: Buffer }>(
    'select number, content from shared_log where log = $1 order by number desc limit 1',
    [FORMAT_LOG],
  );
  return newest && { number: newest.number, format: newest.content.toString() };
}

async function isAnyLeaseHeld(database: Database): Promise<boolean> {
  const [row] = await database.rows<{ held: boolean }>(
    "select exists (select from lease where not starts_with(name, 'collect/') and ends_at > clock_timestamp()) as held",
  );
  return row!.held;
}
