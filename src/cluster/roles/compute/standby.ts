import { join } from 'node:path';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import type { StoredRecord } from '../../../history/history-store.ts';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { JoinedInputs } from '../../../history/inputs/joined-inputs.ts';
import { REFERENCE_FILE } from '../../../app/directory/data-format.ts';
import { isTickOf } from '../../../app/pipeline/compute/confirmed-frames.ts';
import type { ResumableState } from '../../../app/pipeline/follower.ts';
import type { RecordingEvent } from '../../../app/pipeline/input-recorder.ts';
import { whyDegraded } from '../../../app/pipeline/metrics/source-health.ts';
import type { Pipeline } from '../../../app/pipeline/pipeline.ts';
import type { InputSettings } from '../../../app/pipeline/pipeline-messages.ts';
import { PostgresInputReader } from '../../postgres/inputs/postgres-input-reader.ts';
import { FollowedTicks } from './followed-ticks.ts';
import { openStoredHistory } from '../cluster.ts';
import type { Node } from '../node.ts';
import type { LeaderHealth } from './leader-health.ts';

/** Receives data from collectors and follows the ticks of the leader. */
export class Standby {
  /** Rejects if it cannot continue. */
  readonly failed: Promise<never>;
  readonly #node: Node;
  readonly #health: LeaderHealth;
  #fail: (error: unknown) => void = () => {};
  #followed: FollowedTicks | undefined;
  #followedAt: Millis | undefined;
  #hasUnrecorded = false;

  private constructor(node: Node, health: LeaderHealth) {
    this.#node = node;
    this.#health = health;
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    // Handled here so that a failure that no caller awaits is not reported as unhandled.
    this.failed.catch(() => undefined);
  }

  /** Resolves when all received data is recorded. */
  static async begin(
    node: Node,
    health: LeaderHealth,
    pipeline: Pipeline,
    inputs: InputSettings,
  ): Promise<Standby> {
    const standing = new Standby(node, health);
    try {
      await Promise.race([standing.#begin(pipeline, inputs), standing.failed]);
      health.standBy(true);
      return standing;
    } catch (error) {
      standing.close();
      throw error;
    }
  }

  /** The newest tick that this node has recomputed. */
  get followedAt(): Millis | undefined {
    return this.#followedAt;
  }

  close(): void {
    this.#health.standBy(false);
    this.#followed?.close();
  }

  async #begin(pipeline: Pipeline, inputs: InputSettings): Promise<void> {
    const { folder, cluster, log } = this.#node;
    await pipeline.past;
    const { state, since } = await this.#stored();
    pipeline.follow(
      { inputs, referenceFile: join(folder, REFERENCE_FILE), state },
      {
        onSourceTrouble: (what, details) => log.warn(details, what),
        onSourceHealth: (report) => this.#health.setDegraded(whyDegraded(report)),
        onFailure: (error) => this.#fail(error),
        onInputs: (event) => this.#reportInputs(event),
        onFollowFailed: (error) =>
          log.warn({ err: error }, 'a tick of the leader could not be recomputed on this standby'),
        onFollowed: (at, { differs, hasMemory }) => {
          this.#followedAt = at;
          // If it fails, the next tick tries again.
          if (!hasMemory) void this.#remember(pipeline).catch(() => undefined);
          if (differs)
            log.error(
              { slot: formatDatetime(at) },
              'a tick of the leader differs from the one computed here from the same inputs',
            );
        },
      },
    );
    // Inputs of ticks before an upgrade from 1.0 are in files.
    const stored = new JoinedInputs(
      new PostgresInputReader(cluster.database),
      new FileInputReader(join(folder, 'inputs')),
    );
    this.#followed = new FollowedTicks({
      bus: cluster.bus,
      stored,
      isTickOf,
      onInputs: (frame) => pipeline.sendFrame(frame),
      clock: this.#node.time.clock,
      log,
    });
    this.#followed.begin(state?.at, since);
  }

  /** Logs when recording starts to fail and when it works again, not with every tick. */
  #reportInputs(event: RecordingEvent): void {
    const { log } = this.#node;
    if (event.kind === 'dropped') return;
    const isRecorded = event.kind === 'recorded';
    if (isRecorded) this.#health.inputsRecorded();
    else this.#health.inputsRefused();
    if (isRecorded && this.#hasUnrecorded) log.info('inputs can be recorded here again');
    else if (!isRecorded && !this.#hasUnrecorded)
      log.error(
        {
          slot: formatDatetime(event.at),
          ...('error' in event ? { err: event.error } : { reason: event.reason }),
        },
        'inputs of the leader cannot be recorded here: receipts and a takeover will lack them',
      );
    this.#hasUnrecorded = !isRecorded;
  }

  /** Loads the stored state again, if there was none at the start or ticks since then are missing. */
  async #remember(pipeline: Pipeline): Promise<void> {
    const { state } = await this.#stored();
    if (state) pipeline.sendState(state);
  }

  /** The engine's state, and the ticks since then. */
  async #stored() {
    const reader = await openStoredHistory(this.#node.cluster, () => undefined);
    try {
      const stored = await reader.lastState();
      const records: StoredRecord[] = [];
      if (stored) for await (const record of reader.records(stored.at, Infinity)) records.push(record);
      const own = records.find(({ at }) => at === stored?.at);
      const state: ResumableState | undefined = stored && { ...stored, record: own?.record };
      return { state, since: records.filter((record) => record !== own) };
    } finally {
      await reader.close();
    }
  }
}
