import { expect, test } from 'vitest';
import { refusalText } from '../../../../src/app/compose/bound-ports.ts';

const ADDRESS = { host: '0.0.0.0', port: 80, flag: '--port', hostFlag: '--host' };

test.each([
  ['EADDRINUSE', /another program uses this port; stop it, or choose another port with --port$/],
  ['EACCES', /permission denied; ports below 1024 are for privileged users, choose another with --port$/],
  ['EADDRNOTAVAIL', /this machine does not have that address; choose another with --host$/],
  ['ENOTFOUND', /the host name is unknown; give an address of this machine with --host$/],
  ['EOTHER', /: what the system said$/],
])('%s is reported with the address and what to do', (code, expected) => {
  const text = refusalText(ADDRESS, Object.assign(new Error('what the system said'), { code }));
  expect(text).toMatch(/^cannot listen on 0\.0\.0\.0 port 80: /);
  expect(text).toMatch(expected);
});
