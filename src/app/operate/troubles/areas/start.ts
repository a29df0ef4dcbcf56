import type { TroubleArea } from '../trouble.ts';

export const START: TroubleArea = {
  title: 'Start and stop',
  troubles: [
    {
      slug: 'could-not-start',
      messages: ['could not start'],
      cause: 'An unexpected error ended the start. `err` has the message and the stack.',
      remedy:
        'Start again. If it happens again, run `tidemark verify --storage` and `tidemark config check`; if both find nothing, it is a bug: report it with the log line.',
    },
    {
      slug: 'unhandled-error',
      messages: ['unhandled error'],
      cause: 'A bug in Tidemark. The process ends, because its state may be wrong.',
      remedy:
        'Let systemd or your container restart it, which loses no stored data, and report the log line.',
    },
    {
      slug: 'stopped-immediately',
      messages: ['stopped immediately'],
      cause:
        'A second signal arrived while the service was stopping, so it did not wait for running requests.',
      remedy:
        'Nothing: all published ticks are stored. If your service manager sends it, give the stop more time (`TimeoutStopSec` of systemd, `stop_grace_period` of Compose).',
    },
    {
      slug: 'not-stopped-cleanly',
      messages: ['could not be stopped cleanly'],
      cause:
        'The part of the service in `part` failed while it was closed. `err` says how; a full disk is a common reason.',
      remedy: 'Nothing urgent: the next start recovers the data. Correct what `err` names.',
    },
    {
      slug: 'unused-setting',
      messages: [
        '{variable} is not a setting and has no effect{hint}',
        '{setting} has no effect: it is not a setting of the source {source}',
      ],
      cause:
        'A variable that begins with `TIDEMARK_` is misspelt or of another version, or a setting belongs to another source.',
      remedy: 'Correct or remove it. `tidemark config print` shows each value and where it came from.',
    },
    {
      slug: 'port-unavailable',
      messages: ['cannot listen on {host} port {port}: {reason}'],
      cause:
        'Another program uses the port, the user may not open it, or the machine does not have the address.',
      remedy:
        'Do what the message says. `ss -ltnp` shows which program has a port; it may be another Tidemark.',
    },
    {
      slug: 'open-files',
      messages: [
        'the limit of open files is {limit}, which allows {count} connections: for {wanted} connections raise it to {needed} (ulimit -n, or LimitNOFILE of systemd)',
        'the limit of open files is {limit}, but the service needs at least {least}: raise it to {needed} or more (ulimit -n, or LimitNOFILE of systemd)',
      ],
      cause: 'Each connection takes an open file, and the limit of the process is too low.',
      remedy:
        'Raise it as the message says, or set `--max-connections` to what you need ([connections](limits.md#connections)).',
    },
    {
      slug: 'tls-unusable',
      messages: [
        '{certificate} and {key} cannot be used for TLS: {reason}',
        'SIGHUP: certificate and key could not be reloaded; the old ones stay in use',
      ],
      cause:
        'A file of `--tls-cert` or `--tls-key` cannot be read, is not PEM, or the key is not that of the certificate.',
      remedy:
        'Check both files, then start again, or send SIGHUP if the service runs ([TLS](proxy.md#serve-tls)).',
    },
    {
      slug: 'certificate-expired',
      messages: ['SIGHUP: certificate and key were reloaded; the certificate has expired'],
      cause:
        'The file of `--tls-cert` holds a certificate that is no longer valid, so clients refuse the connection.',
      remedy: 'Renew it and send SIGHUP again ([TLS](proxy.md#serve-tls)).',
    },
    {
      slug: 'log-lines-lost',
      messages: ['log lines could not be written and are lost'],
      cause:
        'Lines could not be written to standard error for a while: its disk was full, or the program that reads it had stopped.',
      remedy:
        'Free disk space where the log is stored. The audit log is a separate file and is not affected.',
    },
    {
      slug: 'output-not-written',
      messages: ['standard output cannot be written: {reason}'],
      cause: 'The disk, or the program that reads the output of the command, failed.',
      remedy: 'Free disk space, or write somewhere else, and run the command again.',
    },
  ],
};
