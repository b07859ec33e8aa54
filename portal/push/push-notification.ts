// What a push message shows and opens. Runs in the service worker. Players trust what it shows, so texts are limited in
// length and URLs must be the portal's own.
import { safeDestination } from '#model/safe-destination.ts';

/** URLs may be relative to the portal's root. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** A message with the same tag replaces the previous one. */
  readonly tag?: string;
}

/** Undefined if there is nothing to show, although browsers require a notification for every message. */
export function readPushMessage(text: string | undefined, root: string): PushMessage | undefined {
  if (text === undefined || text.length > maxMessage) return undefined;
  const { title, body, url, tag } = parseObject(text);
  const shownTitle = plainText(title, maxTitle);
  if (shownTitle === '') return undefined;
  return {
    title: shownTitle,
    body: plainText(body, maxBody),
    url: resolvePortalUrl(url, root) ?? root,
    ...(typeof tag === 'string' && /^[\w-]{1,64}$/.test(tag) && { tag }),
  };
}

export function resolvePortalUrl(address: unknown, root: string): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  const isWhole = /^(\/|[a-z][a-z\d+.-]*:)/i.test(address);
  const destination = safeDestination(isWhole ? address : root + address, [new URL(root).origin]);
  return destination?.startsWith(root) ? destination : undefined;
}

export interface OpenedTab {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** A page in use is never navigated elsewhere. */
export async function focusOrOpenPage(
  pages: readonly OpenedTab[],
  address: string,
  open: (address: string) => Promise<unknown>,
  root: string,
): Promise<void> {
  const there = pages.find(({ url }) => url === address) ?? (address === root ? ownPage(pages, root) : undefined);
  await (there ? there.focus() : open(address));
}

/** For the home page any open page of the portal will do. */
const ownPage = (pages: readonly OpenedTab[], root: string): OpenedTab | undefined =>
  pages.find(({ url }) => url.startsWith(root));

// Push services limit a message to 4096 bytes; a longer one is ignored.
const maxMessage = 4096;
const maxTitle = 100;
const maxBody = 400;

function plainText(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  // Control characters and bidirectional overrides.
  const plain = value.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    // Invalid JSON has nothing to show.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
