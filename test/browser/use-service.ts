import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { WEB_FOLDER } from './page-support.ts';

const PATIENCE_MS = 240_000;

/** A service with the page, for all tests of a group. Called once in it, outside its tests. */
export function useService(...argv: string[]): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await startService({ webFolder: WEB_FOLDER, argv });
  }, PATIENCE_MS);
  afterAll(() => service?.close(), PATIENCE_MS);
  return () => service!;
}
