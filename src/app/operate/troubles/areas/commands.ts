import type { TroubleArea } from '../trouble.ts';

export const COMMANDS: TroubleArea = {
  title: 'Commands',
  troubles: [
    {
      slug: 'never-served',
      messages: [
        '{directory} has never been served: {reason}',
        '{directory} has no tick yet',
        '{directory} has no tick yet: start the service first',
        'there is no history in {directory}',
        'no service is running on {directory}: only a running service reads exchanges',
      ],
      cause: 'The directory is new, or `--data` is not the one that the service uses.',
      remedy: 'Check `--data`, or start the service and wait for its first tick.',
    },
    {
      slug: 'nothing-to-verify',
      messages: [
        'there is nothing to verify{range}: ticks are stored from {stored}',
        'the {count} ticks of the range were recorded without the age of tickers, which version {version} needs: {advice}',
      ],
      cause: 'The chosen range has no ticks, or none that the version can compute.',
      remedy: 'Choose another range; `tidemark status` shows what is stored.',
    },
    {
      slug: 'no-backup-made',
      messages: [
        'no backup was made: {reason}',
        'no backup was made in {folder}: {reason}',
        '{folder} cannot be created: {reason}',
      ],
      cause: 'The folder of the backup cannot be written, or a file of the data directory cannot be read.',
      remedy:
        'Free disk space, correct the permissions, or repair the file that the message names ([backups](backup.md#make-backups)).',
    },
    {
      slug: 'backup-damaged',
      messages: [
        'the backup is damaged, nothing was restored: {files}',
        '{folder} is not a backup: it has no manifest',
        'nothing was restored: {reason}',
      ],
      cause: 'Files of the backup are missing or were changed after it was made, or it was not finished.',
      remedy: 'Copy it again, or restore another one ([restore](backup.md#restore)).',
    },
    {
      slug: 'file-not-written',
      messages: ['{file} cannot be written: {reason}'],
      cause: 'The folder does not exist, the user may not write there, or the disk is full.',
      remedy: 'Give another file with `--out`, or correct the cause.',
    },
    {
      slug: 'nothing-imported',
      messages: ['nothing was imported: {reason}', '{file} is empty: it has no header; nothing was imported'],
      cause:
        'The file has an error, or the service cannot store the records now. An import is stored as a whole or not at all.',
      remedy:
        'Correct what the message names, and run it again ([import](import-export.md#import-end-of-day-records)).',
    },
    {
      slug: 'unexpected-answer',
      messages: [
        'the service sent a record that cannot be read: {reason}',
        'the service sent a receipt that cannot be read: {reason}',
        'the service sent a head that cannot be read',
        'the service sent a different {what}',
        'the service sent pages of kept receipts in the wrong order',
        'the service sent a tick of an index that was not requested',
      ],
      cause:
        'The responses come from another version of Tidemark, a proxy that changes or mixes them up, or a service that is not Tidemark.',
      remedy:
        'Check `--url`, ask the service directly instead of through the proxy, and compare the versions.',
    },
  ],
};
