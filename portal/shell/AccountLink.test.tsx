import { beforeEach, expect, test } from 'vitest';
import { runtimeConfig, type PortalRuntimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession, isSignedIn } from '#portal/session-token.ts';
import { answerCalls } from '#portal/testing/answer-calls.ts';
import { draw, settle, until } from '#portal/testing/draw.tsx';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { AccountLink } from './AccountLink.tsx';
import { Announcement } from './Announcement.tsx';
import { Header } from './Header.tsx';
import { LegalContact } from './LegalContact.tsx';

beforeEach(() => endSession());

/** What the server's page says about itself, for one test. */
const configure = (changes: Partial<PortalRuntimeConfig>): void => void Object.assign(runtimeConfig, changes);

test('a site for one game leads to no page that it does not have, and signs out where one is', async () => {
  configure({ game: 'miner' });
  const calls = answerCalls({
    'games.publicConfig': {},
    'profile.get': { AccountId: 'a1', Name: 'Ada' },
    'auth.logout': {},
  });
  beginSession('t1');
  const { page, press } = await draw(<Header />);
  await until(() => expect(page.textContent).toContain('Sign out'));
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/']);
  await press('Sign out');
  await until(() => expect(isSignedIn()).toBe(false));
  expect(calls.map(({ name }) => name)).toContain('auth.logout');
});

test('a portal leads to the profile', async () => {
  answerCalls({ 'profile.get': { AccountId: 'a1', Name: 'Ada' } });
  beginSession('t1');
  const { page } = await draw(<AccountLink />);
  await until(() => expect(page.querySelector('a')?.getAttribute('href')).toBe('/Profile'));
});

test('the header has no sign-in and no way to the profile where the operators have switched them off, for all or for a game', async () => {
  const Adapters = { FxId: { HeaderLogin: false, ProfileSettings: false } };
  configure({ portal: { CompanyBranding: { Adapters } } as unknown as NonNullable<PortalRuntimeConfig['portal']> });
  const Interface = { FxId: { HeaderLogin: true } };
  answerCalls({ 'games.publicConfig': { Interface }, 'profile.get': { AccountId: 'a1', Name: 'Ada' } });
  expect((await draw(<Header />)).text()).not.toContain('Sign in');
  const ofGame = await draw(<Header />, { path: '/?game=miner' });
  await until(() => expect(ofGame.text()).toContain('Sign in'));
  await settle(() => beginSession('t1'));
  const { page, button } = await draw(<Header />);
  button('Sign out');
  expect(page.querySelector('a[href="/Profile"]')).toBeNull();
});

test('what the operators announce, and who they are, stands on every page', async () => {
  const portal = {
    Announcement: { en: 'We move on Sunday.' },
    LegalContacts: { en: { CompanyName: 'Example Ltd', Address: '1 High Street', Email: 'law@play.example' } },
  };
  configure({ portal: portal as unknown as NonNullable<PortalRuntimeConfig['portal']> });
  expect((await draw(<Announcement />)).text()).toContain('We move on Sunday.');
  expect((await draw(<LegalContact />)).text()).toBe('Example Ltd, 1 High Street, law@play.example');
});

test('avatars are our own initials, unless the operators have set who draws them', async () => {
  const own = await draw(<Avatar id="a1" name="Ada & Co" />);
  expect(own.page.querySelector('img')).toBeNull();
  const portal = { AvatarUrl: 'https://avatars.example/?text={name}&size=64' };
  configure({ portal: portal as unknown as NonNullable<PortalRuntimeConfig['portal']> });
  const { page } = await draw(<Avatar id="a1" name="Ada & Co" />);
  expect(page.querySelector('img')?.src).toBe('https://avatars.example/?text=Ada%20%26%20Co&size=64');
  await settle(() => void page.querySelector('img')?.dispatchEvent(new Event('error')));
  expect(page.querySelector('img')).toBeNull();
});

test('without anything to announce there is nothing', async () => {
  expect((await draw(<Announcement />)).text()).toBe('');
  expect((await draw(<LegalContact />)).text()).toBe('');
});
