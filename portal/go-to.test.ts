import { expect, test } from 'vitest';
import { hostileAddresses } from '#model/testing/hostile-addresses.ts';
import { goToOwnPage, goToOtherSite, openOwnWindow, openTab, navigateWindow } from './go-to.ts';

const origin = 'https://play.example';

function page() {
  const gone: string[] = [];
  const go = (address: string): void => void gone.push(address);
  return { gone, page: { location: { origin, assign: go, replace: go }, open: go } };
}

test('loads our own pages by their full address', () => {
  const { gone, page: here } = page();
  expect(goToOwnPage('/Profile?a=1#b', 'replace', here)).toBe(true);
  expect(goToOwnPage(`${origin}/Games`, 'assign', here)).toBe(true);
  expect(goToOwnPage('https://other.example/', 'assign', here)).toBe(false);
  expect(gone).toEqual([`${origin}/Profile?a=1#b`, `${origin}/Games`]);
});

test('opens a popup only with one of our pages', () => {
  const opened: string[] = [];
  const here = { location: { origin }, open: (...call: string[]) => opened.push(...call) };
  expect(openOwnWindow(`${origin}/SignInStart`, 'popup', here)).toBe(3);
  expect(openOwnWindow('https://other.example/', 'popup', here)).toBeNull();
  expect(openOwnWindow('javascript:alert(1)', 'popup', here)).toBeNull();
  expect(opened).toEqual([`${origin}/SignInStart`, '_blank', 'popup']);
});

test('navigates to other sites and opens them', () => {
  const { gone, page: here } = page();
  expect(goToOtherSite('https://pay.example/1', here)).toBe(true);
  expect(openTab('https://law.example/terms', here)).toBe(true);
  expect(openTab('/terms.pdf', here)).toBe(true);
  expect(goToOtherSite('/Profile', here)).toBe(false);
  expect(gone).toEqual(['https://pay.example/1', 'https://law.example/terms', `${origin}/terms.pdf`]);
});

test.each(Object.entries(hostileAddresses(origin)))('ignores %s', (_, addresses) => {
  const { gone, page: here } = page();
  for (const address of addresses) expect(goToOwnPage(address, 'replace', here), address).toBe(false);
  expect(gone).toEqual([]);
  const popup = { location: { href: 'about:blank' } };
  for (const address of addresses) {
    goToOtherSite(address, here);
    openTab(address, here);
    navigateWindow(popup, address);
    gone.push(popup.location.href);
  }
  // Only full web addresses, nothing that would run as a part of the portal.
  expect(gone.filter((address) => !/^(https?:\/\/[^/?#@\\]+\/|about:blank$)/.test(address))).toEqual([]);
});
