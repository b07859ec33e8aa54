import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AccountOverview, ConnectedService } from '#model/account.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { buildAccountOverview } from '#portal/testing/build-account-overview.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { ProfileAccountContext } from './account-context.ts';
import { PlayedGames } from './PlayedGames.tsx';

beforeEach(() => endSession());

const played = (Game: string, LastPlayedAt?: string): AccountOverview['Games'][number] => ({
  Game,
  GameUid: `${Game}-1`,
  ConnectedAt: '2026-01-01T00:00:00.000Z',
  ...(LastPlayedAt !== undefined && { LastPlayedAt }),
  EmailShared: false,
});

const games = [
  played('miner', '2026-01-02T00:00:00.000Z'),
  played('towers'),
  played('racer', '2026-02-02T00:00:00.000Z'),
];

async function open(overview: AccountOverview, services: ConnectedService[] = []) {
  beginSession('t1');
  const calls = mockApi({
    'discovery.named': { Games: [] },
    'profile.shareEmail': { EmailShared: true },
    'profile.services': { Services: services },
  });
  const view = await renderInPortal(
    <ProfileAccountContext value={{ overview, isHanded: false, announce: vi.fn() }}>
      <PlayedGames />
    </ProfileAccountContext>,
  );
  return { ...view, calls };
}

test('the game that was played last comes first, and those never played last', async () => {
  const { container } = await open(buildAccountOverview({}, games));
  const titles = [...container.querySelectorAll('.title')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['racer', 'miner', 'towers']);
  // Without an email address there is nothing to share.
  expect(container.querySelector('[role="switch"]')).toBeNull();
});

test('the email address is shared with one game', async () => {
  const { container, calls } = await open(
    buildAccountOverview({ Email: 'ada@example.org', HasEmail: true, EmailValidated: true }, games),
  );
  const [first] = container.querySelectorAll<HTMLInputElement>('[role="switch"]');
  await flushEffects(() => first?.click());
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'profile.shareEmail')?.body).toEqual({ Game: 'racer', Share: true }),
  );
});

test('each game shows the services that can be connected to it', async () => {
  const services = [
    { Game: 'miner', Service: 'twitch', Title: 'Twitch', ConnectedAs: 'grace' },
    { Game: 'racer', Service: 'twitch', Title: 'Twitch', Options: {} },
  ];
  const { container } = await open(buildAccountOverview({}, games), services);
  await waitFor(() => expect(container.querySelectorAll('.service-row')).toHaveLength(2));
  const rows = [...container.querySelectorAll('.rows > li')].map(
    (row) => row.querySelector('.service-row p')?.textContent,
  );
  expect(rows).toEqual(['Twitch: not connected', 'Twitch: connected as grace', undefined]);
});
