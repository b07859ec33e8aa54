// The one door for addresses that somebody is sent to. An address is taken apart by the URL parser, its origin compared, and put
// together again from its parts, so that nothing goes through which another reader of it would take for another host.

/**
 * The address in full, when it is a page of one of the origins; undefined for any other. The first origin is our own and takes
 * bare paths.
 */
export function safeDestination(address: string, origins: readonly [string, ...string[]]): string | undefined {
  const url = isPath(address) ? parseAddress(address, origins[0]) : parseAddress(address);
  if (!url || !origins.includes(url.origin) || !staysOnHost(url)) return undefined;
  const destination = rebuild(url);
  return destination.length > maxAddress ? undefined : destination;
}

/** The same for our own origin alone, without its name: what a router, or a reader that knows the origin, takes. */
export function safePath(address: string, origin: string): string | undefined {
  return safeDestination(address, [origin])?.slice(origin.length);
}

/**
 * Any page of the web, for links that openly lead elsewhere: a provider's form, a document, a community. No script, no
 * credentials, and nothing that is read in two ways. With an origin of our own, bare paths are its pages.
 */
export function webAddress(address: string | undefined, ownOrigin?: string): string | undefined {
  if (address === undefined) return undefined;
  if (ownOrigin !== undefined && isPath(address)) return safeDestination(address, [ownOrigin]);
  const url = parseAddress(address);
  return url && rebuild(url);
}

const maxAddress = 2048;
const maxDecodings = 5;

// A backslash is a slash to browsers; control and invisible characters vanish on the way, spaces at the ends too.
const oddCharacter = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;
// With a host, which `https:evil.example` and `https:///evil.example` only seem to lack, and without credentials.
const absolute = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

const isPath = (address: string): boolean => /^\/(?!\/)/.test(address);

/** An absolute address, or with an origin a path. */
function parseAddress(address: string, origin?: string): URL | undefined {
  if (oddCharacter.test(address) || (origin === undefined && !absolute.test(address))) return undefined;
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  return url.username === '' && url.password === '' ? url : undefined;
}

const rebuild = ({ origin, pathname, search, hash }: URL): string => origin + pathname + search + hash;

/**
 * Whether the path is one of its host for everybody: two slashes would begin the name of another. They may stand anywhere, for
 * a proxy that strips a base path makes the middle the beginning; and be encoded, for a proxy or router may decode them.
 */
function staysOnHost({ origin, pathname }: URL): boolean {
  let path = pathname;
  for (let count = 0; count < maxDecodings; count += 1) {
    const decoded = decode(path);
    // What the parser drops could join two slashes.
    if (decoded === undefined || /\p{Cc}/u.test(decoded)) return false;
    if ([path, decoded].some((each) => /[/\\]{2}/.test(each))) return false;
    if (!URL.canParse(decoded, origin)) return false;
    const next = new URL(decoded, origin);
    if (next.origin !== origin) return false;
    if (next.pathname === path) return true;
    path = next.pathname;
  }
  return false;
}

/** The path as text, with letters of one meaning as one; undefined where it is none. What ends a path stays encoded. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFKC').replaceAll(/[?#]/g, encodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
