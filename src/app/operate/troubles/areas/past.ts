import type { TroubleArea } from '../trouble.ts';

export const PAST: TroubleArea = {
  title: 'Days before the first tick',
  troubles: [
    {
      slug: 'past-not-modelled',
      messages: [
        'the past cannot be modelled for requests',
        'a part of the past could not be modelled for a request',
      ],
      cause:
        'The thread that models values before the first tick failed. Requests for that time get an error or less data.',
      remedy:
        'Read `err`. New requests try again; if the error continues, restart the service and report the line.',
    },
    {
      slug: 'backfill-retried',
      messages: ['history could not be filled in; this is retried'],
      cause:
        'A day before the first tick could not be computed or stored, for example because the disk is full.',
      remedy:
        'Nothing if it is rare: the day is tried again after 30 seconds. Otherwise correct what `err` names.',
    },
    {
      slug: 'backfill-days-missing',
      messages: ['filled-in days are missing from history: they are filled in again'],
      cause: 'Days that were filled in before are gone, for example after a restore without them.',
      remedy: 'Nothing: they are computed again and are the same.',
    },
    {
      slug: 'backfill-day-damaged',
      messages: ['a stored day is damaged and is not filled in: restore it from a backup'],
      cause:
        'The file of a filled-in day fails its check. The back-fill does not overwrite a file that may be repairable.',
      remedy:
        'Restore the file, or move it away; then the day is filled in again ([repair damage](history.md#repair-damage)).',
    },
    {
      slug: 'backfill-progress-lost',
      messages: [
        'the progress of the back-fill is lost: the back-fill does not continue until it is restored from a backup',
        '{path} is damaged ({problem}): restore it from a backup, or remove it. Without it, all stored data is served, but the back-fill does not continue',
      ],
      cause: '`backfill.json` is damaged and was moved to quarantine.',
      remedy: 'Restore the file from a backup and start again. All stored data is served in any case.',
    },
    {
      slug: 'first-day-kept',
      messages: ['the end-of-day records of the first day cover only its live ticks, and are final'],
      cause:
        'The part of the day before the first tick was not filled in within a day after its end, because the back-fill waited for disk space or failed.',
      remedy:
        'Nothing can be done about this day. If the back-fill still waits for space, free it for the other days.',
    },
    {
      slug: 'seeding-failed',
      messages: [
        'history cannot be seeded',
        'days before the first tick could not be seeded; this is retried',
        'days before the first tick could not be requested',
      ],
      cause:
        'Daily candles of exchanges could not be read or combined. `failed` names the exchanges and why.',
      remedy:
        'Check that the exchanges can be reached (`tidemark sources status`). It is retried ([live history](live-history.md#get-the-days-before-the-first-tick)).',
    },
    {
      slug: 'nothing-to-fill-in',
      messages: [
        'nothing can be filled in: the source of this directory has no modelled past',
        'nothing can be filled in: {source} is {what}, which has no data from before its first tick',
        'nothing can be filled in: the time of the first tick of this directory is unknown',
      ],
      cause:
        'Only the simulator has a modelled past, and only live exchanges have daily candles. The time of the first tick is unknown if nothing was ever published.',
      remedy:
        'For other data use `tidemark import ohlcv` ([import](import-export.md#import-end-of-day-records)).',
    },
  ],
};
