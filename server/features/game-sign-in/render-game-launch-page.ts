// Handles the form that a platform's page posts to start a game, and redirects to the player page. Signed data goes
// into the fragment, which no server or log sees.
//
// Only forms from the platform's own pages count: another page could start the game as a player of its choice.
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import type { Caller } from '#server/http/caller.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { HtmlReply } from '#server/http/implement-api.ts';
import { randomBytes } from 'node:crypto';
import type { LoadedPlatform } from './load-platforms.ts';

export interface GameLaunchPageDeps {
  readonly config: Pick<Config, 'publicUrl' | 'basePath' | 'routerType'>;
  readonly policy: HeaderPolicy;
}

interface LaunchGameRequest {
  readonly game: string;
  /** The query of the platform's page, passed on to the player page. */
  readonly query: unknown;
  readonly caller: Pick<Caller, 'origin' | 'destination'>;
}

/** @param readFragment called only if the form comes from the platform's page */
export async function renderGameLaunchPage(
  { config, policy }: GameLaunchPageDeps,
  { folder, manifest }: Pick<LoadedPlatform, 'folder' | 'manifest'>,
  { game, query, caller }: LaunchGameRequest,
  readFragment: () => Promise<string>,
): Promise<HtmlReply> {
  const { title } = manifest;
  const pages = policy.ancestorsOf(manifest);
  if (!isFrom(pages, caller)) throw new Problem('Forbidden', `Only pages of ${title} start games by this form.`);
  const path = config.routerType === 'hash' ? '' : `play/${encodeURIComponent(game)}/iframe/${folder}`;
  const address = new URL(config.basePath + path, config.publicUrl);
  for (const [name, value] of textsOf(query)) address.searchParams.set(name, value);
  address.hash = await readFragment();
  const href = escapeHtml(address.href);
  return {
    headers: {
      ...policy.page({ nonce: randomBytes(16).toString('base64'), frameAncestors: pages, carriesToken: true }),
      'x-robots-tag': 'noindex',
    },
    // No script: redirects automatically, with a link as a fallback.
    html: `<!doctype html>
<meta charset="utf-8">
<meta name="color-scheme" content="dark">
<meta http-equiv="refresh" content="0;url=${href}">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<p><a href="${href}" rel="noreferrer">${escapeHtml(`${title}: ${game}`)}</a></p>
`,
  };
}

/**
 * If the browser hides the origin, the request must be for a frame: the frame policy then lets only these pages show
 * the result.
 */
function isFrom(pages: readonly string[], { origin, destination }: LaunchGameRequest['caller']): boolean {
  if (origin === undefined || origin === 'null') return destination === 'iframe' || destination === 'frame';
  return pages.some((page) => isMeant(page, origin));
}

/** Matches like a content security policy: `https://*.example.com` covers every subdomain. */
function isMeant(page: string, origin: string): boolean {
  const [scheme = '', hosts] = page.split('*', 2);
  return hosts === undefined ? origin === page : origin.startsWith(scheme) && origin.endsWith(hosts);
}

const maxTexts = 30;
const maxText = 500;

function textsOf(query: unknown): [string, string][] {
  const texts = Object.entries(query ?? {}).filter(
    (each): each is [string, string] => typeof each[1] === 'string' && each[1].length <= maxText,
  );
  return texts.slice(0, maxTexts);
}
