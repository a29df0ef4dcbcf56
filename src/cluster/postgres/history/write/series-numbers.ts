import type { SeriesId } from '../../../../core/index-value.ts';
import type { Session } from '../../database.ts';

/** Assigns the next numbers to new series. A number never changes. */
export async function assignSeriesNumbers(session: Session, series: readonly SeriesId[]): Promise<void> {
  // One process at a time: only writers of history can lock this row.
  await session.rows('select 1 from tick_progress for update');
  await session.run(
    `insert into series (number, index_type, index_id)
     select coalesce((select max(number) + 1 from series), 0) + row_number() over (order by place) - 1, index_type, index_id
     from (select min(place) as place, index_type, index_id
           from unnest($1::text[], $2::uuid[]) with ordinality as asked (index_type, index_id, place)
           where not exists (select 1 from series s where s.index_id = asked.index_id and s.index_type = asked.index_type)
           group by index_type, index_id) as unknown`,
    [series.map(({ indexType }) => indexType), series.map(({ indexId }) => indexId)],
  );
}
