import type { Compute } from '../../../app/compose/compute.ts';
import type { StorageHealth } from '../../../app/directory/health/storage-health.ts';
import { adminHandler, type AddedCommand } from '../../../app/operate/control/admin.ts';
import {
  BACKUP_COMMAND,
  IMPORT_COMMAND,
  operatorCommands,
} from '../../../app/operate/control/operator-commands.ts';
import { answerCommands } from '../../remote/remote-commands.ts';
import { STEP_DOWN_COMMAND } from '../../remote/step-down-command.ts';
import type { LeaderAlerts } from './leader-alerts.ts';
import type { PastPublisher } from './past-publisher.ts';
import { StepDown } from './step-down.ts';
import type { TermContext } from './term-context.ts';

export interface LeaderCommandParts {
  readonly compute: Compute;
  readonly health: StorageHealth;
  readonly alerts: LeaderAlerts;
  /** The number of the lease. */
  readonly number: number;
}

/** The commands of operators that this node has for a term. */
export class TermCommands {
  readonly #term: TermContext;
  readonly #past: PastPublisher;
  readonly #names: string[] = [];

  constructor(term: TermContext, past: PastPublisher) {
    this.#term = term;
    this.#past = past;
  }

  add(commands: readonly [name: string, command: AddedCommand][]): void {
    for (const [name, command] of commands) {
      this.#term.node.directory.commands.set(name, command);
      this.#names.push(name);
    }
  }

  remove(): void {
    for (const name of this.#names) this.#term.node.directory.commands.delete(name);
  }

  /** Commands of operators are carried out here for as long as this process leads. */
  lead({ compute, health, alerts, number }: LeaderCommandParts): void {
    const term = this.#term;
    const past = this.#past;
    const { folder, cluster, directory } = term.node;
    const operated = { ...compute, folder, health, readiness: term.surroundings.readiness };
    const stepDown = new StepDown({
      node: term.node,
      health: term.memory.health,
      publisher: compute.publisher,
    });
    void stepDown.done.then(() => term.steppedDown.resolve());
    this.add([
      ...alerts.commands(),
      [STEP_DOWN_COMMAND, ({ force }) => stepDown.run(force === true, term.ended.signal)],
      ...operatorCommands(operated)
        .filter(([name]) => name !== BACKUP_COMMAND)
        .map(([name, run]): [string, AddedCommand] => [
          name,
          name === IMPORT_COMMAND ? past.publishAfter(run) : run,
        ]),
      [
        'backfill',
        ({ days, replace }) =>
          (compute.seeding.isPossible ? compute.seeding : compute.backfill).extend(days, replace === true),
      ],
    ]);
    const end = answerCommands({ rpc: cluster.rpc, folder }, number, adminHandler(directory));
    term.lifecycle.started('commands', end);
  }
}
