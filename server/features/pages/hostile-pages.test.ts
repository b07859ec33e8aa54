// Every server-rendered page, with every hostile text in every reply field: exactly the same scripts run as with
// harmless texts, and metadata and hydration state contain the texts unchanged. Tested without a content security
// policy.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { PortalConfig } from '#contract/config.ts';
import { findPortalPage, portalPages } from '#model/portal-pages.ts';
import type { PageRenderer, RenderedPage, PageRenderOptions } from '#model/rendered-page.ts';
import type { RouteGroup } from '#model/route.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { findUnsafeElements } from '#model/testing/find-unsafe-elements.ts';
import { hostileAddressesFor, hostileTextFor, hostileTexts } from '#model/testing/hostile-texts.ts';
import { fillSchema, type TextField } from '#model/testing/text-fields.ts';
import { readConfig } from '#server/config.ts';
import type { NodeSignals } from '#server/db/node-signals.ts';
import { createLog } from '#server/http/log.ts';
import { parseHtml, parseXml, type ParsedElement } from '#server/testing/parse-page.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';
import { buildSitemap } from './build-sitemap.ts';
import { createPageRenderer } from './create-page-renderer.ts';
import { readPageShell } from './page-shell.ts';

const folder = await requestBuiltFolder('portal');
const config = readConfig({ NODE_ENV: 'test', SERVER_RENDERING: 'on', PUBLIC_URL: 'https://play.example' });
const pages = [
  '/',
  '/Games',
  '/Games/gem-miner',
  '/Games/gem-miner/News',
  '/Store/gem-miner',
  '/News',
  '/News/0196f0a0-0000-7000-8000-000000000001',
  '/Docs/tos',
  '/Docs/gem-miner/pp',
  '/Docs/gem-miner/elsewhere/pp',
];

type Choose = (field: TextField) => string;
const harmless: Choose = ({ kind }) => (kind === 'address' ? '/art.png' : 'word');
const hostile =
  (address: string | undefined): Choose =>
  ({ kind }) =>
    (kind === 'address' ? address : undefined) ?? hostileTextFor(0);
const [, foreign, unreadable] = hostileAddressesFor(0);

const lines: string[] = [];
let send: PageRenderOptions['send'];
const make = await createPageRenderer({
  folder,
  shell: await readPageShell(folder, '/'),
  config,
  log: createLog({ level: 'warn', write: (line) => void lines.push(line) }),
  signals: { on: () => undefined, onLost: () => undefined, connected: () => false } as unknown as NodeSignals,
  answerCalls: () => send,
  hasGame: async () => true,
});
const program = (await import(pathToFileURL(join(folder, 'server/entry.js')).href)) as PageRenderer;

test('every public page is tested', () => {
  const tried = new Set(pages.map((page) => findPortalPage(page, 'portal')?.page.path));
  expect(portalPages.filter(({ isPublic, path }) => isPublic && !tried.has(path))).toEqual([]);
});

test.each(pages)('%s', async (url) => {
  const usual = await open(url, harmless);
  expect(findUnsafeElements(usual.html).length).toBeGreaterThan(4);
  const odd = await open(url, hostile(foreign));
  expect(findUnsafeElements(odd.html, usual.html)).toEqual([]);
  expect(odd.html.querySelector('#portal')?.textContent).toContain('hostile(0)');
  const { structuredData, title } = odd.rendered.head;
  expect(JSON.parse(textOf(odd.html, '[type="application/ld+json"]'))).toEqual({
    '@context': 'https://schema.org',
    '@graph': structuredData,
  });
  expect(dataIn(JSON.parse(textOf(odd.html, '#state')))).toEqual(dataIn(odd.rendered.state));
  expect(readFilled(odd.html.querySelectorAll('script'))).toEqual(odd.config);
  // A browser reads every line ending as one character.
  expect(textOf(odd.html, 'title')).toBe(title.replaceAll(/\r\n?/g, '\n'));
});

test('a page whose picture has an invalid address is still rendered', async () => {
  const { html } = await open('/Games/gem-miner', hostile(unreadable));
  expect(html.querySelector('h1')?.textContent).toContain('hostile(0)');
  expect(html.querySelector('[property="og:image"]')).toBeNull();
});

test('a sitemap is XML, whatever it lists', () => {
  const addresses = hostileTexts.map((text) => ({ path: `/News/${encodeURIComponent(text.toWellFormed())}` }));
  const listed = [...parseXml(buildSitemap(addresses, config)).querySelectorAll('loc')];
  expect(listed.map(({ textContent }) => new URL(textContent).pathname)).toEqual(
    addresses.map(({ path }) => new URL(path, config.publicUrl).pathname),
  );
});

async function open(url: string, choose: Choose) {
  const portal = fillSchema(PortalConfig, 'portal', { choose }) as PortalConfig;
  const runtimeConfig: RuntimeConfig<PortalConfig> = { routerType: 'browser', basePath: '/', portal };
  send = answerWith(choose, url.endsWith('pp') ? 'PP' : 'TOS');
  const made = await make({ url, locale: 'en', isLanguageAsked: false, country: undefined, runtimeConfig });
  if (!('pieces' in made)) throw new Error(`${url} has moved to ${made.address}.`);
  expect(lines).toEqual([]);
  const { origin } = config.publicUrl;
  const options: PageRenderOptions = { locale: 'en', config: runtimeConfig, origin, send, timeLimitMs: 60_000 };
  const rendered: RenderedPage = await program.renderPage(url, { ...options, headOnly: true });
  return { html: parseHtml(made.pieces.join('the-nonce')), rendered, config: runtimeConfig };
}

function answerWith(choose: Choose, document: 'TOS' | 'PP'): PageRenderOptions['send'] {
  return async (url) => {
    const path = new URL(url, 'http://portal.invalid').pathname.slice(apiBase.length).split('/');
    for (const [area, calls] of Object.entries(api as Readonly<Record<string, RouteGroup>>))
      for (const [call, declared] of Object.entries(calls)) {
        const parts = declared.path.split('/');
        const isIt =
          parts.length === path.length && parts.every((part, at) => part.startsWith('{') || part === path[at]);
        if (!isIt || !declared.reply) continue;
        const name = `${area}.${call}`;
        const documentType = { [`${name}.Documents[].DocumentType.Value`]: document };
        // Picture files are named by the server itself.
        const fixed = { Locale: 'en', Webp: '', Avif: '', ...documentType };
        const reply = fillSchema(declared.reply, name, { choose, fixed });
        const text = JSON.stringify(reply);
        return { status: 200, headers: { get: () => 'application/json' }, text: async () => text };
      }
    throw new Error(`There is no call at ${url}.`);
  };
}

const textOf = (page: ParsedElement, selector: string): string => page.querySelector(selector)?.textContent ?? '';

/** The requested data, without what rendering added. */
const dataIn = (state: unknown): unknown =>
  (JSON.parse(JSON.stringify(state)) as State).queries.queries
    .filter(({ queryKey: [kind] }) => kind !== 'written')
    .map((query) => query.state.data);

interface State {
  readonly queries: { readonly queries: { queryKey: unknown[]; state: { data: unknown } }[] };
}

/** The hydration state in the page. */
function readFilled(scripts: Iterable<{ readonly textContent: string }>): unknown {
  for (const { textContent } of scripts) {
    const [, json] = /window\.fxidConfig = (\{.*\});$/m.exec(textContent) ?? [];
    if (json !== undefined) return JSON.parse(json) as unknown;
  }
  return undefined;
}
