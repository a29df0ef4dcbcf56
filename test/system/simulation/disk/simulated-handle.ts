import { SimulatedProcess } from '../core/simulated-process.ts';
import { OPEN_FILES } from './open-files.ts';
import { SimulatedStats } from './simulated-stats.ts';

/** A slow disk takes this long for some operations. */
const SLOW_MS = 400;
const USUAL_MS = 4;

/** The part of `FileHandle` that the program uses. Each operation takes simulated time, and others run meanwhile. */
export class SimulatedHandle {
  readonly fd: number;
  readonly #process: SimulatedProcess;

  constructor(process: SimulatedProcess, descriptor: number) {
    this.#process = process;
    this.fd = descriptor;
  }

  static async open(path: string, flags: string | number | undefined): Promise<SimulatedHandle> {
    const process = SimulatedProcess.running!;
    await waitForDisk(process);
    return new SimulatedHandle(process, OPEN_FILES.open(process, path, flags));
  }

  async stat(): Promise<SimulatedStats> {
    await waitForDisk(this.#process);
    return new SimulatedStats(OPEN_FILES.get(this.fd, 'fstat').entry);
  }

  async read(into: Uint8Array, offset: number, length: number, position: number | null) {
    await waitForDisk(this.#process);
    const bytesRead = OPEN_FILES.read(this.fd, into.subarray(offset, offset + length), position);
    return { bytesRead, buffer: into };
  }

  async readFile(): Promise<Buffer> {
    await waitForDisk(this.#process);
    const { entry } = OPEN_FILES.file(this.fd, 'read');
    const bytes = Buffer.alloc(entry.size);
    OPEN_FILES.read(this.fd, bytes, 0);
    return bytes;
  }

  /** Accepts a string and a position, or bytes, offset, length and position. */
  async write(content: Uint8Array | string, ...where: (number | null)[]) {
    await waitForDisk(this.#process);
    if (typeof content === 'string') {
      const bytesWritten = OPEN_FILES.write(this.fd, Buffer.from(content), where[0] ?? null);
      return { bytesWritten };
    }
    const [offset, length, position] = where;
    const from = offset ?? 0;
    const bytes = content.subarray(from, from + (length ?? content.length - from));
    return { bytesWritten: OPEN_FILES.write(this.fd, bytes, position ?? null) };
  }

  async writev(parts: readonly Uint8Array[], position: number) {
    await waitForDisk(this.#process);
    return { bytesWritten: OPEN_FILES.write(this.fd, Buffer.concat(parts), position) };
  }

  async truncate(size: number): Promise<void> {
    await waitForDisk(this.#process);
    OPEN_FILES.truncate(this.fd, size);
  }

  async sync(): Promise<void> {
    await waitForDisk(this.#process);
    OPEN_FILES.sync(this.fd);
  }

  datasync(): Promise<void> {
    return this.sync();
  }

  async close(): Promise<void> {
    await waitForDisk(this.#process);
    OPEN_FILES.close(this.fd);
  }
}

export function waitForDisk(process: SimulatedProcess): Promise<void> {
  const { random } = process;
  return process.delay(random.chance(0.02) ? random.between(0, SLOW_MS) : random.between(0, USUAL_MS));
}
