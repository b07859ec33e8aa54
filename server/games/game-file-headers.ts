// Derives the headers of a game's file from its name. Unity writes `name.wasm`, `name.wasm.gz` or `name.wasm.br`; the
// last two need a Content-Encoding. With Unity's decompression fallback the name ends in `.unityweb`: the loader
// decompresses it, so it is sent unchanged.
export interface GameFileHeaders {
  /** Absent: derived from the extension as usual. */
  readonly contentType?: string;
  readonly contentEncoding?: 'gzip' | 'br';
  readonly cache: 'for ever' | 'ask again' | 'a while';
}

export function chooseGameFileHeaders(path: string): GameFileHeaders {
  const { plain, contentEncoding } = withoutCompression(path);
  const contentType = types.find(([ending]) => plain.endsWith(ending))?.[1] ?? compressedType(path, plain);
  return {
    ...(contentType !== undefined && { contentType }),
    ...(contentEncoding && { contentEncoding }),
    cache: cacheOf(path),
  };
}

const types: readonly (readonly [ending: string, type: string])[] = [
  ['.unityweb', 'application/octet-stream'],
  ['.wasm', 'application/wasm'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.symbols.json', 'application/json; charset=utf-8'],
  ['.data', 'application/octet-stream'],
  ['.mem', 'application/octet-stream'],
  ['.bundle', 'application/octet-stream'],
  ['.json', 'application/json; charset=utf-8'],
];

function withoutCompression(path: string): { plain: string; contentEncoding?: 'gzip' | 'br' } {
  if (path.endsWith('.gz') && isPart(path.slice(0, -3))) return { plain: path.slice(0, -3), contentEncoding: 'gzip' };
  if (path.endsWith('.br') && isPart(path.slice(0, -3))) return { plain: path.slice(0, -3), contentEncoding: 'br' };
  return { plain: path };
}

/** Only files that a page loads: a downloadable archive stays an archive. */
function isPart(path: string): boolean {
  return types.some(([ending]) => ending !== '.unityweb' && path.endsWith(ending));
}

const compressedType = (path: string, plain: string): string | undefined =>
  path === plain ? undefined : 'application/octet-stream';

/** A name with a hash is immutable. Other files are revalidated each time: the next build has the same addresses. */
function cacheOf(path: string): GameFileHeaders['cache'] {
  if (/(^|[/._-])[0-9a-f]{32}\.[^/]*$/.test(path)) return 'for ever';
  return /\.html?$|(^|\/)(Build|builds\/(\d+|[0-9a-f]{64})|\.drafts\/\d+)\//.test(path) ? 'ask again' : 'a while';
}
