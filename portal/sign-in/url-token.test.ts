// Tests the inline script of index.html, read from there.
import { expect, test } from 'vitest';
import page from '../index.html?raw';
import { readUrlToken } from './url-token.ts';

const scripts = [...page.matchAll(/<script nonce="%NONCE%">([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

/** A fake page opened at a URL, with everything that the script touches. */
function openAt(address: string) {
  const replaced: string[] = [];
  const listeners: (() => void)[] = [];
  const state = { address };
  const window: { fxidHandedToken?: string } = {};
  const location = {
    get href() {
      return state.address;
    },
  };
  const history = {
    state: { kept: true },
    replaceState: (given: unknown, _: string, url: string) => {
      expect(given).toEqual({ kept: true });
      state.address = url;
      replaced.push(url);
    },
  };
  const addEventListener = (type: string, listener: () => void): void => {
    expect(type).toBe('popstate');
    listeners.push(listener);
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is our own page's
  const run = new Function('window', 'location', 'history', 'addEventListener', scripts[0] ?? '');
  run(window, location, history, addEventListener);
  const go = (next: string): void => {
    state.address = next;
    for (const listener of listeners) listener();
  };
  return { window, replaced, go };
}

const origin = 'https://portal.example';

test('the script is the first on the page', () => {
  expect(scripts[0]).toContain('fxidHandedToken');
  expect(scripts.filter((script) => script.includes('fxidConfig'))).toHaveLength(1);
  const head = page.slice(0, page.indexOf('fxidHandedToken'));
  expect(head).not.toMatch(/<link|<style|src=/);
});

test.each([
  ['/LoginValidateEmail?inviteToken=abc-_1', 'abc-_1', '/LoginValidateEmail?'],
  ['/loginvalidateemail/?lang=de&inviteToken=abc&x=1#end', 'abc', '/loginvalidateemail/?lang=de&&x=1#end'],
  ['/LoginWithTempToken?token=abc', 'abc', '/LoginWithTempToken?'],
  ['/deep/base/LoginWithTempToken?token=abc&token=def', 'abc', '/deep/base/LoginWithTempToken?&'],
  ['/LoginFromGame/gem-miner/a.b.c', 'a.b.c', '/LoginFromGame/gem-miner'],
  ['/portal/loginfromgame/gem-miner/a.b.c/?lang=fa', 'a.b.c', '/portal/loginfromgame/gem-miner/?lang=fa'],
  ['/#/LoginValidateEmail?inviteToken=abc', 'abc', '/#/LoginValidateEmail?'],
  ['/portal/?lang=de#/LoginWithTempToken?token=abc', 'abc', '/portal/?lang=de#/LoginWithTempToken?'],
  ['/#/LoginFromGame/gem-miner/a.b.c', 'a.b.c', '/#/LoginFromGame/gem-miner'],
  ['/LoginWithTempToken?token=a%2Bb', 'a+b', '/LoginWithTempToken?'],
  ['/LoginWithTempToken?token=a%', 'a%', '/LoginWithTempToken?'],
  ['/LoginFromDevice#token=abc', 'abc', '/LoginFromDevice#'],
  ['/portal/#/LoginFromDevice#token=abc', 'abc', '/portal/#/LoginFromDevice#'],
  ['/UndoSignInChange?token=abc', 'abc', '/UndoSignInChange?'],
  ['/portal/#/UndoSignInChange?token=abc', 'abc', '/portal/#/UndoSignInChange?'],
])('%s hands over %s and leaves %s', (address, token, left) => {
  const { window, replaced } = openAt(origin + address);
  expect(replaced).toEqual([origin + left]);
  expect(Object.keys(window)).not.toContain('fxidHandedToken');
  expect(readUrlToken(window)).toBe(token);
  expect(readUrlToken(window), 'read once').toBeUndefined();
});

test.each([
  '/',
  '/play/gem-miner?token=platform',
  '/LoginValidateEmail',
  '/LoginWithTempToken?token=',
  '/LoginFromGame/gem-miner',
  '/LoginFromGame/gem-miner/',
  '/Games?next=LoginWithTempToken&token=platform',
])('%s hands over nothing', (address) => {
  const { window } = openAt(origin + address);
  expect(readUrlToken(window)).toBeUndefined();
});

test('another page of a portal with a hash router has another token', () => {
  const { window, replaced, go } = openAt(`${origin}/#/Games`);
  go(`${origin}/#/LoginWithTempToken?token=abc`);
  expect(replaced).toEqual([`${origin}/#/LoginWithTempToken?`]);
  expect(readUrlToken(window)).toBe('abc');
  go(`${origin}/#/LoginWithTempToken?token=def`);
  expect(readUrlToken(window)).toBe('def');
});
