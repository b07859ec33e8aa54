import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeDestination, safePath, safeWebAddress } from './safe-destination.ts';
import { anyCharacter } from './testing/any-character.ts';
import { hostileAddresses, unusualSafeAddresses } from './testing/hostile-addresses.ts';

const origin = 'https://play.example';
const partner = 'https://partner.example';

describe.each([origin, 'http://localhost:8080'])('at %s', (portal) => {
  const families = Object.entries(hostileAddresses(portal));

  test('there are more than two hundred hostile addresses', () => {
    expect(new Set(families.flatMap(([, addresses]) => addresses)).size).toBeGreaterThan(200);
  });

  test.each(families)('no redirect to another site by %s', (_, addresses) => {
    expect(addresses.filter((address) => safeDestination(address, [portal]) !== undefined)).toEqual([]);
    expect(addresses.filter((address) => safePath(address, portal) !== undefined)).toEqual([]);
  });

  test.each(unusualSafeAddresses(portal))('%j leads to our own %s', (address, destination) => {
    expect(safeDestination(address, [portal])).toBe(destination);
    expect(safePath(address, portal)).toBe(destination.slice(portal.length));
    expect(leavesPortal(destination, portal)).toBe(false);
  });

  test('for any input, every parser keeps the result on the origin', () => {
    const signs = ['/', '//', '\\', '.', '..', '?', '#', '@', ':', ';', ' ', '\t', '\n', '\u0000', '\ufeff', '\u200b'];
    const encoded = ['%2e', '%2F', '%5c', '%25', '%09', '%0d', '%ff', '%', '／', '＼', '．', '‥', '⁄', '%ef%bc%8f'];
    const words = [
      'https:',
      'http:',
      'javascript:',
      'evil.example',
      portal,
      new URL(portal).host,
      'Games',
      'é',
      '[',
      ']',
    ];
    const pieces = [...signs, ...encoded, ...words];
    const woven = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(''));
    const known = fc.constantFrom(...families.flatMap(([, addresses]) => addresses));
    let passed = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          woven,
          woven.map((text) => `/${text}`),
          woven.map((text) => portal + text),
          known.map((text) => `/${text}`),
          known.map((text) => portal + text),
          fc.tuple(known, woven).map((both) => both.join('')),
          fc.tuple(woven, known).map((both) => both.join('')),
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.string({ unit: anyCharacter }).map((text) => `/${text}`),
        ),
        (address) => {
          const destination = safeDestination(address, [portal]);
          if (destination === undefined) return;
          passed += 1;
          expect(leavesPortal(destination, portal)).toBe(false);
        },
      ),
      { numRuns: 20_000 },
    );
    // Makes sure that the function does not simply refuse everything.
    expect(passed).toBeGreaterThan(500);
  });
});

test('refuses control characters in a path, even if the rest would be valid', () => {
  for (const sign of ['%09', '%0a', '%0d', '%250d', '%00'])
    expect(safeDestination(`/${sign}/localhost:8080`, ['http://localhost:8080'])).toBeUndefined();
});

test('accepts another listed origin only as an absolute URL', () => {
  expect(safeDestination(`${partner}/back?x=1#y`, [origin, partner])).toBe(`${partner}/back?x=1#y`);
  expect(safeDestination(`${partner}//evil.example`, [origin, partner])).toBeUndefined();
  expect(safeDestination('/back', [origin, partner])).toBe(`${origin}/back`);
});

test.each([
  ['https://law.example/terms?x=1#y', 'https://law.example/terms?x=1#y'],
  ['HTTP://LAW.example', 'http://law.example/'],
  ['https://archive.example/web/https://law.example/', 'https://archive.example/web/https://law.example/'],
  ['/terms.pdf', 'https://play.example/terms.pdf'],
])('a link may lead to %s', (address, expected) => {
  expect(safeWebAddress(address, origin)).toBe(expected);
});

test.each(Object.entries(hostileAddresses(origin)))('refuses ambiguous links: %s', (_, addresses) => {
  const links = addresses.flatMap((address) => safeWebAddress(address, origin) ?? []);
  // Links to other sites are allowed here, because the portal shows players where such a link leads.
  expect(links.filter((link) => !/^https?:\/\/[^/?#@\\]+\//.test(link) || new URL(link).href !== link)).toEqual([]);
  for (const address of addresses.filter((each) => !/^https?:\/\/[^/\\]/i.test(each)))
    expect(safeWebAddress(address, origin), address).toBeUndefined();
});

test('refuses a bare path if no origin is given', () => {
  expect(safeWebAddress('/terms.pdf')).toBeUndefined();
  expect(safeWebAddress(undefined, origin)).toBeUndefined();
});

function leavesPortal(destination: string, portal: string): boolean {
  const url = new URL(destination, portal);
  const { pathname, search, hash } = url;
  const path = pathname + search + hash;
  const elsewhere = 'https://elsewhere.example';
  return !(
    url.origin === portal &&
    new URL(url.href).href === destination &&
    safeDestination(destination, [portal]) === destination &&
    new URL(path, portal).href === destination &&
    new URL(path, `${portal}/some/page?x#y`).href === destination &&
    new URL(path, elsewhere).origin === elsewhere &&
    new URL(decodeURIComponent(pathname), elsewhere).origin === elsewhere
  );
}
