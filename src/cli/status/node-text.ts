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

/** `--json` names all of them. */
const MOST_NAMED = 10;

/** One process of a service that runs in several, and after an empty line the service. */
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

/** What a role says of itself; a role of a newer version may say something else. */
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
  const named = exchanges.length > 0 && exchanges.length <= MOST_NAMED ? `: ${exchanges.join(', ')}` : '';
  return `reads ${exchanges.length} of ${shared} exchanges, ${others}${named}`;
}

function serviceRows({ running, service, serviceProblem }: NodeStatus): readonly Row[] {
  if (!running)
    return [
      [
        'service',
        "not asked, because this node does not run: its history, clients and keys are in the store. 'tidemark status' with the --data of a node that runs asks the leading compute node",
      ],
    ];
  if (!service) return [['service', `unknown: ${serviceProblem}`]];
  return [
    [
      'service',
      `as the leading compute node says: process ${service.pid}, ${service.directory} on its machine`,
    ],
    ['not ready', service.notReady?.join(', ')],
    ...tickRows(service),
    ...pastRows(service),
    ['damage', service.damage.blocks > 0 ? damageText(service.damage) : undefined],
  ];
}
