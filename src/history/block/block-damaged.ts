/**
 * Why a block was rejected. `NOT_A_BLOCK` and `CHECKSUM` are damage; `VERSION` is a sound block of a newer version of this
 * program; `LAYOUT` is a sound block with other columns than expected; `CONTENT` has a correct checksum but contradicts itself,
 * which only a faulty writer can cause.
 */
export const DAMAGE_REASONS = ['NOT_A_BLOCK', 'CHECKSUM', 'VERSION', 'LAYOUT', 'CONTENT'] as const;
export type DamageReason = (typeof DAMAGE_REASONS)[number];

/** The error for a rejected block. It is returned, never thrown. */
export class BlockDamaged {
  readonly reason: DamageReason;
  readonly message: string;

  constructor(reason: DamageReason, message: string) {
    this.reason = reason;
    this.message = message;
  }
}
