import type { PostgresMember } from '../../support/postgres-member.ts';

/** The conditions on the previous tick in the append statement, with replacements of the same length that are always true. */
export const UNCHECKED_APPEND: ReadonlyMap<string, string> = new Map(
  [
    ['last_slot is not distinct from $6::integer', 'coalesce($6::integer, 0) is not null'],
    ['$7::bytea is null or', 'true or 1 > 1 or'],
  ].map(([text, passing]) => [text!, passing!.padEnd(text!.length)]),
);

/**
 * From now on a new writer does not raise the fence: it gets the number of the former writer, whose writes stay accepted. The fence is
 * broken in the database, so that the product's code runs unchanged.
 */
export async function breakFence(server: Pick<PostgresMember, 'rows'>, schema: string): Promise<void> {
  await server.rows(`
    create function ${schema}.leave_fence() returns trigger language plpgsql
      as $$ begin return old; end $$;
    create trigger leave_fence before update on ${schema}.fence
      for each row execute function ${schema}.leave_fence();
  `);
}

export async function mendFence(server: Pick<PostgresMember, 'rows'>, schema: string): Promise<void> {
  await server.rows(`
    drop trigger leave_fence on ${schema}.fence;
    drop function ${schema}.leave_fence();
  `);
}
