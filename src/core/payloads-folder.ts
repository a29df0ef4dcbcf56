/** Where the live source keeps what exchanges sent, in the data directory. Neither part of `--max-disk` nor of backups. */
export const PAYLOADS_FOLDER = 'live-payloads';
