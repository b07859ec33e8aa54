// Links that lead out of the portal. What an operator has listed, for all or for the game that the link names, is gone to at once;
// before any other page the reader sees its whole host and is asked. The GET changes nothing and sets nothing: it shows a page.
import type { PortalConfig } from '#contract/config.ts';
import { isListedOrigin } from '#model/origin-list.ts';
import { Problem } from '#model/problem.ts';
import { safeDestination, webAddress } from '#model/safe-destination.ts';
import type { GameRow } from '#server/features/games/read-games.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { renderSmallPage } from '#server/http/render-small-page.ts';
import { goTexts } from './go-texts.ts';

export interface GoDeps {
  readonly policy: HeaderPolicy;
  readonly readGame: (game: string) => Promise<GameRow | undefined>;
  readonly readPortal: () => Promise<PortalConfig>;
  /** The first page of the portal. */
  readonly portalHome: URL;
}

interface Link {
  readonly url: string;
  /** The game that the link belongs to. */
  readonly fxref?: string;
}

export function createGoRoutes({ policy, readGame, readPortal, portalHome }: GoDeps): AreaHandlers<'go'> {
  const judge = async ({ url, fxref }: Link) => {
    const address = webAddress(url, portalHome.origin);
    if (address === undefined) throw new Problem('InvalidRequest', 'url is no address that somebody can be led to.');
    const portal = await readPortal();
    const game = fxref === undefined ? undefined : (await readGame(fxref))?.config;
    const { CommunityUrl, DiscordUrl } = game?.Links ?? {};
    const origins = [...(portal.FrameOrigins ?? []), ...(game?.FrameOrigins ?? [])];
    const isListed =
      safeDestination(url, [portalHome.origin]) !== undefined ||
      isListedOrigin(new URL(address).origin, origins) ||
      // One page of a site where anybody may have a page.
      [CommunityUrl, DiscordUrl].some((listed) => listed !== undefined && webAddress(listed) === address);
    return { address, isListed, portalName: portal.CompanyBranding.Name };
  };
  return {
    follow: async ({ query, caller }) => {
      const { address, isListed, portalName } = await judge(query);
      const { locale } = caller();
      const { host } = new URL(address);
      const say = (text: string): string =>
        text.replaceAll('{portal}', () => portalName).replaceAll('{host}', () => host);
      const { title, text, go, stay } = goTexts[locale];
      const link = `<a class="button" href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(say(go))}</a>`;
      if (isListed) return renderSmallPage(policy, { locale, title: say(go), body: [link], onward: address });
      return renderSmallPage(policy, {
        locale,
        title: say(title),
        body: [
          `<h1>${escapeHtml(say(title))}</h1>`,
          `<p>${escapeHtml(say(text))}</p>`,
          `<div class="what" dir="ltr"><p><strong>${escapeHtml(host)}</strong></p><p>${escapeHtml(address)}</p></div>`,
          link,
          `<a class="quiet" href="${escapeHtml(portalHome.href)}">${escapeHtml(stay)}</a>`,
        ],
      });
    },
    followByPost: async ({ query }) => {
      const { address, isListed } = await judge(query);
      return { Url: address, Trusted: isListed };
    },
  };
}
