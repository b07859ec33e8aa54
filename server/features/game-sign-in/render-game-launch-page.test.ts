// Tests the redirect of the page that replies to a platform's form. Which pages may post it is tested with each
// platform.
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { renderGameLaunchPage } from './render-game-launch-page.ts';

const platform = {
  folder: 'madeup',
  manifest: {
    id: 'MadeUp',
    title: 'Made-up & Co',
    evidence: { level: 'own' },
    identityTypes: [],
    capabilities: [],
    embeddedBy: ['https://*.madeup.example'],
  },
} as const;
const caller = { origin: 'https://games.madeup.example', destination: 'iframe' };

async function open(env: Readonly<Record<string, string>>, query: object = {}, fragment = 'sign=a%26b') {
  const config = readConfig({ PUBLIC_URL: 'https://play.example', ...env });
  const deps = { config, policy: createHeaderPolicy(config) };
  const { html, headers } = await renderGameLaunchPage(
    deps,
    platform,
    { game: 'gem-miner', query, caller },
    async () => fragment,
  );
  const address = (/content="0;url=([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  return { address, html, headers };
}

test.each([
  [{}, 'https://play.example/play/gem-miner/iframe/madeup#sign=a%26b'],
  [{ BASE_PATH: '/games/' }, 'https://play.example/games/play/gem-miner/iframe/madeup#sign=a%26b'],
  // With hash routing the fragment belongs to the router.
  [{ ROUTER_TYPE: 'hash' }, 'https://play.example/#sign=a%26b'],
])('the player’s page is at the configured address: %j', async (env, address) => {
  expect((await open(env)).address).toBe(address);
});

test('short text parameters of the platform’s page are passed on', async () => {
  const query = { ref: '"><script>', many: ['a', 'b'], long: 'x'.repeat(501) };
  const { address, html } = await open({}, query);
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({ ref: '"><script>' });
  expect(html).not.toContain('<script>');
});

test('only the platform may frame it', async () => {
  const { headers, html } = await open({});
  expect(headers['content-security-policy']).toContain('frame-ancestors https://*.madeup.example;');
  expect(html).toContain('<title>Made-up &amp; Co</title>');
});

test("a request that isn't posted by the platform’s page is not read", async () => {
  const config = readConfig({ PUBLIC_URL: 'https://play.example' });
  const deps = { config, policy: createHeaderPolicy(config) };
  const readFragment = () => Promise.reject(new Error('It was read.'));
  for (const origin of ['https://madeup.example.evil', 'https://evil-madeup.example', 'http://games.madeup.example'])
    await expect(
      renderGameLaunchPage(deps, platform, { game: 'g', query: {}, caller: { ...caller, origin } }, readFragment),
    ).rejects.toMatchObject({ code: 'Forbidden' });
});
