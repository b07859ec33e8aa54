import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { runtimeConfig, type PortalRuntimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession, isSignedIn } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { AccountLink } from './AccountLink.tsx';
import { AnnouncementBanner } from './AnnouncementBanner.tsx';
import { Header } from './Header.tsx';
import { LegalContact } from './LegalContact.tsx';

beforeEach(() => endSession());

/** Changes the page's configuration for one test. */
const configure = (changes: Partial<PortalRuntimeConfig>): void => void Object.assign(runtimeConfig, changes);

test('a single-game site links to no missing page, and signs out on the current page', async () => {
  configure({ game: 'miner' });
  const calls = mockApi({
    'games.publicConfig': {},
    'profile.get': { AccountId: 'a1', Name: 'Ada' },
    'auth.logout': {},
  });
  beginSession('t1');
  const { container, press } = await renderInPortal(<Header />);
  await waitFor(() => expect(container.textContent).toContain('Sign out'));
  const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/']);
  await press('Sign out');
  await waitFor(() => expect(isSignedIn()).toBe(false));
  expect(calls.map(({ name }) => name)).toContain('auth.logout');
});

test('a portal links to the profile', async () => {
  mockApi({ 'profile.get': { AccountId: 'a1', Name: 'Ada' } });
  beginSession('t1');
  const { container } = await renderInPortal(<AccountLink />);
  await waitFor(() => expect(container.querySelector('a')?.getAttribute('href')).toBe('/Profile'));
});

test('the header has no sign-in and no profile link if the operators turned them off, for all games or one', async () => {
  const Adapters = { FxId: { HeaderLogin: false, ProfileSettings: false } };
  configure({ portal: { CompanyBranding: { Adapters } } as unknown as NonNullable<PortalRuntimeConfig['portal']> });
  const Interface = { FxId: { HeaderLogin: true } };
  mockApi({ 'games.publicConfig': { Interface }, 'profile.get': { AccountId: 'a1', Name: 'Ada' } });
  expect((await renderInPortal(<Header />)).text()).not.toContain('Sign in');
  const ofGame = await renderInPortal(<Header />, { path: '/?game=miner' });
  await waitFor(() => expect(ofGame.text()).toContain('Sign in'));
  await flushEffects(() => beginSession('t1'));
  const { container, button } = await renderInPortal(<Header />);
  button('Sign out');
  expect(container.querySelector('a[href="/Profile"]')).toBeNull();
});

test("announcements and the operator's name are on every page", async () => {
  const portal = {
    Announcement: { en: 'We move on Sunday.' },
    LegalContacts: { en: { CompanyName: 'Example Ltd', Address: '1 High Street', Email: 'law@play.example' } },
  };
  configure({ portal: portal as unknown as NonNullable<PortalRuntimeConfig['portal']> });
  expect((await renderInPortal(<AnnouncementBanner />)).text()).toContain('We move on Sunday.');
  expect((await renderInPortal(<LegalContact />)).text()).toBe('Example Ltd, 1 High Street, law@play.example');
});

test('avatars are our own initials, unless the operators configured another service', async () => {
  const own = await renderInPortal(<Avatar id="a1" name="Ada & Co" />);
  expect(own.container.querySelector('img')).toBeNull();
  const portal = { AvatarUrl: 'https://avatars.example/?text={name}&size=64' };
  configure({ portal: portal as unknown as NonNullable<PortalRuntimeConfig['portal']> });
  const { container } = await renderInPortal(<Avatar id="a1" name="Ada & Co" />);
  expect(container.querySelector('img')?.src).toBe('https://avatars.example/?text=Ada%20%26%20Co&size=64');
  await flushEffects(() => void container.querySelector('img')?.dispatchEvent(new Event('error')));
  expect(container.querySelector('img')).toBeNull();
});

test('without announcements nothing is shown', async () => {
  expect((await renderInPortal(<AnnouncementBanner />)).text()).toBe('');
  expect((await renderInPortal(<LegalContact />)).text()).toBe('');
});
