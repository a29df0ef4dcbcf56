import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ACTIVE, MUTANTS } from '../../support/mutants.ts';
import { startService, type TestService } from '../../support/service.ts';
import { makeCredentials, type Credentials } from './credentials.ts';
import { differences, JUDGED_ARGV } from './route-judge.ts';

/** With `npm run mutants`, the whole table is asked for those that their own rows do not show. */
const IS_WHOLE = process.env['MUTANTS'] === 'all';

let service: TestService;
let credentials: Credentials;
beforeAll(async () => {
  service = await startService({ past: false, argv: JUDGED_ARGV });
  credentials = await makeCredentials(service);
});
afterAll(() => service.close());
afterEach(() => activate(undefined));

function activate(name: string | undefined): void {
  (globalThis as Record<string, unknown>)[ACTIVE] = name;
}

describe('the table of access shows a service in which', () => {
  test.each(MUTANTS)('$name', async ({ name, shownBy, isRemembered }) => {
    expect(await differences(service, credentials, shownBy)).toEqual([]);
    const others = isRemembered ? await makeCredentials(service) : credentials;
    activate(name);
    const found = await differences(service, others, shownBy);
    const all = found.length === 0 && IS_WHOLE ? await differences(service, others) : found;
    expect(all.length, `no row of the table shows it`).toBeGreaterThan(0);
  });
});
