// Validates all redirect targets. The result is rebuilt from the parsed URL, so that no other parser can read a
// different host from it.

/**
 * The absolute URL if it belongs to one of the origins, otherwise undefined. The first origin is our own; bare paths
 * belong to it.
 */
export function safeDestination(address: string, origins: readonly [string, ...string[]]): string | undefined {
  const url = isPath(address) ? parseAddress(address, origins[0]) : parseAddress(address);
  if (!url || !origins.includes(url.origin) || !staysOnHost(url)) return undefined;
  const destination = rebuild(url);
  return destination.length > maxAddress ? undefined : destination;
}

/** The same for our origin only, as a path without the origin, for routers. */
export function safePath(address: string, origin: string): string | undefined {
  return safeDestination(address, [origin])?.slice(origin.length);
}

/**
 * Any web page, for visible links to other sites: a provider's form, a document, a community. Refuses scripts,
 * credentials and ambiguous addresses. If `ownOrigin` is given, bare paths belong to it.
 */
export function safeWebAddress(address: string | undefined, ownOrigin?: string): string | undefined {
  if (address === undefined) return undefined;
  if (ownOrigin !== undefined && isPath(address)) return safeDestination(address, [ownOrigin]);
  const url = parseAddress(address);
  return url && rebuild(url);
}

const maxAddress = 2048;
const maxDecodings = 5;

// Browsers treat a backslash as a slash, remove control and invisible characters, and trim spaces.
const oddCharacter = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;
// Requires an explicit host and no credentials. Browsers find a host even in `https:evil.example` and
// `https:///evil.example`.
const absolute = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

const isPath = (address: string): boolean => /^\/(?!\/)/.test(address);

function parseAddress(address: string, origin?: string): URL | undefined {
  if (oddCharacter.test(address) || (origin === undefined && !absolute.test(address))) return undefined;
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  return url.username === '' && url.password === '' ? url : undefined;
}

const rebuild = ({ origin, pathname, search, hash }: URL): string => origin + pathname + search + hash;

/**
 * Whether every parser keeps this path on its host. Two slashes could begin another host's name. They are refused
 * anywhere in the path, because a proxy that strips a base path can move them to the beginning, and also in encoded
 * form, because a proxy or router may decode them.
 */
function staysOnHost({ origin, pathname }: URL): boolean {
  let path = pathname;
  for (let count = 0; count < maxDecodings; count += 1) {
    const decoded = decode(path);
    // URL parsers remove control characters, which could join two slashes.
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

/**
 * The decoded path, with equivalent characters normalised; undefined if the encoding is invalid. `?` and `#` stay
 * encoded.
 */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFKC').replaceAll(/[?#]/g, encodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
