// What a push message shows and where a click on it leads. Runs in the service worker, so it stays small. A message comes from
// our own server, but is shown with the player's trust in the portal: its texts are bounded, and its addresses are the
// portal's own.
import { safeDestination } from '#model/safe-destination.ts';

/** The message: a JSON object with these texts. Addresses may be relative to the portal's root. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Where a click leads. */
  readonly url: string;
  /** Absent: it stands beside all others. */
  readonly tag?: string;
}

/** Undefined: nothing that could be shown. A browser wants something shown for every message all the same. */
export function readPushMessage(text: string | undefined, root: string): PushMessage | undefined {
  if (text === undefined || text.length > maxMessage) return undefined;
  const { title, body, url, tag } = parseObject(text);
  const shownTitle = plainText(title, maxTitle);
  if (shownTitle === '') return undefined;
  return {
    title: shownTitle,
    body: plainText(body, maxBody),
    url: ownAddress(url, root) ?? root,
    ...(typeof tag === 'string' && /^[\w-]{1,64}$/.test(tag) && { tag }),
  };
}

/** An address of the portal, relative to its root or not; undefined for any other. */
export function ownAddress(address: unknown, root: string): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  const isWhole = /^(\/|[a-z][a-z\d+.-]*:)/i.test(address);
  const destination = safeDestination(isWhole ? address : root + address, [new URL(root).origin]);
  return destination?.startsWith(root) ? destination : undefined;
}

/** An open page, as far as it is needed. */
export interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** Brings the page of that address to the front, or opens it: no page on which somebody is busy is led elsewhere. */
export async function showPage(
  pages: readonly OpenPage[],
  address: string,
  open: (address: string) => Promise<unknown>,
  root: string,
): Promise<void> {
  const there = pages.find(({ url }) => url === address) ?? (address === root ? ownPage(pages, root) : undefined);
  await (there ? there.focus() : open(address));
}

/** The beginning of the portal is wherever it is open already. */
const ownPage = (pages: readonly OpenPage[], root: string): OpenPage | undefined =>
  pages.find(({ url }) => url.startsWith(root));

// No push service takes more than 4096 bytes.
const maxMessage = 4096;
const maxTitle = 100;
const maxBody = 400;

function plainText(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  // Control characters, and those that turn the direction of what follows them.
  const plain = value.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    // What is no JSON has nothing to be shown.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
