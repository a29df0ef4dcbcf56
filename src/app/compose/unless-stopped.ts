/** What a promise resolves with; rejects with the reason of the signal where that comes first, or has come already. */
export async function unlessStopped<T>(promise: Promise<T>, stop: AbortSignal | undefined): Promise<T> {
  if (!stop) return promise;
  let onAbort = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    // The reason is the caller's own, whatever it is.
    onAbort = () => reject(stop.reason as Error);
    if (stop.aborted) onAbort();
    else stop.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([stopped, promise]);
  } finally {
    stop.removeEventListener('abort', onAbort);
  }
}
