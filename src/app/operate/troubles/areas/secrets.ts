import type { TroubleArea } from '../trouble.ts';

export const SECRETS: TroubleArea = {
  title: 'Clients and keys',
  troubles: [
    {
      slug: 'secrets-changed-outside',
      messages: ['files of clients and keys were changed from outside', 'nothing was changed: {problem}'],
      cause:
        'A file of clients, tokens or keys was edited or replaced while the service runs. The service continues with the content that it read before, and never overwrites the file.',
      remedy:
        'To use the restored files, restart the service. If the change was not intended, treat it as a leak ([after a leak](clients-and-tokens.md#after-a-leak)).',
    },
    {
      slug: 'secrets-damaged',
      messages: [
        '{file} is damaged, it has no list of clients: {advice}',
        '{file} is damaged at client {number}: {advice}',
        '{file} holds no current key: {advice}',
        '{file} holds a key that cannot be used: {advice}',
        '{file} does not match its checksum, so it is damaged: {advice}',
        '{file} does not match its checksum: it is damaged, or was changed outside tidemark. {advice}',
        'key {key} is in use, but no longer among the stored keys: restore the stored keys from a backup first',
      ],
      cause:
        'A file failed its check: the disk failed, or it was edited by hand. The service does not guess which clients are valid.',
      remedy: 'Restore it from a [backup](backup.md#restore). If there is another way, the message names it.',
    },
    {
      slug: 'secrets-missing',
      messages: [
        '{file} is missing: restore it from a backup. {advice}',
        '{file} is missing: without it no client secret in {clients} can be checked. {advice}',
        '{file} was written with a different key than {key} in the same directory, so no client could get a token: {advice}',
      ],
      cause:
        '`clients.json` and its key belong together, and one of them is missing or older than the other.',
      remedy:
        'Restore both from the same [backup](backup.md#restore). Otherwise follow the message; clients then need new secrets.',
    },
  ],
};
