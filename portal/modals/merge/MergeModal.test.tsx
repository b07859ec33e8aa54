import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MergePreview } from '#model/account.ts';
import { endSession, sessionToken } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { MergeModal } from './MergeModal.tsx';

beforeEach(() => endSession());

const account = (Name: string, SignsIn = true): MergePreview['This'] => ({
  AccountId: `id of ${Name}`,
  Name,
  Guest: false,
  CreatedAt: '2026-01-01T00:00:00.000Z',
  Games: [],
  Purchases: 0,
  Identities: [{ Type: 'Google', Id: Name, SignsIn }],
  Friends: 0,
});

const preview: MergePreview = {
  This: account('Ada'),
  Other: account('Eve', false),
  Keep: 'This',
  Conflicts: [{ Game: 'miner', Keep: 'Other' }],
  UndoDays: 14,
};

async function open(answers: Parameters<typeof mockApi>[0]) {
  const calls = mockApi({ 'discovery.named': { Games: [] }, ...answers });
  const close = vi.fn();
  const view = await renderInPortal(<MergeModal mergeToken="m1" close={close} />);
  const tick = (place: number) =>
    flushEffects(() => view.container.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')[place]?.click());
  return { ...view, calls, close, tick };
}

test('nothing happens before the player confirms both accounts', async () => {
  const { button, press, tick, calls, text } = await open({
    'profile.previewMerge': preview,
    'profile.confirmMerge': { Token: 't2', UndoUntil: '2026-02-01T00:00:00.000Z' },
  });
  await waitFor(() => expect(button('Merge accounts').disabled).toBe(true));
  expect(text()).toContain('First, confirm on both cards');
  expect(text()).toContain("Won't work until you verify it again");
  await tick(0);
  expect(button('Merge accounts').disabled).toBe(true);
  await tick(1);
  await press('Merge accounts');
  await waitFor(() => expect(text()).toContain('Your accounts are merged'));
  expect(calls.find(({ name }) => name === 'profile.confirmMerge')?.body).toEqual({
    MergeToken: 'm1',
    Keep: 'This',
    Games: [{ Game: 'miner', Keep: 'Other' }],
  });
  expect(sessionToken()).toBe('t2');
});

test('the player can keep the other account and its progress', async () => {
  const { container, press, tick, calls, text } = await open({
    'profile.previewMerge': preview,
    'profile.confirmMerge': { Token: 't2', UndoUntil: '2026-02-01T00:00:00.000Z' },
  });
  await waitFor(() => expect(text()).toContain('Which account do you want to keep?'));
  const radios = container.querySelectorAll<HTMLInputElement>('input[type="radio"]');
  await flushEffects(() => radios[1]?.click());
  await flushEffects(() => radios[2]?.click());
  await tick(0);
  await tick(1);
  await press('Merge accounts');
  await waitFor(() => expect(text()).toContain('Your accounts are merged'));
  expect(calls.find(({ name }) => name === 'profile.confirmMerge')?.body).toMatchObject({
    Keep: 'Other',
    Games: [{ Game: 'miner', Keep: 'This' }],
  });
});

test('an expired offer shows that nothing has changed, even on confirming', async () => {
  const expired = problemResponse(409, 'TokenExpiredOrUsed');
  const first = await open({ 'profile.previewMerge': expired });
  await waitFor(() => expect(first.text()).toContain('This offer has expired or was already used'));
  const { text, tick, press } = await open({
    'profile.previewMerge': preview,
    'profile.confirmMerge': () => problemResponse(409, 'TokenExpiredOrUsed'),
  });
  await waitFor(() => expect(text()).toContain('Which account do you want to keep?'));
  await tick(0);
  await tick(1);
  await press('Merge accounts');
  await waitFor(() => expect(text()).toContain('This offer has expired or was already used'));
  expect(sessionToken()).toBeUndefined();
});

test('accounts that failed to load can be loaded again', async () => {
  let tries = 0;
  const { text, press } = await open({
    'profile.previewMerge': () => ((tries += 1) < 2 ? problemResponse(403, 'Forbidden') : preview),
  });
  await waitFor(() => expect(text()).toContain("Couldn't load the accounts"));
  await press('Try again');
  await waitFor(() => expect(text()).toContain('Which account do you want to keep?'));
});

test('a failed merge shows its error and keeps the choices', async () => {
  const { text, tick, press, button, container } = await open({
    'profile.previewMerge': preview,
    'profile.confirmMerge': () => problemResponse(409, 'Conflict'),
  });
  await waitFor(() => expect(text()).toContain('Which account do you want to keep?'));
  await tick(0);
  await tick(1);
  await press('Merge accounts');
  await waitFor(() => expect(container.querySelector('.notice')).not.toBeNull());
  expect(button('Merge accounts').disabled).toBe(false);
});
