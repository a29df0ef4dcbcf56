import type { TroubleArea } from '../trouble.ts';

export const STORAGE: TroubleArea = {
  title: 'Disk and history',
  troubles: [
    {
      slug: 'history-not-written',
      messages: [
        'history cannot be written: nothing is published until it can be',
        'history cannot be written: is the disk of the data directory full?',
      ],
      cause:
        'The disk or the database refuses the values of a tick; `err` has the error, such as `ENOSPC` (full) or `EIO` (failing).',
      remedy:
        'Free disk space or replace the disk. The next tick tries again, and the log says when writing works again ([full disk](disk.md#when-the-disk-fills)).',
    },
    {
      slug: 'taken-over',
      messages: [
        'another process has taken over the history: this process writes nothing more',
        'another process has taken over the history: is a second service running on it?',
        'the back-fill stops: another process has taken over the history',
      ],
      cause:
        'A second process opened the same history for writing. The first one stops, so that two never write at once.',
      remedy:
        'Find out why two are running, and stop one. In a cluster this is a normal change of the leader.',
    },
    {
      slug: 'inputs-not-recorded',
      messages: ['inputs could not be recorded: the tick is not published'],
      cause:
        'The disk failed, and not because it is full. No value is published before its inputs are durable.',
      remedy: 'Read `err` or `reason`, and check the disk (`dmesg`, SMART). The next tick tries again.',
    },
    {
      slug: 'disk-full',
      messages: ['no disk space: inputs are no longer recorded, values still are'],
      cause: 'The disk or the budget of `--max-disk` is full, and no older inputs can be deleted.',
      remedy:
        'Free disk space or raise `--max-disk`. Values published meanwhile have no receipts ([full disk](disk.md#when-the-disk-fills)).',
    },
    {
      slug: 'inputs-recorded-again',
      messages: ['inputs are recorded again'],
      cause:
        'Disk space is available again after [no disk space](#disk-full). Ticks between the two log lines have no receipts.',
      remedy: 'Nothing. Plan for more disk space if it happens often.',
    },
    {
      slug: 'inputs-dropped',
      messages: ['an hour of inputs was deleted to free disk space'],
      cause: 'History and inputs together reach `--max-disk`, or less than 300 MiB of the disk are free.',
      remedy:
        'Raise `--max-disk`, free disk space, or keep inputs for a shorter time with `--keep-inputs` ([budget](disk.md#how-the-budget-is-shared)).',
    },
    {
      slug: 'budget-too-small',
      messages: [
        '--max-disk {budget} holds {time} of {source}: history is never deleted, so 200 days need {needed}',
        '--max-disk {budget} is too small: {source} needs at least {needed} for its journal, the day that is being stored and the inputs of two hours',
      ],
      cause: '`--max-disk` cannot hold what the service will store.',
      remedy: 'Raise it to the size in the message ([how much to plan](disk.md#how-much-to-plan)).',
    },
    {
      slug: 'backfill-without-space',
      messages: [
        'the disk is nearly full: the back-fill pauses, live ticks continue',
        'the rest of the disk budget is reserved for live ticks: the back-fill pauses; raise --max-disk to continue it',
      ],
      cause: 'The back-fill may not use the space that live ticks need.',
      remedy:
        'Free disk space or raise `--max-disk`; the back-fill then continues automatically ([budget](disk.md#how-the-budget-is-shared)).',
    },
    {
      slug: 'history-damaged',
      messages: [
        'history is damaged: the damaged part is not served',
        'stored data is damaged: restore the file from a backup',
      ],
      cause:
        'A checksum of a stored file is wrong: the disk failed, or a program changed the file. The damaged part is a gap.',
      remedy:
        'Restore the file from a backup ([repair damage](history.md#repair-damage)), and check the disk.',
    },
    {
      slug: 'file-quarantined',
      messages: ['an untrusted file was moved to quarantine', 'files are in quarantine'],
      cause:
        'A file failed its check, or does not belong to the history. It was moved to `quarantine/`, not deleted.',
      remedy:
        'Read `reason`, then repair or remove it ([empty the quarantine](history.md#empty-the-quarantine)).',
    },
    {
      slug: 'file-used-again',
      messages: ['the journal did not list this file: it was checked and is used again'],
      cause:
        'A file of history is sound although the journal does not list it, for example because the journal was lost or an older one restored.',
      remedy: 'Nothing. If you restored nothing, run `tidemark verify --storage`.',
    },
    {
      slug: 'storage-not-checked',
      messages: ['storage could not be checked; the check is retried'],
      cause:
        'The daily check of all stored data could not run, for example because files cannot be opened. `err` has the reason.',
      remedy: 'Correct what `err` names. `tidemark verify --storage` runs the check now.',
    },
    {
      slug: 'sealing-failed',
      messages: ['history could not be sealed; sealing is retried'],
      cause:
        'A closed hour or day could not be written as a file. Its values are safe in the journal and served from there.',
      remedy: 'Free disk space if `err` is `ENOSPC`. If it continues, the journal grows: check the disk.',
    },
    {
      slug: 'ticks-lost',
      messages: [
        'published ticks are lost: restore a backup that has them, or leave the gap',
        'history lacks ticks that were recorded: their slots are not published again',
      ],
      cause:
        'Ticks that were published are not in history: the service was started on an older copy of the directory, or files were deleted. They are never published a second time.',
      remedy: 'Restore a backup that has them, or [accept the gap](history.md#accept-lost-ticks).',
    },
    {
      slug: 'lost-ticks-not-noted',
      messages: ['the lost ticks could not be recorded: they are not reported after the next start'],
      cause:
        'Lost ticks were found, but the disk is full or the small file that records them cannot be written.',
      remedy: 'Free disk space. Write down the range in the log line about [lost ticks](#ticks-lost).',
    },
    {
      slug: 'gaps-not-written',
      messages: [
        'the reasons for missing ticks could not be written yet; this is retried',
        'the log of gaps could not be shortened',
        'the log of gaps is not intact',
      ],
      cause:
        'The file with the reasons for gaps cannot be written or is damaged. Values are not affected; a gap may be reported as `UNKNOWN`.',
      remedy: 'Free disk space. If the file is damaged, restore it from a backup.',
    },
    {
      slug: 'tick-not-recomputed',
      messages: [
        'ticks that were not stored cannot be recomputed from the inputs of this node: their slots stay gaps',
        'inputs are missing: the current day lacks these ticks, and the engine continues from the last tick that it could compute',
      ],
      cause: 'After an interruption, the inputs of some ticks are missing or damaged.',
      remedy: 'Nothing can be done about these slots. If the disk was full or failed, correct that.',
    },
    {
      slug: 'state-lost',
      messages: [
        'the reference data of the last tick is missing or damaged: indices start without their previous state',
        'the state of the engine is lost: indices start without their previous state',
      ],
      cause:
        'The state that indices carry from tick to tick could not be read, so they start as on a first start.',
      remedy:
        'Nothing: the state builds up again with the next ticks. Run `tidemark verify --storage`, because a file may be damaged.',
    },
    {
      slug: 'unfinished-line',
      messages: ['removed an unfinished last line'],
      cause: 'The process was killed, or the machine lost power, while it appended to this file.',
      remedy: 'Nothing: the line had not been acknowledged.',
    },
    {
      slug: 'contracts-damaged',
      messages: ['contracts are damaged: restore them from a backup'],
      cause:
        'Lines of the file of derivative contracts fail their check. Contracts on these lines are no longer known.',
      remedy: 'Restore the file in `path` from a backup before the service stores new contracts.',
    },
  ],
};
