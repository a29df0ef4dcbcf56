import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { PollFailure } from '../ports/poll-failure.ts';

type Inflate = (
  input: InputType,
  options: ZlibOptions,
  done: (error: NodeJS.ErrnoException | null, result: Buffer) => void,
) => void;

const INFLATE: Readonly<Record<string, Inflate>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
};

/** Reads the whole body as text. The limit applies to both compressed and decompressed size. */
export async function readLimitedBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const packed = Buffer.concat(chunks, bytes);
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return packed.toString('utf8');
  const unpack = INFLATE[name];
  if (!unpack) throw new PollFailure('not-json', 'the answer has an unsupported encoding');
  return (await unpacked(unpack, packed, maxBytes)).toString('utf8');
}

function unpacked(unpack: Inflate, packed: Buffer, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    unpack(packed, { maxOutputLength: maxBytes }, (error, result) => {
      if (!error) resolve(result);
      else if (error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge(maxBytes));
      else reject(new PollFailure('not-json', 'the answer cannot be decompressed', { cause: error }));
    });
  });
}

function tooLarge(maxBytes: number): PollFailure {
  return new PollFailure('too-large', `the answer has more than ${maxBytes} bytes`);
}
