// Messages are posted only to allowed origins, so an unknown framing page can't read them, and only messages from the
// framing page are accepted.

interface ParentFrame {
  readonly post: (message: unknown) => void;
  readonly close: () => void;
}

/**
 * Returns undefined if none of the allowed pages frames ours.
 * @param allowed undefined entries are skipped, such as the origin that only a simulator has
 */
export function connectToFramingPage(
  window: Window,
  allowed: readonly (string | undefined)[],
  receive: (message: unknown) => void,
): ParentFrame | undefined {
  const origins = findOrigins(window, allowed);
  if (origins.length === 0) return undefined;
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source === window.parent && origins.includes(origin)) receive(data);
  };
  window.addEventListener('message', listen);
  return {
    post: (message) => origins.forEach((origin) => window.parent.postMessage(message, origin)),
    close: () => window.removeEventListener('message', listen),
  };
}

/**
 * Returns the framing origin if the browser reports it and it is allowed. If the browser doesn't report it, returns all
 * allowed origins: the browser drops messages for other origins. Returns none for other pages or without a frame.
 * `https://*.example.com` matches every subdomain, but can't be used if the origin is unknown.
 */
function findOrigins(window: Window, allowed: readonly (string | undefined)[]): readonly string[] {
  if (window.parent === window) return [];
  const named = allowed.filter((origin) => origin !== undefined);
  const told = findFramingOrigin(window);
  if (told === undefined) return named.filter((origin) => !origin.includes('*'));
  return named.some((origin) => isMeant(origin, told)) ? [told] : [];
}

export function isFramedBy(window: Window, hosts: readonly string[]): boolean {
  const page = findFramingOrigin(window);
  return page !== undefined && hosts.includes(new URL(page).hostname);
}

function findFramingOrigin({ location, document }: Window): string | undefined {
  // `ancestorOrigins` is not in every browser. Its first entry is the framing page, its last the outermost.
  const page = (location.ancestorOrigins as DOMStringList | undefined)?.[0] ?? document.referrer;
  return URL.canParse(page) ? new URL(page).origin : undefined;
}

function isMeant(allowed: string, origin: string): boolean {
  const [scheme = '', hosts] = allowed.split('*', 2);
  return hosts === undefined ? origin === allowed : origin.startsWith(scheme) && origin.endsWith(hosts);
}
