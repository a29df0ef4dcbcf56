import type { Transport } from '../../../../src/api/stream/transport.ts';
import { formatDatetime, type Millis } from '../../../../src/core/time.ts';
import type { SimulatedProcess } from '../core/simulated-process.ts';
import { Violation } from '../core/violation.ts';
import { ORDER } from './attempted-tick.ts';
import type { Ledger } from './ledger.ts';
import { framesIn, type ReceivedFrame } from './simulated-channel.ts';
import type { StreamServer } from './stream-server.ts';

/** A client of one series behind a slow network. When its connection breaks, it resumes with the last tick that it has. */
export class ResumingClient {
  readonly #item: number;
  readonly #ledger: Ledger;
  readonly #failed: (error: unknown) => void;
  #cursor: Millis | undefined;
  #connections = 0;
  received = 0;

  constructor(item: number, ledger: Ledger, failed: (error: unknown) => void) {
    this.#item = item;
    this.#ledger = ledger;
    this.#failed = failed;
  }

  /** What was on its way to it over the connection before is lost. */
  connect(process: SimulatedProcess, server: StreamServer): void {
    const connection = ++this.#connections;
    let arrivesAt = 0;
    const isOpen = () => connection === this.#connections && !process.isDead;
    const outbox = {
      get closed() {
        return !isOpen();
      },
      isBehind: false,
      idle: true,
      drained: () => process.delay(process.random.between(0, 5)),
      hasRoom: () => Promise.resolve(),
      write: (bytes: Buffer) => {
        // In order, as over one TCP connection.
        arrivesAt = Math.max(arrivesAt + 0.001, process.scheduler.now + process.random.between(0, 200));
        process.scheduler.after(arrivesAt - process.scheduler.now, () => {
          if (connection === this.#connections) this.#receive(bytes);
        });
        return true;
      },
    };
    const transport = {
      form: { encoding: 'frames', isEdited: false },
      outbox,
      get open() {
        return isOpen();
      },
      write: () => undefined,
      check: () => undefined,
      end: () => undefined,
      destroy: () => undefined,
    } as unknown as Transport;
    process.run(() => server.connect(this.#item, this.#cursor, transport).catch(this.#failed));
  }

  /** Also loses what is on its way. */
  disconnect(): void {
    this.#connections++;
  }

  /** It has every tick of its series, or there was none since it first connected. */
  checkComplete(): void {
    if (this.#cursor !== undefined) this.#mustHaveAllBefore(Infinity);
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of framesIn(bytes)) this.#take(frame);
    } catch (error) {
      this.#failed(error);
    }
  }

  #take(frame: ReceivedFrame): void {
    const slot = formatDatetime(frame.at);
    if (frame.at <= (this.#cursor ?? -Infinity))
      throw new Violation(`a client received ${slot} after ${formatDatetime(this.#cursor!)}`);
    if (this.#cursor !== undefined) this.#mustHaveAllBefore(frame.at);
    const value = this.#valueAt(frame.at);
    if (value?.price !== frame.price || value.volume !== frame.volume)
      throw new Violation(`a client received other values of ${slot} than were published`);
    this.#cursor = frame.at;
    this.received++;
  }

  #mustHaveAllBefore(end: Millis): void {
    for (const at of this.#ledger.acknowledged.keys())
      if (at > this.#cursor! && at < end && this.#valueAt(at))
        throw new Violation(`a client did not receive ${formatDatetime(at)}`);
  }

  #valueAt(at: Millis) {
    const { indexType, indexId } = ORDER.series[this.#item]!;
    const tick = this.#ledger.acknowledged.get(at);
    return tick?.values.find((value) => value.indexType === indexType && value.indexId === indexId);
  }
}
