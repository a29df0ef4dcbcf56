// Sends a file to every request with the means of the platform: the upper limit for streaming these bytes.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [path = ''] = process.argv.slice(2);
const server = createServer((_request, response) => {
  createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
