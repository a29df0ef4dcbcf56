/**
 * The folder in the data directory where the live source stores the raw payloads from exchanges. It does not count towards
 * `--max-disk` and is not part of backups.
 */
export const PAYLOADS_FOLDER = 'live-payloads';
