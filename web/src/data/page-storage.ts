/** The storage methods that the page uses. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage of the browser, or an in-memory one if the reader has blocked it or it is full. */
export function pageStorage(open: () => Storage): PageStorage {
  const own = new Map<string, string>();
  const memory: PageStorage = {
    getItem: (key) => own.get(key) ?? null,
    setItem: (key, value) => void own.set(key, value),
    removeItem: (key) => void own.delete(key),
  };
  try {
    const storage = open();
    storage.setItem(PROBE, '');
    storage.removeItem(PROBE);
    return storage;
  } catch (error) {
    if (error instanceof DOMException) return memory;
    throw error;
  }
}

const PROBE = 'tidemark.probe';
