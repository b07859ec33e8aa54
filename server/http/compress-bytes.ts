import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';

export type Encoding = 'br' | 'gzip';

export function chooseEncoding(accepted: string | undefined): Encoding | undefined {
  const names = parseAcceptedEncodings(accepted);
  return encodings.find((each) => names.has(each));
}

export function parseAcceptedEncodings(accepted: string | undefined): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const each of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', weight = ''] = each.split(';').map((part) => part.trim());
    if (name !== '' && !/^q=0(\.0*)?$/.test(weight)) taken.add(name);
  }
  return taken;
}

/**
 * Up to this size a thread costs more CPU time than compressing: handing over a page and its result takes as long as
 * half of the compression.
 */
const maxHereBytes = 64 * 1024;

/** Brotli costs slightly more than gzip and sends fewer bytes. Large bodies are compressed off the main thread. */
export async function compressBytes(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const isHere = bytes.length <= maxHereBytes;
  if (encoding === 'gzip') return isHere ? gzipSync(bytes, gzipOptions) : gzipped(bytes, gzipOptions);
  const options = brotliOptions(bytes.length);
  return isHere ? brotliCompressSync(bytes, options) : brotlied(bytes, options);
}

const gzipOptions: ZlibOptions = { level: 5 };

const brotliOptions = (bytes: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    // The window takes memory per reply, so it is no larger than the body.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes + 1)))),
  },
});

const encodings: readonly Encoding[] = ['br', 'gzip'];
const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
