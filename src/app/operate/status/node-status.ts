import { join } from 'node:path';
import { statSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { CONTRACT_FILE } from '../../config/contract-file.ts';
import { sendCommand } from '../../directory/control-socket.ts';
import { identityOf, type Identity } from '../../directory/data-directory.ts';
import { REFERENCE_FILE } from '../../directory/data-format.ts';
import type { NodeIdentity } from '../../directory/node-file.ts';
import { GAP_FILE } from '../../pipeline/gaps/gap-lines.ts';
import { HEAD_FILE } from '../../pipeline/integrity/head-lines.ts';
import { TIMESTAMP_FILE } from '../../pipeline/integrity/timestamp/timestamp-log.ts';
import { describeStorage, type StorageStatus } from '../scrub/describe-storage.ts';
import { measureDirectory } from '../../directory/health/directory-use.ts';
import type { StartingStatus } from './start-progress.ts';
import type { OwnerStatus, Status } from './status.ts';

/** The command that each node answers itself; `status` is answered by the leader. */
export const NODE_COMMAND = 'node.status';

export interface RunningNode extends NodeIdentity {
  /** The name of the node in the cluster. */
  readonly name: string;
  readonly pid: number;
  readonly seconds: number;
  /** The current step of the start; absent when the node has started. */
  readonly step?: string;
  /** Missing conditions of readiness; empty when it is ready. */
  readonly missing: readonly string[];
  /** Details of its role, as on `/readyz`; absent while it starts. */
  readonly work?: object;
}

/** Status of a cluster node: its own state, and separately that of the service. */
export interface NodeStatus {
  readonly running: boolean;
  readonly directory: string;
  readonly identity: Identity | undefined;
  readonly node: NodeIdentity | RunningNode;
  readonly own: OwnStatus;
  /** Status from the leading compute node; absent if it cannot be reached. */
  readonly service?: OwnerStatus;
  readonly serviceProblem?: string;
}

export interface OwnStatus {
  /** Bytes of each log copied from the store, by file name. */
  readonly copies: Readonly<Record<string, number>>;
  readonly inputs?: NonNullable<Status['inputs']>;
  readonly bytes: number;
  readonly quarantine: StorageStatus['quarantine'];
}

const COPIES = [REFERENCE_FILE, CONTRACT_FILE, HEAD_FILE, TIMESTAMP_FILE, GAP_FILE];

/** Read-only. */
export async function nodeStatus(folder: string, known: NodeIdentity): Promise<NodeStatus> {
  const answered = await sendCommand(folder, { command: NODE_COMMAND, arguments: {} });
  const where = { directory: folder, identity: identityOf(folder) };
  if (!answered) return { running: false, ...where, node: known, own: ownStatus(folder) };
  const service = await serviceStatus(folder);
  return {
    running: true,
    ...where,
    node: answered.result as RunningNode,
    own: ownStatus(folder),
    ...service,
  };
}

async function serviceStatus(folder: string): Promise<Pick<NodeStatus, 'service' | 'serviceProblem'>> {
  try {
    const reply = await sendCommand(folder, { command: 'status', arguments: {} });
    if (!reply) return { serviceProblem: 'the node has just stopped' };
    const service = reply.result as OwnerStatus | StartingStatus;
    return 'starting' in service ? { serviceProblem: 'the node is starting' } : { service };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { serviceProblem: error.message };
  }
}

function ownStatus(folder: string): OwnStatus {
  const { disk, inputs } = measureDirectory(folder);
  const sizes = COPIES.flatMap((file) => {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    return stats ? [[file, stats.size] as const] : [];
  });
  return {
    copies: Object.fromEntries(sizes),
    ...(inputs && {
      inputs: {
        oldest: formatDatetime(inputs.from),
        newest: formatDatetime(newestInput(folder) ?? inputs.to),
        bytes: inputs.bytes,
      },
    }),
    bytes: disk.all,
    quarantine: describeStorage(folder).quarantine,
  };
}

function newestInput(folder: string): Millis | undefined {
  return new FileInputReader(join(folder, 'inputs')).newest().at(-1);
}
