// The page around ours. Messages go to its origin and to no other, so that a stranger who frames the page hears nothing, and what
// comes is believed from that page alone.

export interface Frame {
  readonly post: (message: unknown) => void;
  readonly close: () => void;
}

/** Undefined where none of the allowed pages frames ours. */
export function openFrame(
  window: Window,
  allowed: readonly string[],
  receive: (message: unknown) => void,
): Frame | undefined {
  const origins = framingOrigins(window, allowed);
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
export function framingOrigins(window: Window, allowed: readonly string[]): readonly string[] {
  if (window.parent === window) return [];
  // Not in every browser; the last one is the outermost page, the first one the page around ours.
  const told =
    (window.location.ancestorOrigins as DOMStringList | undefined)?.[0] ?? originOf(window.document.referrer);
  if (told === undefined) return allowed.filter((origin) => !origin.includes('*'));
  return allowed.some((origin) => isMeant(origin, told)) ? [told] : [];
}

function isMeant(allowed: string, origin: string): boolean {
  const [scheme = '', hosts] = allowed.split('*', 2);
  return hosts === undefined ? origin === allowed : origin.startsWith(scheme) && origin.endsWith(hosts);
}

const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);
