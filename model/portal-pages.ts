// All pages of the portal, for the router and the server. Paths match case-insensitively.

export interface PortalPage {
  /** In the router's syntax. */
  readonly path: string;
  /** Readable without a session, and search engines may index it. */
  readonly isPublic?: true;
  /** Exists only on a portal with many games, or only on a site for one game. Default: both. */
  readonly only?: 'portal' | 'game';
  readonly isOfLab?: true;
}

export const portalPages: readonly PortalPage[] = [
  { path: '/', only: 'portal', isPublic: true },
  { path: '/Games', only: 'portal', isPublic: true },
  { path: '/Games/:game', only: 'portal', isPublic: true },
  { path: '/Games/:game/News', only: 'portal', isPublic: true },
  { path: '/Error', only: 'portal' },
  { path: '/Profile', only: 'portal' },
  { path: '/lab/ui', isOfLab: true },
  { path: '/', only: 'game' },
  { path: '/Play', only: 'game' },
  { path: '/discord-qr', only: 'game' },
  { path: '/play/:game' },
  { path: '/play/:game/iframe/:adapter' },
  { path: '/player/:game' },
  { path: '/player/:game/iframe/:adapter' },
  { path: '/:game/iframe/:adapter' },
  { path: '/iframe/:adapter' },
  { path: '/LoginWithTempToken' },
  { path: '/LoginFromDevice' },
  { path: '/LoginValidateEmail' },
  { path: '/LoginFromGame/:game' },
  { path: '/LoginFromGame/:game/:token' },
  { path: '/UndoSignInChange' },
  { path: '/Store/ContinueWithPI' },
  { path: '/Store/BankCard' },
  { path: '/Store/Return/:id' },
  { path: '/Store/MerchantPaymentCompleted/:token' },
  { path: '/Store/:game', isPublic: true },
  { path: '/News', isPublic: true },
  { path: '/News/:id', isPublic: true },
  { path: '/Support' },
  { path: '/Quests' },
  { path: '/FriendInvitation' },
  { path: '/Docs/:doc', isPublic: true },
  { path: '/Docs/:game/:doc', isPublic: true },
  { path: '/Docs/:game/:adapter/:doc', isPublic: true },
];

export interface MatchedPortalPage {
  readonly page: PortalPage;
  readonly params: Readonly<Record<string, string>>;
  /** The canonical path. Other letter cases and a trailing slash lead to the same page. */
  readonly address: string;
}

/**
 * @param pathname without the base path
 * @returns undefined if the portal has no such page
 */
export function findPortalPage(pathname: string, site: 'portal' | 'game'): MatchedPortalPage | undefined {
  const parts = split(pathname).map(decode);
  if (parts.includes(undefined)) return undefined;
  for (const page of portalPages) {
    if (page.only !== undefined && page.only !== site) continue;
    const found = match(page, parts as string[]);
    if (found) return found;
  }
  return undefined;
}

function match(page: PortalPage, parts: readonly string[]): MatchedPortalPage | undefined {
  const wanted = split(page.path);
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  const address: string[] = [];
  for (const [at, want] of wanted.entries()) {
    const part = parts[at] ?? '';
    if (!want.startsWith(':') && want.toLowerCase() !== part.toLowerCase()) return undefined;
    if (part === '' && want !== '') return undefined;
    // Names of games and documents are in lower case.
    if (want.startsWith(':')) params[want.slice(1)] = page.isPublic ? part.toLowerCase() : part;
    address.push(want.startsWith(':') ? encodeURIComponent(params[want.slice(1)] ?? '') : want);
  }
  return { page, params, address: `/${address.join('/')}` };
}

const split = (path: string): string[] => path.replace(/^\/|\/$/g, '').split('/');

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
