import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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

/** Runs off the main thread. Costs slightly more than gzip and sends fewer bytes. */
export function compressBytes(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(bytes, { level: 5 });
  return brotlied(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // The window takes memory per reply, so it is no larger than the body.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length + 1)))),
    },
  });
}

const encodings: readonly Encoding[] = ['br', 'gzip'];
const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
