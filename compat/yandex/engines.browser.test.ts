// Calls as the plug-ins of engines make them, with the values that reach the engine.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { createYaGames } from './core.browser.ts';
import type { SDK, YandexPlayer } from './vendor-types.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
});

const open = async (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, ysdk: await createYaGames(testing.link).init() };
};
const getPlayer = (ysdk: SDK, options?: object) => ysdk.getPlayer(options) as Promise<unknown> as Promise<YandexPlayer>;

describe('Unity', () => {
  it('gets environment, player, save and leaderboard as texts', async () => {
    const { ysdk } = await open({ leaderboards: { best: { entries: [{ name: 'Ada', score: 50 }] } } });
    const { environment, deviceInfo } = ysdk;
    const sent = JSON.stringify({
      language: environment.i18n.lang,
      domain: environment.i18n.tld,
      isMobile: deviceInfo.isMobile(),
      appID: environment.app.id,
      browserLang: environment.browser.lang,
      payload: environment.payload,
    });
    expect(JSON.parse(sent)).toEqual({
      language: 'en',
      domain: 'com',
      isMobile: false,
      appID: 'miner',
      browserLang: 'en',
      payload: null,
    });

    const player = await getPlayer(ysdk, { scopes: false });
    expect([player.getMode(), player.getName(), player.getPhoto('medium'), player.getPayingStatus()]).toEqual([
      'lite',
      '',
      '',
      'unknown',
    ]);
    await player.setData({ saves: ['{"coins":5}'] }, true);
    expect(JSON.stringify((await player.getData(['saves'])).saves)).toBe('["{\\"coins\\":5}"]');

    const board = await ysdk.getLeaderboards();
    const { default: isDefault, description } = await board.getLeaderboardDescription('best');
    expect([isDefault, description.invert_sort_order, description.score_format.options.decimal_offset]).toEqual([
      true,
      false,
      0,
    ]);
    const { entries } = await board.getLeaderboardEntries('best', {
      quantityTop: 10,
      includeUser: false,
      quantityAround: 3,
    });
    expect(
      entries.map(({ rank, score, player: each }) => [
        rank,
        score,
        each.publicName,
        each.getAvatarSrc('small'),
        each.scopePermissions.public_name,
      ]),
    ).toEqual([[1, 50, 'Ada', '', 'allow']]);
  });

  it('continues without purchases', async () => {
    const { ysdk } = await open({}, true);
    const messages: string[] = [];
    await ysdk.getPayments().then(
      () => messages.push('payments'),
      (error: Error) => messages.push(typeof error.message),
    );
    expect(messages).toEqual(['string']);
  });

  it('reads the permissions of the profile from a field that the documentation lacks', async () => {
    const { ysdk } = await open();
    expect((await getPlayer(ysdk))._personalInfo.scopePermissions.public_name).toBe('not_set');
    await ysdk.auth.openAuthDialog();
    const player = await getPlayer(ysdk, { scopes: true });
    expect(player._personalInfo).toMatchObject({ publicName: 'Local Player', scopePermissions: { avatar: 'allow' } });
    expect(JSON.parse(JSON.stringify(player))).toHaveProperty('_personalInfo');
  });

  it('asks for calls by their older names', async () => {
    const { ysdk } = await open();
    const names = ['leaderboards.setLeaderboardScore', 'leaderboards.getLeaderboardEntries', 'leaderboards.none'];
    expect(await Promise.all(names.map((name) => ysdk.isAvailableMethod(name)))).toEqual([true, true, false]);
  });

  it('shows a banner if there is one, and reads why not', async () => {
    const { ysdk } = await open();
    const { stickyAdvIsShowing, reason } = await ysdk.adv.getBannerAdvStatus();
    expect([stickyAdvIsShowing, reason]).toEqual([false, 'ADV_IS_NOT_CONNECTED']);
  });
});

it('Godot and Defold wait for a copied text', async () => {
  const { ysdk, calls } = await open();
  const { clipboard } = ysdk as unknown as { clipboard: { writeText: (text: string) => Promise<void> } };
  await clipboard.writeText('room 7').then(() => calls.push('copied'));
  expect(calls.slice(-2)).toEqual(['CopyText', 'copied']);
});

it('Godot listens to events that never happen, and a pause is none of them', async () => {
  const { ysdk, emit } = await open();
  const [paused, other] = [vi.fn(), vi.fn()];
  ysdk.on('game_api_pause', paused);
  for (const name of Object.values(ysdk.EVENTS)) ysdk.on(name as 'game_api_pause', other);
  emit('FocusChanged', { focused: false, reason: 'other' });
  emit('FocusChanged', { focused: true });
  expect([paused.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
});

it('Defold sends everything as JSON', async () => {
  const { ysdk } = await open();
  expect(JSON.parse(JSON.stringify(ysdk.environment))).toMatchObject({ app: { id: 'miner' }, i18n: { lang: 'en' } });
  const player = await getPlayer(ysdk, { signed: false, scopes: true });
  expect(JSON.stringify(await player.getIDsPerGame())).toBe('[]');
  expect(JSON.stringify(await player.incrementStats({ coins: 2 }))).toContain('"coins":2');
  expect([typeof player.getID(), typeof player.getUniqueID(), ysdk.screen.fullscreen.status]).toEqual([
    'string',
    'string',
    'off',
  ]);
  for (const call of [() => ysdk.feedback.canReview(), () => ysdk.shortcut.canShowPrompt()])
    expect(JSON.parse(JSON.stringify(await call()))).toBeTypeOf('object');
  const storage = await ysdk.getStorage();
  storage.setItem('sound', 'off');
  expect([storage.getItem('sound'), typeof storage.length]).toEqual(['off', 'number']);
  expect(ysdk.onEvent(ysdk.EVENTS.HISTORY_BACK, () => undefined)).toBeTypeOf('function');
});
