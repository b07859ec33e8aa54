import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { buildCheckoutAddress } from '#server/features/checkout/checkout-address.ts';
import { createHeaderPolicy } from './headers.ts';

const config = readConfig({ NODE_ENV: 'test' });

function directivesOf(policy: string | undefined): ReadonlyMap<string, readonly string[]> {
  const parts = (policy ?? '').split('; ').map((part) => part.split(' '));
  return new Map(parts.map(([name = '', ...values]) => [name, values]));
}

const pageWith = (reaches: Parameters<ReturnType<typeof createHeaderPolicy>['page']>[0]['reaches'], lab = false) =>
  directivesOf(createHeaderPolicy(config, { lab }).page({ nonce: 'n', reaches })['content-security-policy']);

test("a page may load its platform's origins, and requires Trusted Types if no third-party script runs", () => {
  const plain = pageWith(undefined);
  const page = pageWith({ connect: ['https://api.example'], frame: ['https://frame.example'], font: ['data:'] });
  expect(page.get('connect-src')).toEqual([...(plain.get('connect-src') ?? []), 'https://api.example']);
  expect(page.get('frame-src')).toEqual([...(plain.get('frame-src') ?? []), 'https://frame.example']);
  expect(page.get('font-src')).toEqual([...(plain.get('font-src') ?? []), 'data:']);
  for (const same of ['script-src', 'style-src', 'img-src', 'require-trusted-types-for', 'trusted-types', 'base-uri'])
    expect(page.get(same)).toEqual(plain.get(same));
  expect(plain.get('require-trusted-types-for')).toEqual(["'script'"]);
});

test('a payment page may frame only the checkout', () => {
  const { page } = createHeaderPolicy(config);
  const options = { nonce: 'n', gameOrigins: ['https://game.example'], frameOrigins: ['https://frame.example'] };
  const frames = (isForm: boolean) =>
    directivesOf(page({ ...options, isForm })['content-security-policy']).get('frame-src') ?? [];
  const checkout = buildCheckoutAddress(config.gamesUrl).origin;
  expect(frames(false)).toEqual(expect.arrayContaining(['https://game.example', 'https://frame.example']));
  expect(frames(true)).toContain(checkout);
  expect(frames(true).filter((each) => !frames(false).includes(each))).toEqual([checkout]);
  for (const gone of ['https://game.example', 'https://frame.example', config.gamesUrl.replace('{game}', '*')])
    expect(frames(true)).not.toContain(gone);
});

test('a third-party script is loaded by ours, and no other directive is relaxed', () => {
  const page = pageWith({ script: ['https://sdk.example'] });
  const plain = pageWith(undefined);
  expect(page.get('script-src')).toEqual(["'nonce-n'", "'strict-dynamic'"]);
  const gone = [...plain.keys()].filter((name) => !page.has(name));
  expect(gone).toEqual(['require-trusted-types-for', 'trusted-types']);
  expect(pageWith({ script: [] }).has('trusted-types')).toBe(true);
});

test('the tag manager reaches its own origins only, and only pages that may have it', () => {
  const env = { NODE_ENV: 'test', TAG_MANAGER_ID: 'GTM-AB12CD3', TAG_MANAGER_URL: 'https://tags.play.example' };
  const { page } = createHeaderPolicy(readConfig(env));
  const of = (hasTags: boolean) => directivesOf(page({ nonce: 'n', hasTags })['content-security-policy']);
  const plain = pageWith(undefined);
  expect(of(false)).toEqual(plain);
  const tagged = of(true);
  expect(tagged.get('script-src')).toEqual(plain.get('script-src'));
  for (const name of ['connect-src', 'frame-src'])
    expect(tagged.get(name)).toEqual([...(plain.get(name) ?? []), 'https://tags.play.example']);
  expect([...plain.keys()].filter((name) => !tagged.has(name))).toEqual(['require-trusted-types-for', 'trusted-types']);
  // Without a container the page stays as it is.
  const untagged = createHeaderPolicy(config).page({ nonce: 'n', hasTags: true });
  expect(directivesOf(untagged['content-security-policy'])).toEqual(plain);
});

test('inline styles replace the nonce, which would disable them', () => {
  expect(pageWith({ style: ["'unsafe-inline'"] }).get('style-src')).toEqual(["'self'", "'unsafe-inline'"]);
  expect(pageWith({ style: ['https://css.example'] }).get('style-src')).toEqual([
    "'self'",
    "'nonce-n'",
    'https://css.example',
  ]);
});

test("in the lab, a platform's frames are added to the lab's", () => {
  expect(pageWith({ frame: ['https://frame.example'] }, true).get('frame-src')).toEqual(
    expect.arrayContaining(["'self'", 'https://frame.example']),
  );
});

test('a game may be framed by the portal and its platforms, and by the lab’s pages only in the lab', () => {
  const lab = 'http://lab.localhost:8080';
  const { gameAncestors, of } = createHeaderPolicy(config, { lab: true, frameAncestors: [lab] });
  expect(gameAncestors).toContain(lab);
  expect(directivesOf(of('game')['content-security-policy']).get('frame-ancestors')).toEqual(gameAncestors);
  const production = createHeaderPolicy(config).gameAncestors;
  // A game may frame its own pages.
  expect(production.slice(0, 2)).toEqual(["'self'", config.publicUrl.origin]);
  expect(production.length).toBeGreaterThan(5);
  expect(production).not.toContain(lab);
  expect(new Set(production).size).toBe(production.length);
});
