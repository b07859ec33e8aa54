import { describe, expect, it, vi } from 'vitest';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import {
  createAdapterHarness,
  waitForResult,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
  type ConnectedAdapter,
} from '../kit/testing/adapter-harness.browser.ts';
import type { SimulatedHostPage } from '../simulator-port.browser.ts';
import type { BrowserAdapterHarness, BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { absolutegames } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('absolutegames', absolutegames, adapter, page);

const options = { app_id: '1234', auth_key: 'k1', game_sid: 's1', player_id: '77', guest: 'false' };
const guest = { ...options, player_id: '76', guest: 'true' };
const queryOf = (fields: object): string => new URLSearchParams({ ...fields }).toString();
const addressOf = (fields: object): URL =>
  new URL(`https://play.example/play/gem-miner/iframe/absolutegames?${queryOf(fields)}&lang=ru`);
const order = { orderId: 'b7a1c0de-0000-4000-8000-000000000001', sku: 'gems-100', reply: { Token: 'tok-1' } };

type Connected = Awaited<ReturnType<typeof adapter.connect>>;

interface Started extends ConnectedAdapter<Connected> {
  readonly launches: readonly string[];
  readonly reload: ReturnType<typeof vi.fn>;
}

async function start(fields: object = options, parts: Partial<BrowserAdapterHarnessOptions> = {}): Promise<Started> {
  const launches: string[] = [];
  const reload = vi.fn();
  const host = { reload, replaceLaunch: (url: URL) => void launches.push(url.search.slice(1)) };
  const names = ['Ada Winter', 'Ada Sommer'];
  const describeNext = () => ({ players: [{ full_name: names.shift(), avatar: 'https://x.example/a' }] });
  const server = { '/players': describeNext, '/start': () => ({ ...options, auth_key: 'k2' }) };
  const played = await begin({ launchUrl: addressOf(fields), server, host, ...parts });
  return { ...played, launches, reload };
}

const quietPage: SimulatedHostPage = {
  ...page,
  start: (stage) =>
    stage.listen((message) => {
      const { type } = readUntrustedFields(message);
      if (type === 'agru-sayHello') stage.post({ type, data: ['Hello, from AG.ru', null] });
    }),
};

const sent = ({ posted }: BrowserAdapterHarness, method: string): unknown[] =>
  posted
    .map(({ message }) => readUntrustedFields(message))
    .flatMap(({ type, data }) => (type === `agru-${method}` ? [data] : []));
const tell = (harness: BrowserAdapterHarness, method: string, result: unknown, error: unknown = null): void =>
  harness.deliver({ type: `agru-${method}`, data: [result, error] });
const playersIn = ({ events }: BrowserAdapterHarness): unknown[] => events.filter((each) => each === 'player');

describe('connecting', () => {
  it('sends the first message, and reads the player and the payload', async () => {
    const { platform, harness } = await start({ ...options, invite: 'room-7' });
    expect(harness.posted[0]?.message).toEqual({ type: 'agru-sayHello', data: null });
    expect(sent(harness, 'getUsers')).toEqual(['77']);
    expect(await waitForValue(platform.login(), harness)).toEqual({
      QueryString: `${queryOf({ ...options, invite: 'room-7' })}&lang=ru`,
    });
    expect(platform.payload).toBe('room-7');
    expect(platform.player(undefined)).toEqual({
      userId: '77',
      displayName: 'Ada Winter',
      firstName: 'Ada Winter',
      lastName: '',
      gender: 'unspecified',
      photo: { url: 'https://x.example/a', width: 200, height: 200 },
    });
  });

  it('returns its proof once the player is described, so that the game gets the name', async () => {
    const { platform, harness } = await start(options, { scenario: { network: 'slow' } });
    expect(platform.player(undefined).displayName).toBe('');
    await waitForValue(platform.login(), harness);
    expect(platform.player(undefined).displayName).toBe('Ada Winter');
  });

  it('fails with a reason if the page doesn’t respond for eight seconds', async () => {
    const harness = await open({ scenario: { sdk: 'silent' } });
    const end = await waitForResult(adapter.connect(harness.host as never), harness);
    expect(end).toMatchObject({ error: { code: 'Timeout', message: 'Absolute Games does not answer' } });
  });

  it('sells nothing without settings for it', async () => {
    const { platform } = await start(options, { data: { PaymentsUrl: undefined } });
    expect(listCapabilitiesOf(platform)).not.toContain('purchases');
  });

  it('continues without a name when the page returns none', async () => {
    const refuse = () => {
      throw new Error('down');
    };
    const { platform, harness } = await start(options, { server: { '/players': refuse } });
    await waitForValue(platform.login(), harness);
    expect(platform.player({ accountId: 'a', name: 'Player 5' })).toMatchObject({ displayName: 'Player 5' });
    expect(harness.warnings).toContain('The player of Absolute Games did not work');
  });

  it('ignores invalid messages and its own calls', async () => {
    const { harness, reload } = await start();
    const nonsense = [
      null,
      'agru-optionsUpdates',
      { type: 'agru-optionsUpdates' },
      { type: 'optionsUpdates', data: [{}] },
    ];
    for (const message of [...nonsense, { type: 'agru-optionsUpdates', data: { player_id: '1' } }])
      harness.deliver(message);
    await vi.dynamicImportSettled();
    expect([playersIn(harness), reload.mock.calls]).toEqual([[], []]);
  });
});

describe('an update of the options', () => {
  it('of the same player only reads the profile again, and notifies the game', async () => {
    const { platform, harness, reload, launches } = await start();
    await waitForValue(platform.login(), harness);
    tell(harness, 'optionsUpdates', { ...options, auth_key: 'k2' });
    await vi.waitFor(() => expect(sent(harness, 'getUsers')).toEqual(['77', '77']));
    const login = await waitForValue(platform.login(), harness);
    expect(platform.player(undefined).displayName).toBe('Ada Sommer');
    await vi.waitFor(() => expect(harness.events).toContain('refreshed player'));
    expect([playersIn(harness), reload.mock.calls]).toEqual([[], []]);
    expect(new URLSearchParams(login?.UserAuth).get('auth_key')).toBe('k2');
    expect(launches).toEqual([`${queryOf({ ...options, auth_key: 'k2' })}&lang=ru`]);
  });

  it.each([
    ['another player', options, { player_id: '78' }],
    ['a guest who signed in', guest, { player_id: '77' }],
    ['a guest who signed in with the same id', guest, { player_id: '76' }],
  ])('of %s changes the account: it is proved again, without a reload', async (_, before, change) => {
    const { platform, harness, reload } = await start(before);
    tell(harness, 'optionsUpdates', { ...options, ...change });
    await vi.waitFor(() => expect(playersIn(harness)).toHaveLength(1));
    const login = await waitForValue(platform.login(), harness);
    expect(Object.fromEntries(new URLSearchParams(login?.UserAuth))).toMatchObject({ ...options, ...change });
    expect(platform.player(undefined)).toMatchObject({ userId: change.player_id, displayName: 'Ada Sommer' });
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['a player who signed out', options, guest],
    ['a player who signed out and has no id', options, { ...guest, player_id: '', auth_key: '' }],
    ['another guest', guest, { ...guest, player_id: '75' }],
  ])('of %s reloads the page as that guest', async (_, before, after) => {
    const { harness, reload, launches } = await start(before);
    tell(harness, 'optionsUpdates', after);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    const { player_id: id, guest: flag } = Object.fromEntries(new URLSearchParams(launches[0]));
    expect([id ?? '', flag]).toEqual([after.player_id, 'true']);
    expect(playersIn(harness)).toEqual([]);
  });
});

describe('signing in', () => {
  it('waits until the page reports the new player, and leaves the proof to the caller', async () => {
    const { platform, harness } = await start(guest, { player: { ...samplePlayer, isGuest: true } });
    await waitForValue(platform.signIn?.open() ?? Promise.reject(new Error('none')), harness);
    expect(harness.dialogTitles).toEqual(['Sign in at AG.ru']);
    const login = await waitForValue(platform.login(), harness);
    expect(Object.fromEntries(new URLSearchParams(login?.UserAuth))).toMatchObject({ player_id: '77', guest: 'false' });
    expect(playersIn(harness)).toEqual([]);
    expect(harness.events).toEqual([{ isFocused: false }, { isFocused: true }]);
  });

  it('is cancelled when it is closed, and fails if the player is not reported', async () => {
    const closed = await start(guest, { player: { ...samplePlayer, isGuest: true }, answers: ['no'] });
    const open1 = closed.platform.signIn?.open();
    expect(await waitForResult(open1 ?? Promise.resolve(), closed.harness)).toMatchObject({
      error: { code: 'UserCancelled' },
    });
    const untold = await start(guest);
    const open2 = untold.platform.signIn?.open();
    expect(await waitForResult(open2 ?? Promise.resolve(), untold.harness)).toMatchObject({
      error: { code: 'Timeout' },
    });
  });
});

describe('a purchase', () => {
  it('of a guest asks them to sign in, and the game gets the reason', async () => {
    const { platform, harness } = await start(guest, { player: { ...samplePlayer, isGuest: true } });
    expect(() => platform.purchases?.request?.()).toThrow(expect.objectContaining({ message: 'Not authorized' }));
    expect(sent(harness, 'authorize')).toEqual([null]);
    await vi.waitFor(() => expect(playersIn(harness)).toHaveLength(1));
    expect(platform.purchases?.request?.()).toMatchObject({ PlayerId: '77', AuthKey: 'k2', Guest: 'false' });
  });

  it('is requested with the values signed by the page', async () => {
    const { platform } = await start({ ...options, debug: 'true', invite: 'room-7' });
    expect(platform.purchases?.request?.()).toEqual({
      AppId: '1234',
      AuthKey: 'k1',
      Debug: 'true',
      GameSid: 's1',
      PlayerId: '77',
      Guest: 'false',
      Invite: 'room-7',
    });
  });

  it.each([
    ['with an invoice', { status: false, info: { status: 'success', invoice: 'ag-1' } }, { outcome: 'completed' }],
    [
      'with an invoice in an open window',
      { status: true, info: { status: 'done', invoice: 5 } },
      { outcome: 'completed' },
    ],
    ['with a closed window', { status: false, info: null }, { outcome: 'failed', message: 'Window closed' }],
    [
      'without an invoice',
      { status: false, info: { status: 'fail' } },
      { outcome: 'failed', message: 'Window closed' },
    ],
    ['otherwise', { status: true, info: { status: 'pending' } }, { outcome: 'failed', message: 'Unknown state' }],
    ['with nothing', null, { outcome: 'failed', message: 'Unknown state' }],
  ])('ends %s', async (_, result, end) => {
    const { platform, harness } = await start(options, { page: quietPage });
    const paying = platform.purchases?.pay(order);
    await vi.waitFor(() => expect(sent(harness, 'showPayment')).toEqual(['tok-1']));
    // That the window has opened is not a result.
    tell(harness, 'showPayment', { status: true, info: null });
    tell(harness, 'showPayment', result);
    expect(await waitForValue(paying ?? Promise.reject(new Error('none')), harness)).toEqual(end);
  });
});

describe('a campaign', () => {
  it('ends when it closes, one after the other', async () => {
    const { platform, harness } = await start(options, { page: quietPage });
    const video = platform.video?.show();
    const interstitial = platform.interstitial?.show();
    const rewarded = { type: 'rewarded', options: {} };
    await vi.waitFor(() => expect(sent(harness, 'showCampaign')).toEqual([rewarded]));
    tell(harness, 'showCampaign', { type: 'rewarded', status: true, reward: false });
    tell(harness, 'showCampaign', { type: 'default', status: false, reward: false });
    tell(harness, 'showCampaign', { type: 'rewarded', status: false, reward: true });
    await vi.waitFor(() => expect(sent(harness, 'showCampaign')).toEqual([rewarded, { type: 'default', options: {} }]));
    tell(harness, 'showCampaign', null, 'No campaign');
    expect(await Promise.all([video, interstitial])).toEqual([
      { outcome: 'finished' },
      { outcome: 'failed', reason: 'Unknown' },
    ]);
  });

  it('is reported to the game once the game is connected', async () => {
    const { platform, harness } = await start();
    platform.lifecycle?.loaded?.();
    const kinds = ['video', 'interstitial'];
    expect(harness.events).toEqual(kinds.map((kind) => ({ kind, isAvailable: true })));
  });
});
