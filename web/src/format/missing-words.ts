/** Explains in one sentence why a part of a chart has no values. An unknown reason is named. */
export function missingWords(reason: string): string {
  const known = Object.hasOwn(WORDS, reason) ? WORDS[reason] : undefined;
  return known ?? `No values: ${reason.toLowerCase().replaceAll('_', ' ')}.`;
}

const WORDS: Readonly<Record<string, string>> = {
  BACKFILL: 'Not yet filled in: the service is still back-filling this part.',
  DOWN: 'The service was down.',
  SOURCE: 'The source delivered no usable data.',
  DISK: 'The values could not be stored, or were lost.',
  NOT_LISTED: 'No active exchange listed it.',
  UNKNOWN: 'Values are missing for an unknown reason.',
  RETENTION: 'Older values are no longer kept at this interval.',
  BEFORE_FIRST: 'The history does not go back further.',
};
