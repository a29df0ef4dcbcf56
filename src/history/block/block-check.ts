import { BlockDamaged } from './block-damaged.ts';
import { openEnvelope, type BlockSpan } from './envelope.ts';
import { TICK_LAYOUT } from './layout.ts';

/** What an envelope says of a block of another layout or a newer version, once its checksum has been found to fit. */
const SOUND = new Set(['LAYOUT', 'VERSION']);

/** What is wrong with the bytes of a block, in words; undefined where they are what was written. */
export function damageIn(block: Uint8Array, span: BlockSpan): string | undefined {
  const damaged = openEnvelope(block, span, TICK_LAYOUT);
  return damaged instanceof BlockDamaged && !SOUND.has(damaged.reason) ? damaged.message : undefined;
}
