import type { MovePlace, MoveTarget } from './move-place.ts';

/** Copies recorded inputs, starting where an earlier attempt ended. Damaged inputs are not copied: they cannot be read from either place. */
export async function moveInputs(
  source: Pick<MovePlace, 'openInputs'>,
  target: Pick<MoveTarget, 'openInputs' | 'openInputWriter'>,
  signal: AbortSignal,
): Promise<void> {
  const [from, there] = await Promise.all([source.openInputs(), target.openInputs()]);
  try {
    const last = (await there.bounds())?.last ?? -Infinity;
    const into = await target.openInputWriter();
    try {
      for await (const { inputs } of from.between(last + 1, Infinity)) {
        signal.throwIfAborted();
        if (inputs !== 'damaged') await into.append(inputs);
      }
    } finally {
      await into.close();
    }
  } finally {
    await from.close();
    await there.close();
  }
}
