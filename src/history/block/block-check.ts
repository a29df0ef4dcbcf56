import { BlockDamaged } from './block-damaged.ts';
import { openEnvelope, type BlockSpan } from './envelope.ts';
import { TICK_LAYOUT } from './layout.ts';

/** Errors of a block of another layout or a newer version; its checksum is correct. */
const SOUND = new Set(['LAYOUT', 'VERSION']);

/** What is wrong with the bytes of a block, in words; undefined if they are unchanged. */
export function blockDamage(block: Uint8Array, span: BlockSpan): string | undefined {
  const damaged = openEnvelope(block, span, TICK_LAYOUT);
  return damaged instanceof BlockDamaged && !SOUND.has(damaged.reason) ? damaged.message : undefined;
}
