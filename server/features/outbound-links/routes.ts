// Outbound links. Pages that the operator has listed or linked open at once; for others the reader sees the full host
// and confirms. Each is recorded for statistics.
import type { PortalConfig } from '#contract/config.ts';
import { isListedOrigin } from '#model/origin-list.ts';
import { Problem } from '#model/problem.ts';
import { safeDestination, safeWebAddress } from '#model/safe-destination.ts';
import type { GameRow } from '#server/features/games/read-games.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { renderSmallPage } from '#server/http/render-small-page.ts';
import { leavePageTexts } from './leave-page-texts.ts';

export interface OutboundLinksDeps {
  readonly policy: HeaderPolicy;
  readonly readGame: (game: string) => Promise<GameRow | undefined>;
  readonly readPortal: () => Promise<PortalConfig>;
  readonly portalHome: URL;
  /** Whether the link of an article leads to this page. */
  readonly isLinkedByNews: (url: string) => Promise<boolean>;
  readonly recordLink: (followed: FollowedLink) => Promise<void>;
}

export interface FollowedLink {
  readonly host: string;
  readonly type: string | undefined;
  readonly fxref: string | undefined;
  readonly isListed: boolean;
}

interface Link {
  readonly url: string;
  readonly fxref?: string;
  readonly type?: string;
}

export function createOutboundLinkRoutes({
  policy,
  readGame,
  readPortal,
  portalHome,
  isLinkedByNews,
  recordLink,
}: OutboundLinksDeps): AreaHandlers<'go'> {
  const follow = async ({ url, fxref, type }: Link) => {
    const address = safeWebAddress(url, portalHome.origin);
    if (address === undefined) throw new Problem('InvalidRequest', "url isn't a valid web address.");
    const portal = await readPortal();
    const game = fxref === undefined ? undefined : (await readGame(fxref))?.config;
    const { CommunityUrl, DiscordUrl } = game?.Links ?? {};
    const origins = [...(portal.FrameOrigins ?? []), ...(game?.FrameOrigins ?? [])];
    const isListed =
      safeDestination(url, [portalHome.origin]) !== undefined ||
      isListedOrigin(new URL(address).origin, origins) ||
      // The exact page only: anyone may have a page on these sites.
      [CommunityUrl, DiscordUrl].some((listed) => listed !== undefined && safeWebAddress(listed) === address) ||
      (await isLinkedByNews(url));
    await recordLink({ host: new URL(address).host, type, fxref, isListed });
    return { address, isListed, portalName: portal.CompanyBranding.Name };
  };
  return {
    follow: async ({ query, caller }) => {
      const { address, isListed, portalName } = await follow(query);
      const { locale } = caller();
      const { host } = new URL(address);
      const say = (text: string): string =>
        text.replaceAll('{portal}', () => portalName).replaceAll('{host}', () => host);
      const { title, text, go, stay } = leavePageTexts[locale];
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
      const { address, isListed } = await follow(query);
      return { Url: address, Trusted: isListed };
    },
  };
}
