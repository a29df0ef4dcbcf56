import type { TroubleArea } from '../trouble.ts';

export const DIRECTORY: TroubleArea = {
  title: 'Data directory',
  troubles: [
    {
      slug: 'directory-unusable',
      messages: [
        'data directory {directory} cannot be created: {reason}',
        '{path} cannot be used: permission denied; run as the user that owns it',
        '{path} cannot be used: its file system is read-only',
        '{path} cannot be used: part of its path is not a folder; is --data right?',
        'there is no data directory {directory}: is --data right?',
        '{directory} is not a folder: is --data right?',
      ],
      cause:
        '`--data` is wrong, the user lacks permission, or the file system was mounted read-only, which Linux also does after a disk error.',
      remedy:
        'Check `--data` and run the command as the user of the service. If the file system is read-only, check `dmesg` ([users and permissions](install.md#users-and-permissions)).',
    },
    {
      slug: 'directory-in-use',
      messages: ['{directory} is in use by another tidemark process: stop it, or choose another --data DIR'],
      cause: 'One process owns a data directory. Another service, a back-fill or a restore is using it.',
      remedy: 'Stop that process, or wait until it ends. `tidemark status` says which one it is.',
    },
    {
      slug: 'directory-of-other-user',
      messages: [
        '{directory} belongs to {user}, and root would leave files in it that {user} cannot use. Run the service as {user} {how}',
        '{socket} belongs to {user}: run the command as {user}; if no process of {user} uses the data directory, remove the socket {how}',
      ],
      cause: 'The command does not run as the user who owns the data directory.',
      remedy:
        'Run it as that user, for example with `sudo -u tidemark` ([users and permissions](install.md#users-and-permissions)).',
    },
    {
      slug: 'unsafe-permissions',
      messages: ['owners or permissions in {directory} are not safe:{problems}'],
      cause:
        'Other users of the machine could read keys or change stored data. This often happens when files are copied by hand.',
      remedy:
        'Run the commands that the message prints ([users and permissions](install.md#users-and-permissions)).',
    },
    {
      slug: 'directory-of-other-data',
      messages: [
        '{directory} holds other data: {differences}. Start with the same settings again, or give this world a directory of its own with --data DIR.',
        '{directory} holds {outdated}: start this version in a new directory with --data DIR. {advice}',
        'the store holds different data: {differences}. Start with the same settings as the other nodes, or use another schema for this world: {example}',
      ],
      cause:
        'The source, the seed or another setting that determines the stored data differs from the one with which the history was started.',
      remedy:
        'Use the old settings, or another directory or schema. Histories of different data are never mixed.',
    },
    {
      slug: 'identity-missing',
      messages: [
        '{path} is missing, but {directory} holds history: restore it from a backup, or, if you are sure that these settings belong to that history, create it with {content}',
        'the identity in {directory} is damaged: restore it from a backup',
      ],
      cause: 'The small file that says which data a directory holds was deleted or damaged.',
      remedy: 'Restore this file from a [backup](backup.md#restore); the rest of the directory may stay.',
    },
    {
      slug: 'newer-format',
      messages: [
        '{path} has format {format}, this version knows {known}: {advice}',
        '{error}: run the newer version',
      ],
      cause: 'A newer version of Tidemark wrote the file or the tables. This version cannot interpret them.',
      remedy:
        'Run that version. To go back to the older one, restore a backup from before the upgrade ([upgrade](upgrade.md)).',
    },
    {
      slug: 'file-suspect',
      messages: [
        '{path} is suspect ({reason}) and cannot be moved to {folder}: {error}. Move it elsewhere yourself, then start again.',
      ],
      cause:
        'A file failed its check at the start, and the user or the file system did not allow moving it to quarantine.',
      remedy: 'Move it as the message says, then correct the permissions or free disk space.',
    },
    {
      slug: 'file-unreadable',
      messages: [
        '{path} cannot be read: {reason}',
        '{path} cannot be used: {reason}',
        '{path} is larger than {size} bytes',
      ],
      cause:
        '`ENOENT` means that the file does not exist, `EACCES` that the user may not read it, `EIO` that the disk fails, and `ECONNREFUSED` that a server is not running.',
      remedy:
        'Correct the path, its permissions or the address. If the disk fails, replace it and restore a [backup](backup.md#restore).',
    },
    {
      slug: 'file-damaged',
      messages: [
        '{file} is damaged: {advice}',
        '{file} is not valid JSON: {advice}',
        '{what} of {place} is damaged: {advice}',
      ],
      cause: 'A file failed its check: the disk failed, a copy was cut short, or it was edited by hand.',
      remedy:
        'Follow the message: usually, restore the file from a [backup](backup.md#restore). `tidemark verify --storage` checks for more damage.',
    },
    {
      slug: 'journal-unreadable',
      messages: [
        '{path} {reason}. Make it readable, then start again. If that is not possible, move it elsewhere: data that only it contains, such as the ticks since the last full hour, will then not be served.',
      ],
      cause: 'A file of the journal exists and cannot be read: wrong permissions, or a bad sector.',
      remedy:
        'Correct the permissions, or copy the file from a backup or with a tool for failing disks. Move it away only if you accept the gap.',
    },
    {
      slug: 'control-socket-silent',
      messages: [
        'the running service did not reply',
        'a message on the control socket is too long',
        'the process that owns the data directory received the command {command} and ended before it replied: the command may or may not have been carried out. {advice}',
      ],
      cause:
        'A command reached the running service, which is overloaded, ended meanwhile, or is of another version.',
      remedy:
        'Check `tidemark audit` to see whether a change was made, and read the log of the service. Then run the command again.',
    },
    {
      slug: 'socket-path-too-long',
      messages: ['the path of the data directory is too long for a unix socket: {directory}'],
      cause: 'Operating systems limit the path of a unix socket to about 100 characters.',
      remedy: 'Use a shorter path in `--data`, or a symbolic link to it.',
    },
    {
      slug: 'command-failed',
      messages: ['a command failed'],
      cause:
        'A command that reached the service through its control socket ended with an internal error. `command` names it.',
      remedy: 'Read `err`: usually the disk is full or a file cannot be written. Then run the command again.',
    },
  ],
};
