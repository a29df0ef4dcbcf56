import { join } from 'node:path';
import { isObject } from '../../../core/text/is-object.ts';
import { SLOT_MS, type Millis } from '../../../core/time.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';

/** A range of published ticks that history has lost; `to` is the last slot, inclusive. */
export interface LostTicks {
  readonly from: Millis;
  readonly to: Millis;
  /** When the service detected the loss, at a start. */
  readonly foundAt: Millis;
}

/** Never deleted by the service: an operator removes it after dealing with the loss. */
export const LOST_TICKS_FILE = 'lost-ticks.json';
const FORMAT = 1;
/** Only the newest ranges are kept. */
const MAX_KEPT = 100;

/** Oldest first. Empty if the file is missing or damaged. */
export function readLostTicks(folder: string): LostTicks[] {
  const content = contentIn(folder);
  return content === 'damaged' ? [] : content;
}

/** Moves a damaged file away, so that the next loss does not overwrite what an operator may still want to read. */
export function quarantineDamagedLostTicks(folder: string, quarantine: Quarantine): void {
  if (contentIn(folder) === 'damaged') quarantine.move(join(folder, LOST_TICKS_FILE), 'it is damaged');
}

function contentIn(folder: string): LostTicks[] | 'damaged' {
  const content = readSealed(join(folder, LOST_TICKS_FILE), FORMAT);
  if (typeof content !== 'object') return content ?? [];
  const { lost } = content;
  return Array.isArray(lost) && lost.every(isLostTicks) ? lost : 'damaged';
}

function isLostTicks(value: unknown): value is LostTicks {
  if (!isObject(value)) return false;
  const { from, to, foundAt } = value;
  return isSlot(from) && isSlot(to) && from <= to && Number.isSafeInteger(foundAt);
}

function isSlot(value: unknown): value is Millis {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) % SLOT_MS === 0;
}

/** Durable when it returns. */
export function addLostTicks(folder: string, found: LostTicks): LostTicks[] {
  const lost = [...readLostTicks(folder), found].slice(-MAX_KEPT);
  writeFileDurably(join(folder, LOST_TICKS_FILE), sealJson({ format: FORMAT, lost }));
  return lost;
}

export function lostSlots(lost: readonly LostTicks[]): number {
  return lost.reduce((sum, { from, to }) => sum + (to - from) / SLOT_MS + 1, 0);
}
