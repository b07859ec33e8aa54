// How a platform starts a game by a form that its page posts: the answer leads on to the player's page. What the platform has signed goes
// there in the fragment, which no server and no log sees and the player's page takes away at once. A form comes from anywhere, so the
// browser says from where: of another page than the platform's own it would start the game for somebody whom that page has chosen.
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import type { Caller } from '#server/http/caller.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { HtmlReply } from '#server/http/implement.ts';
import { randomBytes } from 'node:crypto';
import type { LoadedPlatform } from './load-platforms.ts';

export interface LaunchDeps {
  readonly config: Pick<Config, 'publicUrl' | 'basePath' | 'routerType'>;
  readonly policy: HeaderPolicy;
  /** The origins that play the platforms on a laptop. */
  readonly labAncestors: readonly string[];
}

export interface Launch {
  readonly game: string;
  /** What the platform's page was called with, which it passes on: the player's page gets it as well. */
  readonly query: unknown;
  readonly caller: Pick<Caller, 'origin' | 'destination'>;
}

/** @param readFragment what the adapter makes of the form; asked only where the form comes from the platform's page */
export async function openPlayer(
  { config, policy, labAncestors }: LaunchDeps,
  { folder, manifest: { title, embeddedBy = [] } }: Pick<LoadedPlatform, 'folder' | 'manifest'>,
  { game, query, caller }: Launch,
  readFragment: () => Promise<string>,
): Promise<HtmlReply> {
  const pages = [...embeddedBy, ...labAncestors];
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
    // Without a script: there is nothing to look at, and a link where the browser does not lead on by itself.
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
 * Whether one of these pages has sent it. Where a browser keeps the page to itself, the answer must be for a frame: then the browser lets
 * none but these pages show it.
 */
function isFrom(pages: readonly string[], { origin, destination }: Launch['caller']): boolean {
  if (origin === undefined || origin === 'null') return destination === 'iframe' || destination === 'frame';
  return pages.some((page) => isMeant(page, origin));
}

/** As a content policy reads it: `https://*.example.com` is every host below. */
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
