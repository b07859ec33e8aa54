// The page around ours. Messages go to its origin and to no other, so that a stranger who frames the page hears nothing, and what
// comes is believed from that page alone.

export interface Frame {
  readonly post: (message: unknown) => void;
  readonly close: () => void;
}

/**
 * Undefined where none of the allowed pages frames ours.
 * @param allowed an undefined one is nobody: the page that only a simulation has
 */
export function openFrame(
  window: Window,
  allowed: readonly (string | undefined)[],
  receive: (message: unknown) => void,
): Frame | undefined {
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
 * The origin of the page around ours where the browser tells it and it is one of the allowed; all of the allowed where the browser
 * tells nothing (a message that does not fit the page is dropped by the browser); none for a stranger's page, and where there is no
 * frame. An allowed `https://*.example.com` is every host below; where the browser tells nothing it is nobody's address.
 */
function findOrigins(window: Window, allowed: readonly (string | undefined)[]): readonly string[] {
  if (window.parent === window) return [];
  const named = allowed.filter((origin) => origin !== undefined);
  const told = findFramingOrigin(window);
  if (told === undefined) return named.filter((origin) => !origin.includes('*'));
  return named.some((origin) => isMeant(origin, told)) ? [told] : [];
}

/** Whether the page around ours is of one of these hosts, as far as the browser tells. */
export function isFramedBy(window: Window, hosts: readonly string[]): boolean {
  const page = findFramingOrigin(window);
  return page !== undefined && hosts.includes(new URL(page).hostname);
}

/** The origin of the page around ours; undefined: the browser does not tell. */
function findFramingOrigin({ location, document }: Window): string | undefined {
  // Not in every browser; the last one is the outermost page, the first one the page around ours.
  const page = (location.ancestorOrigins as DOMStringList | undefined)?.[0] ?? document.referrer;
  return URL.canParse(page) ? new URL(page).origin : undefined;
}

function isMeant(allowed: string, origin: string): boolean {
  const [scheme = '', hosts] = allowed.split('*', 2);
  return hosts === undefined ? origin === allowed : origin.startsWith(scheme) && origin.endsWith(hosts);
}
