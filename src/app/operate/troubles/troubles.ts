import { CLUSTER } from './areas/cluster.ts';
import { COMMANDS } from './areas/commands.ts';
import { DATABASE } from './areas/database.ts';
import { DIRECTORY } from './areas/directory.ts';
import { PAST } from './areas/past.ts';
import { RECORDS } from './areas/records.ts';
import { SECRETS } from './areas/secrets.ts';
import { SERVING } from './areas/serving.ts';
import { SOURCES } from './areas/sources.ts';
import { START } from './areas/start.ts';
import { STORAGE } from './areas/storage.ts';
import { TICKS } from './areas/ticks.ts';
import { TroubleFinder } from './find-trouble.ts';
import type { TroubleArea } from './trouble.ts';

/** Every warning and error that an operator sees in the log or at the end of a command, unless its text says what to do. */
export const TROUBLE_AREAS: readonly TroubleArea[] = [
  START,
  DIRECTORY,
  STORAGE,
  TICKS,
  SOURCES,
  SERVING,
  SECRETS,
  RECORDS,
  PAST,
  CLUSTER,
  DATABASE,
  COMMANDS,
];

export function troubleFinder(): TroubleFinder {
  return new TroubleFinder(TROUBLE_AREAS);
}
