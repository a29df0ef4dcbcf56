// In which order test files start, so that no core idles and no worker is left alone with a long file at the end.

/**
 * Workers take files from the front of the list. While computing files are left, one worker at a time runs a file that mostly waits
 * (for a browser, or for slots of the wall clock) and all others compute. Each kind starts with its longest file.
 *
 * @template T
 * @param {readonly T[]} files
 * @param {{ workers: number, secondsOf: (file: T) => number | undefined, waits: (file: T) => boolean }} options
 *   `secondsOf` is undefined for a file that was never measured: it counts as the longest
 * @returns {T[]}
 */
export function startOrder(files, { workers, secondsOf, waits }) {
  const longestFirst = files.toSorted((a, b) => {
    const [first, second] = [secondsOf(a) ?? Infinity, secondsOf(b) ?? Infinity];
    return first === second ? 0 : second - first;
  });
  const waiting = longestFirst.filter(waits);
  const computing = longestFirst.filter((file) => !waits(file));
  const measured = files.map((file) => secondsOf(file) ?? 0);
  const longest = Math.max(0, ...measured);
  const freeAt = Array.from({ length: workers }, () => 0);
  let waitedUntil = 0;
  return files.flatMap(() => {
    const worker = freeAt.indexOf(Math.min(...freeAt));
    const now = freeAt[worker] ?? 0;
    const isWaiting = waiting.length > 0 && (computing.length === 0 || waitedUntil <= now);
    const file = isWaiting ? waiting.shift() : computing.shift();
    if (file === undefined) return [];
    freeAt[worker] = now + (secondsOf(file) ?? longest);
    if (isWaiting) waitedUntil = freeAt[worker];
    return [file];
  });
}
