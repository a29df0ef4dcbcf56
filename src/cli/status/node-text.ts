import type { NodeStatus } from '../../app/operate/status/node-status.ts';
import {
  damageText,
  directoryText,
  inputsText,
  megabytes,
  pastRows,
  quarantineText,
  rowsText,
  tickRows,
  type Row,
} from './service-text.ts';

/** Longer lists are only in `--json`. */
const MAX_NAMED = 10;

/**
 * The state of one process of a service that runs in several, then an empty line and the state of the
 * service.
 */
export function nodeText(found: NodeStatus): string {
  return `${rowsText(nodeRows(found))}\n${rowsText(serviceRows(found))}`;
}

function nodeRows({ node, directory, identity, own }: NodeStatus): readonly Row[] {
  const copies = Object.entries(own.copies).map(([file, bytes]) => `${file} ${megabytes(bytes)}`);
  return [
    ['node', stateText(node)],
    ['not ready', 'missing' in node && node.missing.length > 0 ? node.missing.join(', ') : undefined],
    ['work', 'work' in node && node.work ? workText(node.work) : undefined],
    ['directory', directoryText(directory, identity)],
    ['store', node.store],
    ['bus', node.bus],
    ['copies', copies.length > 0 ? copies.join(', ') : undefined],
    ['inputs', own.inputs && inputsText(own.inputs)],
    ['disk', megabytes(own.bytes)],
    ['quarantine', quarantineText(own.quarantine)],
  ];
}

function stateText(node: NodeStatus['node']): string {
  if (!('pid' in node)) return `${node.role}, stopped; version ${node.version} ran here last`;
  const { role, pid, seconds, step, version } = node;
  const state =
    step === undefined ? `running, process ${pid}` : `starting, process ${pid}, for ${seconds} s: ${step}`;
  return `${role}, ${state}, version ${version}`;
}

/** The state of a role; a newer version may send something else. */
function workText(work: NonNullable<object>): string | undefined {
  const { compute, collect } = work as {
    readonly compute?: {
      readonly leads: boolean;
      readonly reasons?: readonly string[];
      readonly lastTick?: string;
    };
    readonly collect?: {
      readonly exchanges: readonly string[];
      readonly shared: number;
      readonly collectors: number;
    };
  };
  if (compute) {
    const tick = compute.lastTick === undefined ? '' : `, last tick ${compute.lastTick}`;
    const could = compute.reasons ? `, could not lead now: ${compute.reasons.join('; ')}` : '';
    return `${compute.leads ? 'leads' : 'stands by'}${tick}${could}`;
  }
  if (!collect) return undefined;
  const { exchanges, shared, collectors } = collect;
  const others = collectors === 1 ? 'the only collector' : `one of ${collectors} collectors`;
  const named = exchanges.length > 0 && exchanges.length <= MAX_NAMED ? `: ${exchanges.join(', ')}` : '';
  return `reads ${exchanges.length} of ${shared} exchanges, ${others}${named}`;
}

function serviceRows({ running, service, serviceProblem }: NodeStatus): readonly Row[] {
  if (!running)
    return [
      [
        'service',
        "unknown, because this node is not running: its history, clients and keys are in the store. Run 'tidemark status' with the --data of a running node",
      ],
    ];
  if (!service) return [['service', `unknown: ${serviceProblem}`]];
  return [
    [
      'service',
      `as reported by the leading compute node: process ${service.pid}, ${service.directory} on its machine`,
    ],
    ['not ready', service.notReady?.join(', ')],
    ...tickRows(service),
    ...pastRows(service),
    ['damage', service.damage.blocks > 0 ? damageText(service.damage) : undefined],
  ];
}
