import { GONE_LEASES_SQL } from './leases/gone-leases.ts';

interface Migration {
  readonly number: number;
  readonly sql: string;
  /** The newest migration that code must know to use a schema with this one. Equal to `number` only if older code would do harm. */
  readonly needs: number;
}

/**
 * Migrations are only added, never changed. One that adds tables or columns allows code of the previous version to run at the same
 * time, so that machines can be upgraded one by one.
 *
 * Instants are slots (30 s since 1970); hours and days are also counted from 1970. The first column of each large key can serve to
 * distribute rows over machines.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    needs: 1,
    sql: `
      -- Tables of one row each. Every write holds the fence for share, a new writer changes it.
      create table fence (
        one boolean primary key default true check (one),
        number bigint not null
      );
      insert into fence (number) values (0);
      -- Written by appends.
      create table tick_progress (
        one boolean primary key default true check (one),
        last_slot integer
      );
      insert into tick_progress default values;
      -- Written by what makes blocks, one after the other, so that appends never wait for it.
      create table block_progress (
        one boolean primary key default true check (one),
        -- Slots from here on are slices, hours before are parts.
        hot_from integer not null default 0,
        -- Days from here on have hours in parts, days before have rows of their own.
        open_day integer not null default 0,
        past_revision bigint not null default 0,
        candle_revision bigint not null default 0,
        candle_writes bigint not null default 0
      );
      insert into block_progress default values;
      create table engine_state (
        one boolean primary key default true check (one),
        slot integer not null,
        state bytea not null
      );
      create table series (
        number integer primary key,
        index_type text not null,
        index_id uuid not null,
        unique (index_id, index_type)
      );
      create table tick_day (day integer primary key);
      create table tick_record (
        slot integer not null,
        day integer not null,
        fence bigint not null,
        record bytea not null,
        primary key (slot, day)
      ) partition by range (day);
      create table slice (slot integer primary key, content bytea not null);
      alter table slice alter column content set storage external;
      -- An hour of series that have numbers in a row, block after block; ends[i] is where block i ends.
      create table hour_part (
        part integer not null,
        hour integer not null,
        ends integer[] not null,
        blocks bytea not null,
        primary key (part, hour)
      );
      alter table hour_part alter column blocks set storage external;
      -- A day of a series: its 24 hours, block after block.
      create table series_day (
        series integer not null,
        day integer not null,
        ends integer[] not null,
        blocks bytea not null,
        primary key (series, day)
      ) partition by range (day);
      alter table series_day alter column blocks set storage external;
      create table candle_day (day integer primary key);
      create table candle_month (
        series integer not null,
        month integer not null,
        block bytea not null,
        primary key (series, month)
      );
      alter table candle_month alter column block set storage external;
    `,
  },
  {
    number: 2,
    needs: 1,
    sql: `
      create table lease (
        name text primary key,
        holder text not null,
        number bigint not null,
        ends_at timestamptz not null
      );
      -- The key under which secrets of clients are hashed.
      create table client_hmac_key (
        one boolean primary key default true check (one),
        key bytea not null
      );
      create table client (
        id text primary key,
        content jsonb not null,
        secret_hash bytea not null
      );
      create table signing_key (
        ring text not null,
        position integer not null,
        content jsonb not null,
        primary key (ring, position)
      );
      -- Rises with each change of clients, or of a ring of keys.
      create table secrets_revision (
        topic text primary key,
        revision bigint not null
      );
    `,
  },
  {
    number: 3,
    needs: 1,
    sql: `
      -- Logs that a writer of history keeps and every node has a copy of, record by record.
      create table shared_log (
        log text not null,
        number integer not null,
        content bytea not null,
        primary key (log, number)
      );
    `,
  },
  {
    number: 4,
    needs: 1,
    sql: `
      create table long_lived_token (
        id text primary key,
        -- In the order in which they were made.
        number bigint generated always as identity,
        content jsonb not null,
        -- Milliseconds since 1970: the newest that a node has kept.
        last_used_at bigint
      );
    `,
  },
  {
    number: 5,
    needs: 1,
    sql: `
      -- A state of a topic has a stamp that no other one ever has, and knows the stamps before it: a process whose newest stamp is none of them
      -- knows what this database has lost.
      alter table secrets_revision add column stamp uuid not null default gen_random_uuid();
      alter table secrets_revision add column former uuid[] not null default '{}';
      create function stamp_secrets() returns trigger language plpgsql as $$
        begin
          if new.revision <> old.revision then
            new.former = array_append(new.former, old.stamp);
            new.stamp = gen_random_uuid();
          end if;
          return new;
        end
      $$;
      create trigger stamp before update on secrets_revision for each row execute function stamp_secrets();
      `,
  },
  {
    number: 6,
    needs: 1,
    sql: `
      -- What ticks were computed from. A run is a key frame and the differences behind it: a row is read with those of its run before it.
      -- Nothing is overwritten: of several rows of a slot, the one under the fence of its tick counts.
      create table tick_input (
        slot integer not null,
        day integer not null,
        fence bigint not null,
        run integer not null,
        content bytea not null,
        primary key (fence, run, slot, day)
      ) partition by range (day);
      alter table tick_input alter column content set storage external;
    `,
  },
  {
    number: 7,
    // Nodes of 1.0 cannot read the messages of 1.1: this rejects them before they could lead.
    needs: 7,
    sql: `
      -- Only the owner of a table may give it a partition. Nodes that write history own no table and call these.
      create function add_day_partition(parent text, day integer) returns void
      language plpgsql security definer as $$
      declare
        here text := pg_catalog.current_schema();
        name text := parent || '_' || day;
      begin
        if not exists (
          select from pg_catalog.pg_partitioned_table join pg_catalog.pg_class on pg_class.oid = partrelid
          where relname = parent and relnamespace = here::pg_catalog.regnamespace
        ) then
          raise exception 'the table % has no partitions', parent;
        end if;
        -- Made as a table of its own and attached: readers are not kept waiting.
        execute pg_catalog.format(
          'create table %1$I.%2$I (like %1$I.%3$I including all, check (day = %4$s))', here, name, parent, day
        );
        execute pg_catalog.format(
          'alter table %1$I.%2$I attach partition %1$I.%3$I for values from (%4$s) to (%5$s)',
          here, parent, name, day, day + 1
        );
      end $$;
      create function drop_day_partitions(parent text, since integer, before integer) returns void
      language plpgsql security definer as $$
      declare
        here text := pg_catalog.current_schema();
        name text;
      begin
        for name in
          select part.relname from pg_catalog.pg_inherits
          join pg_catalog.pg_class part on part.oid = inhrelid
          join pg_catalog.pg_class whole on whole.oid = inhparent
          where whole.relname = parent and whole.relnamespace = here::pg_catalog.regnamespace
            and pg_catalog.substring(part.relname::text, '_(\\d+)$')::integer >= since
            and pg_catalog.substring(part.relname::text, '_(\\d+)$')::integer < before
        loop
          execute pg_catalog.format('drop table %I.%I', here, name);
        end loop;
      end $$;
      alter function add_day_partition(text, integer) set search_path from current;
      alter function drop_day_partitions(text, integer, integer) set search_path from current;
      revoke all on function add_day_partition(text, integer), drop_day_partitions(text, integer, integer) from public;
      -- Keys of heads without their private parts, for nodes that show them.
      create view public_head_key as
        select position, jsonb_set(content, '{privateJwk}', (content -> 'privateJwk') - 'd') as content
        from signing_key where ring = 'heads';
    `,
  },
  {
    number: 8,
    needs: 7,
    sql: `
      -- Creates a partition unless it exists. Two processes that do so at once wait for each other on a lock of the table that no role with
      -- the right to read alone can take, nor hold against them.
      create or replace function add_day_partition(parent text, day integer) returns void
      language plpgsql security definer as $$
      declare
        here text := pg_catalog.current_schema();
        name text := parent || '_' || day;
      begin
        if not exists (
          select from pg_catalog.pg_partitioned_table join pg_catalog.pg_class on pg_class.oid = partrelid
          where relname = parent and relnamespace = here::pg_catalog.regnamespace
        ) then
          raise exception 'the table % has no partitions', parent;
        end if;
        if pg_catalog.to_regclass(pg_catalog.format('%I.%I', here, name)) is not null then return; end if;
        -- Attaching takes the same lock.
        execute pg_catalog.format('lock table only %I.%I in share update exclusive mode', here, parent);
        if pg_catalog.to_regclass(pg_catalog.format('%I.%I', here, name)) is not null then return; end if;
        -- Made as a table of its own and attached: readers are not kept waiting.
        execute pg_catalog.format(
          'create table %1$I.%2$I (like %1$I.%3$I including all, check (day = %4$s))', here, name, parent, day
        );
        execute pg_catalog.format(
          'alter table %1$I.%2$I attach partition %1$I.%3$I for values from (%4$s) to (%5$s)',
          here, parent, name, day, day + 1
        );
      end $$;
      alter function add_day_partition(text, integer) set search_path from current;
      -- When tokens were last used. Serving nodes write it through the function alone, and lock no token by it.
      create table token_use (
        id text primary key,
        -- Milliseconds since 1970: the newest that a node has kept.
        last_used_at bigint not null
      );
      insert into token_use select id, last_used_at from long_lived_token where last_used_at is not null;
      create function record_token_uses(ids text[], used_at bigint[]) returns void
      language sql security definer as $$
        insert into token_use as stored (id, last_used_at)
        -- In order, so that two calls cannot deadlock.
        select given.id, max(given.at) from unnest(ids, used_at) as given (id, at)
        where exists (select from long_lived_token token where token.id = given.id)
        group by given.id order by given.id
        on conflict (id) do update set last_used_at = greatest(stored.last_used_at, excluded.last_used_at)
      $$;
      alter function record_token_uses(text[], bigint[]) set search_path from current;
      revoke all on function record_token_uses(text[], bigint[]) from public;
    `,
  },
  { number: 9, needs: 7, sql: GONE_LEASES_SQL },
  {
    number: 10,
    needs: 7,
    sql: `
      -- Alerts of clients. Every change locks the row of alert_head, and has the next version.
      create table alert_head (
        one boolean primary key default true check (one),
        version bigint not null default 0,
        -- Rows of records that were removed in earlier versions may be gone.
        removed_before bigint not null default 0
      );
      insert into alert_head default values;
      -- A stolen node could otherwise end all later changes with a version that has no next one.
      create function next_alert_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end $$;
      create trigger next_version before update of version on alert_head
        for each row execute function next_alert_version();
      create table alert_record (
        kind text not null,
        id text not null,
        -- In the order in which they were made.
        number bigint generated always as identity,
        -- Null: removed. As text: jsonb refuses some strings that clients may send.
        body json,
        version bigint not null,
        removed_at timestamptz,
        primary key (kind, id)
      );
      create index on alert_record (version);
      -- Not compressed: the limit of the table's size is one of the memory that its records take.
      alter table alert_record alter column body set storage external;
      -- What the leader needs to know of clients. It may not see their secrets.
      create view alert_client as select id, content - 'name' as content from client;
    `,
  },
];
