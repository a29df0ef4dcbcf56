/** Awaits a promise; rejects with the signal's reason if the signal aborts first, or has aborted already. */
export async function unlessStopped<T>(promise: Promise<T>, stop: AbortSignal | undefined): Promise<T> {
  if (!stop) return promise;
  let onAbort = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    // The caller chose the reason; it need not be an Error.
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
