import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { buildAccountOverview } from '#portal/testing/build-account-overview.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { GameKeys } from './GameKeys.tsx';

const unlocked = { Game: 'miner', Branch: 'beta', ActivatedAt: '2026-01-02T00:00:00.000Z' };

async function open(replies: Parameters<typeof mockApi>[0]) {
  const announce = vi.fn<(text: string) => void>();
  const calls = mockApi({ 'discovery.named': { Games: [] }, ...replies });
  const view = await renderInPortal(
    <ProfileAccountContext value={{ overview: buildAccountOverview({}, []), isHanded: false, announce }}>
      <GameKeys />
    </ProfileAccountContext>,
  );
  await waitFor(() => expect(calls).not.toEqual([]));
  await waitFor(() => expect(view.queries.isFetching()).toBe(0));
  await flushEffects();
  return { ...view, calls, announce };
}

test('is hidden on a portal without games to install', async () => {
  const { text } = await open({ 'launcher.keys': { Unlocked: [], IsOffered: false } });
  expect(text()).toBe('');
});

test('a key is activated and shows what it unlocks', async () => {
  let isActivated = false;
  const view = await open({
    'launcher.keys': () => ({ Unlocked: isActivated ? [unlocked] : [], IsOffered: true }),
    'launcher.redeemKey': () => {
      isActivated = true;
      return { Unlocked: unlocked };
    },
  });
  expect(view.text()).toContain("versions of a game that aren't public");
  await view.type('Key', ' abcde-fghjk ');
  await view.press('Activate');
  await waitFor(() => expect(view.text()).toContain('beta'));
  expect(view.calls.find(({ name }) => name === 'launcher.redeemKey')?.body).toEqual({ Key: 'abcde-fghjk' });
  expect(view.container.querySelector('a')?.getAttribute('href')).toBe('/Games/miner#downloads');
  expect(view.field('Key').value).toBe('');
  expect(view.announce).toHaveBeenLastCalledWith('Key activated. You can download the game now.');
});

test('an empty field, a wrong key and too many attempts show an error at the field', async () => {
  let reply: () => object = () => ({});
  const view = await open({
    'launcher.keys': { Unlocked: [], IsOffered: true },
    'launcher.redeemKey': () => reply(),
  });
  await view.press('Activate');
  expect(view.text()).toContain('Enter a key.');
  await view.type('Key', 'wrong');
  await view.press('Activate');
  await waitFor(() => expect(view.text()).toContain("This key isn't valid"));
  expect(view.field('Key').getAttribute('aria-invalid')).toBe('true');
  reply = () => problemResponse(429, 'TooManyRequests');
  await view.type('Key', 'wrong again');
  expect(view.text()).not.toContain("This key isn't valid");
  await view.press('Activate');
  await waitFor(() => expect(view.container.querySelector('[role="alert"]')?.textContent).toMatch(/\w+/));
});

test('keys that cannot be loaded can be loaded again, and a key can be activated anyway', async () => {
  const view = await open({ 'launcher.keys': () => problemResponse(403, 'Forbidden') });
  await waitFor(() => expect(view.text()).toContain("Couldn't load your keys."));
  expect(view.button('Activate')).toBeDefined();
});
