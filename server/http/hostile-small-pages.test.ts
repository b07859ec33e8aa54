// The pages, pictures and files that the server renders itself, with every hostile text in every place: the active
// content must be the same as with a harmless text, and the text must be there as text.
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PortalConfig } from '#contract/config.ts';
import { Problem } from '#model/problem.ts';
import { findUnsafeElements } from '#model/testing/find-unsafe-elements.ts';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { readConfig } from '#server/config.ts';
import { renderGameLaunchPage } from '#server/features/game-sign-in/render-game-launch-page.ts';
import { buildGameManifest } from '#server/features/games/game-manifest.ts';
import type { GameRow } from '#server/features/games/read-games.ts';
import { createOutboundLinkRoutes } from '#server/features/outbound-links/routes.ts';
import { writeEvidencePage } from '#server/features/order-admin/evidence/write-evidence-page.ts';
import { renderProductPage } from '#server/features/orders/product-pages/mount-product-pages.ts';
import { renderConfirmPage, renderRedirectPage } from '#server/features/orders/redirect/redirect-pages.ts';
import { renderGameFramePage } from '#server/features/play/game-frame-page.ts';
import { renderPlaceholderArt, placeholderArtPaths } from '#server/games/render-placeholder-art.ts';
import { createErrorPageHook } from '#server/games/error-page-hook.ts';
import { renderUnityRunnerPage } from '#server/games/unity-runner-page.ts';
import { parseHtml, parseXml, type ParsedElement } from '#server/testing/parse-page.ts';
import { createHeaderPolicy } from './headers.ts';
import { mountAvatars } from './mount-avatars.ts';
import { mountSecurityTxt } from './mount-security-txt.ts';
import { buildPortalManifest } from './portal-manifest.ts';
import { mountSignInReturnPage } from './sign-in-return.ts';
import type { HtmlReply } from './implement-api.ts';

const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://play.example' });
const policy = createHeaderPolicy(config);
const app = fastify();
const watched = { portalOrigin: 'https://play.example', reportsConsole: false };
let contact = '';
beforeAll(async () => {
  app.setErrorHandler((error, _, reply) => reply.code(error instanceof Problem ? error.status : 500).send({}));
  const readPortal = async () => ({ LegalContacts: { en: { CompanyName: 'A', Email: contact } } });
  mountSecurityTxt(app, { config, now: () => new Date(0), readPortal });
  mountAvatars(app, { policy });
  await mountSignInReturnPage(app, { policy });
  await app.register(async (scope) => {
    scope.addHook('onSend', createErrorPageHook(watched));
    scope.get('/game/*', (_, reply) => reply.code(404).type('application/problem+json').send('{}'));
  });
});
afterAll(() => app.close());

const game = { locale: 'en' } as const;

const pages: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'the question before a purchase by an address': (text) =>
    htmlOf(
      renderConfirmPage(policy, {
        ...game,
        productName: text,
        productDescription: `${text} `,
        price: text,
        documents: [{ type: 'TOS', versionId: text, address: '/Docs/tos' }],
        action: '/api/v1/store/x',
        fields: { [text]: text },
      }),
    ),
  'the page that leads on': (text) =>
    htmlOf(renderRedirectPage(policy, 'en', `https://pay.example/?${encodeURIComponent(text)}`)),
  'the page before a link that leads out': async (text) => {
    const readPortal = async () => ({ CompanyBranding: { Name: text } }) as never;
    const routes = createOutboundLinkRoutes({
      policy,
      readPortal,
      readGame: async () => undefined,
      portalHome: config.publicUrl,
      isLinkedByNews: async () => false,
      recordLink: async () => undefined,
    });
    const query = { url: `https://evil.example/?${encodeURIComponent(text.toWellFormed())}` };
    return htmlOf(await routes.follow({ query, caller: () => game } as never));
  },
  "a product's page": (text) =>
    renderProductPage(
      { url: 'https://play.example/p', name: text, description: text, amountMinor: 100, currency: 'EUR' },
      { prefix: text, tags: [[text, text]] },
    ),
  'evidence about an order': (text) =>
    writeEvidencePage({
      orderId: text,
      madeAt: new Date(0),
      parts: [
        { title: text, holds: 'kept', note: text, facts: { [text]: text }, table: { columns: [text], rows: [[text]] } },
      ],
    }),
  'the frame of a game': (text) =>
    htmlOf(
      renderGameFramePage({
        policy,
        title: text,
        launchUrl: 'https://g.example/',
        manifestUrl: `/m?${text}`,
        frameAncestors: [],
      }),
    ),
  'the start from a platform': async (text) =>
    htmlOf(
      await renderGameLaunchPage(
        { config, policy },
        { folder: 'elsewhere', manifest: { title: text, embeddedBy: ['https://vendor.example'] } } as never,
        {
          game: text.toWellFormed(),
          query: { [text]: text },
          caller: { origin: 'https://vendor.example', destination: 'iframe' },
        },
        async () => text,
      ),
    ),
  'the runner of a Unity build': (text) =>
    renderUnityRunnerPage(
      { loader: text, data: text, framework: text, code: text, bytes: 1, companyName: text, productVersion: text },
      { title: text, portalOrigin: 'https://play.example' },
    ),
  'what is missing in a game': async (text) => {
    const url = `/game/${encodeURI(text.toWellFormed()).replaceAll(/[?#]/g, encodeURIComponent)}`;
    return (await app.inject({ url, headers: { 'sec-fetch-mode': 'navigate' } })).body;
  },
  'the way back from a provider': async (text) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.inject({ method: 'POST', url: '/SignInReturn', headers, payload: text.toWellFormed() })).body;
  },
};

