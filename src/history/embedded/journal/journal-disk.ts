import { dirname } from 'node:path';
import { constants, open, rm } from '../../../disk/files.ts';
import { PRIVATE_FILE_MODE } from '../../../disk/durable-file.ts';

/** A journal file that is being written. */
export interface WritableFile {
  /** Writes all parts at this offset of the file, or rejects. */
  write(parts: readonly Uint8Array[], offset: number): Promise<void>;
  /** All written data are durable when this resolves. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk operations of the journal. Tests replace them with failing ones. */
export interface JournalDisk {
  /** Creates an empty file. Its name is durable after its first sync. Rejects with the code EEXIST if a file of that name exists. */
  create(path: string): Promise<WritableFile>;
  remove(path: string): Promise<void>;
  /** Makes what was read of an existing file, and its name, durable: a process that was killed may have written without syncing. */
  secure(path: string): Promise<void>;
}

/** Waits on the thread pool, so that other work is not blocked. */
export const REAL_DISK: JournalDisk = {
  async create(path) {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, PRIVATE_FILE_MODE);
    // Not synced before it is needed: if that failed, and so did removing the file, this process would take it for that of another.
    let isNameDurable = false;
    return {
      write: async (parts, offset) => {
        let at = offset;
        for (let left = parts.filter(({ length }) => length > 0); left.length > 0;) {
          const { bytesWritten } = await file.writev(left as NodeJS.ArrayBufferView[], at);
          at += bytesWritten;
          left = leftAfter(left, bytesWritten);
        }
      },
      sync: async () => {
        await file.datasync();
        if (!isNameDurable) await syncFolder(dirname(path));
        isNameDurable = true;
      },
      close: () => file.close(),
    };
  },
  async remove(path) {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  },
  async secure(path) {
    const file = await open(path, 'r');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
    await syncFolder(dirname(path));
  },
};

/** A nearly full disk may write only a part at a time. */
function leftAfter(parts: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  return parts.flatMap((part) => {
    const from = Math.min(skip, part.length);
    skip -= from;
    return from < part.length ? [part.subarray(from)] : [];
  });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
