/**
 * Each process has leases of its own name, which nothing takes again once it has ended. The leases of exchanges stay: their numbers must
 * not begin again, because the greater number of two is the newer one.
 */
export const GONE_LEASES_SQL = `
  create function delete_gone_leases() returns bigint
  language sql security definer as $$
    with gone as (
      delete from lease
      where (starts_with(name, 'standby ') or starts_with(name, 'bus ') or starts_with(name, 'collect/collector/'))
        and ends_at < clock_timestamp() - interval '1 day'
      returning 1
    )
    select count(*) from gone
  $$;
  alter function delete_gone_leases() set search_path from current;
  revoke all on function delete_gone_leases() from public;
  -- Few rows that are updated all the time: room for the new version of a row on its page, and a vacuum that never waits or locks out a
  -- renewal to shorten the file.
  alter table lease set (
    fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false
  );
`;
