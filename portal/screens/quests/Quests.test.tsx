import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Quest } from '#model/quest.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { Quests } from './Quests.tsx';

beforeEach(() => beginSession('t1'));

const quest = (change: Partial<Quest> = {}): Quest => ({
  Id: crypto.randomUUID(),
  Game: 'gem-miner',
  Title: 'Go down the mine five times',
  Progress: 2,
  Goal: 5,
  Done: false,
  ...change,
});

test('quests are listed under their game, with progress for screen readers', async () => {
  mockApi({
    'crossPlay.myQuests': {
      Quests: [quest(), quest({ Title: 'Fly', Game: 'sky-courier', Progress: 3, Goal: 3, Done: true })],
    },
    'discovery.named': { Games: [] },
  });
  await renderInPortal(<Quests />);
  const bars = await screen.findAllByRole('progressbar');
  expect(bars.map((bar) => [bar.getAttribute('value'), bar.getAttribute('max')])).toEqual([
    ['2', '5'],
    ['3', '3'],
  ]);
  expect(screen.getByRole('progressbar', { name: 'Go down the mine five times' })).toBeDefined();
  expect(screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)).toEqual([
    'gem-miner',
    'sky-courier',
  ]);
  expect(screen.getByText('2 of 5')).toBeDefined();
  expect(screen.getByText('Completed')).toBeDefined();
});

test.each([
  ['Locked', undefined],
  ['Waiting', 'Play sky-courier once to get it.'],
  ['Sent', 'On its way to sky-courier.'],
  ['Received', 'Delivered to sky-courier.'],
] as const)('a reward that is %s shows its state', async (State, text) => {
  const Products = [
    { Sku: 'kite', Name: 'Kite', Count: 1 },
    { Sku: 'gems', Name: 'Gems', Count: 3 },
  ];
  mockApi({
    'crossPlay.myQuests': { Quests: [quest({ Reward: { Game: 'sky-courier', Products, State } })] },
    'discovery.named': { Games: [] },
  });
  const { container } = await renderInPortal(<Quests />);
  await screen.findByText('Reward: Kite, Gems × 3');
  const said = [...container.querySelectorAll('.reward span')].slice(1).map(({ textContent }) => textContent);
  expect(said).toEqual(text === undefined ? [] : [text]);
});

test('without quests the page explains where they come from', async () => {
  mockApi({ 'crossPlay.myQuests': { Quests: [] } });
  await renderInPortal(<Quests />);
  expect(await screen.findByText('No quests yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All games' }).getAttribute('href')).toBe('/Games');
});

test('a failure is shown, and can be retried', async () => {
  let isDown = true;
  mockApi({
    'crossPlay.myQuests': () => (isDown ? problemResponse(503, 'DatabaseUnavailable') : { Quests: [quest()] }),
    'discovery.named': { Games: [] },
  });
  await renderInPortal(<Quests />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain("Couldn't load your quests");
  isDown = false;
  await flushEffects(() => retry.click());
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(1));
});

test('a visitor is asked to sign in, and nothing is requested', async () => {
  endSession();
  const calls = mockApi({});
  await renderInPortal(<Quests />);
  expect(screen.getByText('Sign in to see your quests')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined();
  expect(calls).toEqual([]);
});
