/**
 * Local times, and the instants that docs/reference/formats/kept-receipts.md defines for them. All code that reads local times is
 * tested with these.
 */
export interface LocalTimeCase {
  readonly date: string;
  readonly time: string;
  readonly zone: string;
  readonly instant: string;
  /** Set if clocks skip it or show it twice. */
  readonly is?: 'skipped' | 'twice';
}

export const LOCAL_TIMES: readonly LocalTimeCase[] = [
  { date: '2026-11-18', time: '00:00', zone: 'UTC', instant: '2026-11-18T00:00:00.000Z' },
  { date: '2026-11-18', time: '16:00', zone: 'Europe/London', instant: '2026-11-18T16:00:00.000Z' },
  { date: '2026-07-01', time: '16:00', zone: 'Europe/London', instant: '2026-07-01T15:00:00.000Z' },
  { date: '2026-07-01', time: '00:00', zone: 'America/New_York', instant: '2026-07-01T04:00:00.000Z' },
  { date: '2026-11-18', time: '23:45', zone: 'Asia/Kathmandu', instant: '2026-11-18T18:00:00.000Z' },
  { date: '2026-11-19', time: '00:30', zone: 'Pacific/Auckland', instant: '2026-11-18T11:30:00.000Z' },
  { date: '2026-11-18', time: '12:00', zone: 'Etc/GMT+5', instant: '2026-11-18T17:00:00.000Z' },
  // Next to a change of the clocks.
  { date: '2026-03-29', time: '00:59', zone: 'Europe/London', instant: '2026-03-29T00:59:00.000Z' },
  { date: '2026-03-29', time: '02:00', zone: 'Europe/London', instant: '2026-03-29T01:00:00.000Z' },
  { date: '2026-10-25', time: '00:59', zone: 'Europe/London', instant: '2026-10-24T23:59:00.000Z' },
  { date: '2026-10-25', time: '02:00', zone: 'Europe/London', instant: '2026-10-25T02:00:00.000Z' },
  { date: '2011-12-31', time: '12:00', zone: 'Pacific/Apia', instant: '2011-12-30T22:00:00.000Z' },
  // Moved forward by the length of the gap.
  {
    date: '2026-03-29',
    time: '01:30',
    zone: 'Europe/London',
    instant: '2026-03-29T01:30:00.000Z',
    is: 'skipped',
  },
  {
    date: '2026-03-08',
    time: '02:30',
    zone: 'America/New_York',
    instant: '2026-03-08T07:30:00.000Z',
    is: 'skipped',
  },
  {
    date: '2026-10-04',
    time: '02:15',
    zone: 'Australia/Lord_Howe',
    instant: '2026-10-03T15:45:00.000Z',
    is: 'skipped',
  },
  // The first of the two.
  {
    date: '2026-10-25',
    time: '01:30',
    zone: 'Europe/London',
    instant: '2026-10-25T00:30:00.000Z',
    is: 'twice',
  },
  {
    date: '2026-11-01',
    time: '01:30',
    zone: 'America/New_York',
    instant: '2026-11-01T05:30:00.000Z',
    is: 'twice',
  },
  {
    date: '2026-04-05',
    time: '01:45',
    zone: 'Australia/Lord_Howe',
    instant: '2026-04-04T14:45:00.000Z',
    is: 'twice',
  },
];