describe.each(Object.entries(pages))('%s', (_, write) => {
  test('runs nothing', async () => {
    const usual = parseHtml(withoutNonce(await write('word')));
    for (const text of batches) {
      const page = parseHtml(withoutNonce(await write(text)));
      expect(findUnsafeElements(page, usual), text).toEqual([]);
      expect(namesIn(page), text).toEqual(namesIn(usual));
    }
  });
});

test('pictures with hostile letters are still pictures', async () => {
  const pictures: string[] = [];
  for (const text of hostileTexts) {
    for (const path of Object.values(placeholderArtPaths))
      pictures.push(renderPlaceholderArt(path.slice(1), { game: 'gem-miner', title: text }) ?? '');
    const letters = text.slice(0, 2).toWellFormed();
    const { statusCode, body } = await app.inject(`/sdk/avatars/10/${encodeURIComponent(letters)}.svg`);
    if (statusCode === 200) pictures.push(body);
    else expect([400, 404], text).toContain(statusCode);
  }
  expect(pictures.length).toBeGreaterThan(2.5 * hostileTexts.length);
  const read = parseXml(`<all>${pictures.join('')}</all>`);
  expect(findUnsafeElements(read)).toEqual([]);
  expect([...read.querySelectorAll('svg')]).toHaveLength(pictures.length);
});

test("a game's web app has the game's name, and starts within the portal", () => {
  for (const text of hostileTexts) {
    const row = {
      game: 'gem-miner',
      config: { StorePage: { Title: { en: text }, SquareArt: '/art.png' }, GameOrientation: 'Unspecified' },
    };
    const place = { gamesUrl: 'https://{game}.games.example', basePath: '/', routerType: 'browser' } as const;
    const manifest = JSON.parse(JSON.stringify(buildGameManifest(row as unknown as GameRow, place))) as object;
    expect(manifest).toMatchObject({ name: text, start_url: '/play/gem-miner', scope: '/play/gem-miner' });
  }
});

test('the portal as a web app has its own address, whatever its name', () => {
  for (const text of hostileTexts) {
    const branding = { Name: text, ShortName: text, SquareLogoUrl: text };
    const portal = { CompanyBranding: branding } as PortalConfig;
    const manifest = buildPortalManifest({ routerType: 'browser', basePath: '/', portal }, '/mark.svg');
    expect(JSON.parse(JSON.stringify(manifest))).toMatchObject({ name: text, start_url: '/', scope: '/' });
  }
});

test('security.txt has no injected line', async () => {
  for (const email of ['a@b.example', ...hostileTexts.flatMap((text) => [text, `a@${text}`])]) {
    contact = email;
    const { statusCode, body } = await app.inject('/.well-known/security.txt');
    const names = body.split('\n').flatMap((line) => line.split(':', 1));
    if (statusCode === 200) expect(names, email).toEqual(['Contact', 'Expires', 'Canonical', '']);
    else expect(statusCode, email).toBe(404);
  }
});

/** All at once, since a text that breaks out does so among others too; and one short enough for every place. */
const batches = [hostileTexts.join(' '), `'"><img src=x onerror=hostile()>`];

const htmlOf = ({ html }: HtmlReply): string => html;
const withoutNonce = (html: string): string => html.replaceAll(/nonce="[^"]*"/g, 'nonce="x"');
const namesIn = (page: ParsedElement): string[] => [...page.querySelectorAll('*')].map(({ localName }) => localName);
