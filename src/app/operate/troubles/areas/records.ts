import type { TroubleArea } from '../trouble.ts';

export const RECORDS: TroubleArea = {
  title: 'Heads, receipts and the audit log',
  troubles: [
    {
      slug: 'head-not-signed',
      messages: ['the head of the records could not be signed or stored'],
      cause:
        'The signed head of a tick or day could not be made or written. `err` has the reason, such as a full disk.',
      remedy: 'Correct what `err` names. The next tick stores the heads that are missing.',
    },
    {
      slug: 'head-contradicts',
      messages: ['a head of this slot was published with another record: this one is not signed'],
      cause:
        'The history differs from what was signed and published before, for example after a restore of an older state.',
      remedy:
        'Find out which history is right: compare the published head with `tidemark heads check`. Two different signed heads of one slot would prove that history was rewritten.',
    },
    {
      slug: 'head-not-timestamped',
      messages: [
        'a head could not be timestamped; the request is retried',
        'the timestamp of a head could not be stored; it is requested again',
      ],
      cause:
        'The authority of `--timestamp-url` did not respond or refused, or its response could not be written to disk.',
      remedy:
        'Check the address and your outgoing network ([stamps](publish-heads.md#have-heads-stamped)). The head itself is signed and stored.',
    },
    {
      slug: 'records-not-intact',
      messages: [
        'the log of heads is not intact',
        'the log of timestamps is not intact',
        'kept receipts are not intact',
      ],
      cause:
        'Lines of the file fail their check: the disk failed, or a program changed it. `problem` says which.',
      remedy:
        'Restore the file from a backup ([repair damage](history.md#repair-damage)). Intact lines stay in use.',
    },
    {
      slug: 'audit-not-intact',
      messages: ['the audit log is not intact'],
      cause: 'Entries of `audit.log` are missing or were changed, or it cannot be written.',
      remedy:
        'Run `tidemark audit`, which says where. Compare it with the `audit` lines of the service log, if another machine stores them ([audit](clients-and-tokens.md#see-who-changed-what)).',
    },
    {
      slug: 'audit-not-written',
      messages: ['nothing was changed, because it could not be recorded in audit.log: {reason}'],
      cause:
        'Each change of clients and keys is recorded before it is made, and this record could not be written.',
      remedy: 'Free disk space or correct the permissions, and run the command again.',
    },
    {
      slug: 'receipt-not-kept',
      messages: [
        'receipts could not be kept',
        'a receipt could not be kept: this is retried with each tick',
        'receipts are not kept: the reference data of the tick is missing',
        'the receipt is not kept: {reason}',
      ],
      cause:
        'A receipt of `--keep-receipts` cannot be stored (`err`), or can no longer be made because its inputs are missing or damaged.',
      remedy:
        'If `err` names the disk, free disk space within an hour: after that, its inputs may be deleted ([keep receipts](disk.md#keep-receipts-for-ever)).',
    },
    {
      slug: 'receipt-name-unknown',
      messages: ['keepReceipts: no asset, market or index has this name: no receipts are kept for it'],
      cause: 'A name in `--keep-receipts` is misspelt, or the source does not have it (yet).',
      remedy: 'Correct it. `tidemark get assets` and `tidemark get markets` list the names.',
    },
    {
      slug: 'kept-receipts-unusable',
      messages: ['{file} and all earlier files of its month cannot be used'],
      cause: 'Every file of kept receipts of a month is damaged.',
      remedy: 'Restore `kept-receipts/` from a backup, or move the files of that month elsewhere.',
    },
  ],
};
