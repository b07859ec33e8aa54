import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginSession } from '#portal/session-token.ts';
import { setConsent } from './consent.ts';
import { recordInDataLayer, setDataLayerContext } from './data-layer.ts';

const page = window as { dataLayer?: unknown[] };
const entries = () => ((page.dataLayer ?? []) as Record<string, unknown>[]).filter((entry) => 'event' in entry);

beforeEach(() => setConsent('granted'));
afterEach(() => {
  page.dataLayer?.splice(0);
  localStorage.clear();
});

test('pushes nothing without consent', async () => {
  setConsent('denied');
  await recordInDataLayer('site_share');
  expect(entries()).toEqual([]);
});

test("adds the player and the game to every event that doesn't have them", async () => {
  setDataLayerContext({ accountId: 'ada', game: 'miner' });
  setDataLayerContext({ userId: 'g-1' });
  await recordInDataLayer('sdk_language_changed', { language: 'de' });
  const pushed = recordInDataLayer('login', { accountId: 'bob' });
  setDataLayerContext({ game: undefined });
  await pushed;
  beginSession('another');
  await recordInDataLayer('site_share');
  expect(entries().map(({ account_id, user_id, game }) => [account_id, user_id, game])).toEqual([
    ['ada', 'g-1', 'miner'],
    ['bob', 'g-1', 'miner'],
    [undefined, undefined, undefined],
  ]);
});
