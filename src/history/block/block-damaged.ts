/**
 * Why bytes were refused. `NOT_A_BLOCK` and `CHECKSUM` are damage; `VERSION` is a sound block of a program newer
 * than this one; `LAYOUT` is a sound block of other columns than asked for; `CONTENT` has a right checksum and
 * contradicts itself, which only a faulty writer makes.
 */
export const DAMAGE_REASONS = ['NOT_A_BLOCK', 'CHECKSUM', 'VERSION', 'LAYOUT', 'CONTENT'] as const;
export type DamageReason = (typeof DAMAGE_REASONS)[number];

/** The refusal of a block. It is returned, never thrown. */
export class BlockDamaged {
  readonly reason: DamageReason;
  readonly message: string;

  constructor(reason: DamageReason, message: string) {
    this.reason = reason;
    this.message = message;
  }
}
