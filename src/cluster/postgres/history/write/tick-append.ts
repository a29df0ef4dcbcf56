import { pickRows } from '../../../../core/value-columns.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { TickSlice } from '../../../../history/history-store.ts';
import { encodeSlice } from '../slice-content.ts';

/**
 * Stores a tick if the fence is still its writer's and the newest stored tick is the last one of that writer; otherwise nothing.
 * Values: slot, content, day, fence, record, slot and hash of that last tick (null if there is none), state. The fence row is locked
 * until the commit: a new writer waits for it, and an append that waited for a new writer finds a changed fence.
 */
export function appendSql(isFirst: boolean, hasState: boolean): string {
  const begin = isFirst
    ? 'b as (update block_progress set hot_from = $1::integer, open_day = $3::integer from held),'
    : '';
  const state = hasState
    ? `e as (insert into engine_state (slot, state) select $1::integer, $8::bytea from held
             on conflict (one) do update set slot = excluded.slot, state = excluded.state),`
    : '';
  return `
    with held as materialized (
           select 1 from fence, tick_progress
           where number = $4::bigint and last_slot is not distinct from $6::integer
             and ($7::bytea is null or $7::bytea = (
               select sha256(record) from tick_record where slot = $6::integer and day = ($6::integer - 1) / 2880))
           for share of fence),
         ${begin} ${state}
         s as (insert into slice (slot, content) select $1::integer, $2::bytea from held),
         d as (insert into tick_day (day) select $3::integer from held on conflict do nothing),
         p as (update tick_progress set last_slot = $1::integer from held)
    insert into tick_record (slot, day, fence, record)
      select $1::integer, $3::integer, $4::bigint, $5::bytea from held`;
}

/** Rows sorted by series number. They usually are already. */
export function sliceContent(slice: TickSlice, table: SeriesTable): Buffer {
  const known = table.numbersOf(slice.order);
  const numbers = Uint32Array.from(slice.series, (number) => known[number]!);
  if (numbers.every((number, row) => row === 0 || numbers[row - 1]! < number))
    return encodeSlice({ ...slice, numbers });
  const rows = [...numbers.keys()].toSorted((a, b) => numbers[a]! - numbers[b]!);
  return encodeSlice({ numbers: Uint32Array.from(rows, (row) => numbers[row]!), ...pickRows(slice, rows) });
}
