import { describe, expect, it, vi } from 'vitest';
import type { UntrustedFields } from '../kit/fields.browser.ts';
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
import { md5 } from './md5.browser.ts';
import { odnoklassniki } from './platform.ts';
import { signRestCall } from './rest.browser.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('odnoklassniki', odnoklassniki, adapter, page);

type Connected = Awaited<ReturnType<typeof adapter.connect>>;
type Answers = Readonly<Record<string, readonly (readonly [result: string, data: string])[]>>;

const written = (message: unknown): string[] =>
  String(message).replace('__FAPI__', '').split('$').map(decodeURIComponent);
const callsOf = ({ posted }: BrowserAdapterHarness, method: string): string[][] =>
  posted.map(({ message }) => written(message)).flatMap(([name, ...args]) => (name === method ? [args] : []));

const answering = (answers: Answers): SimulatedHostPage => ({
  ...page,
  start: (stage) =>
    stage.listen((message) => {
      const [name = ''] = written(message);
      for (const [result, data] of { attach: [['ok', '']] as const, ...answers }[name] ?? [])
        stage.post([name, result, data].map(encodeURIComponent).join('$'));
    }),
});

const ask = <T>({ harness }: ConnectedAdapter<Connected>, promise: Promise<T> | undefined): Promise<T | undefined> =>
  waitForValue(Promise.resolve(promise), harness);
const start = (answers: Answers, parts: Partial<BrowserAdapterHarnessOptions> = {}) =>
  begin({ page: answering(answers), ...parts });

describe('signatures', () => {
  it('of calls match the documented example', () => {
    const texts = {
      session_key: '-s-testsessionkey',
      method: 'users.getCurrentUser',
      format: 'JSON',
      fields: 'uid,name,first_name,last_name,gender,locale,pic224x224',
      application_key: 'CTESTKEYABABABABA',
    };
    expect(signRestCall(texts, 'oksessionsecret0001')).toBe('acb5039ee0452756de918ac3684191b7');
    // Sorted by names, not by what follows them.
    expect(signRestCall({ a1: 'x', a: 'y' }, 's')).toBe(md5('a=ya1=xs'));
  });

  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      '57edf4a22be3c955ac49da2e2107b67a',
    ],
    ['a'.repeat(55), 'ef1772b6dff9a122358552954ad0df65'],
    ['a'.repeat(56), '3b0c8ac703f828b04c6c197006d17218'],
    ['a'.repeat(64), '014842d480b571495a4a0363793f7367'],
    ['Привет', '8a669e9418750c81ab90ae159a8ec410'],
  ])('are MD5 hashes of %j', (text, hash) => {
    expect(md5(text)).toBe(hash);
  });
});

describe('connecting', () => {
  it('attaches, requests the player, and reports them with a picture of 224 pixels', async () => {
    const { platform, harness } = await begin();
    expect(harness.posted[0]?.message).toBe('__FAPI__attach');
    expect(platform.player(undefined)).toMatchObject({
      userId: samplePlayer.id,
      displayName: 'Ada Koval',
      gender: 'female',
      photo: { width: 224, height: 224 },
      socialLocale: 'uk',
    });
    expect(platform.language).toBe('uk');
    expect(odnoklassniki.forbids).toEqual(['links']);
  });

  it('attaches twenty times, half a second apart, and gives up with the platform’s own message', async () => {
    const harness = await open({ scenario: { sdk: 'silent' } });
    expect(await waitForResult(adapter.connect(harness.host as never), harness)).toMatchObject({
      error: { code: 'Timeout', message: 'Failed to init.' },
    });
    expect(callsOf(harness, 'attach')).toHaveLength(20);
  });

  it('reads the launch parameters, and starts without a page that responds', async () => {
    const signed = 'session_key=-s-1.1&session_secret_key=x&logged_user_id=7&custom_args=room-7';
    const launchUrl = new URL(`https://play.example/?${signed}&lang=de`);
    const { platform, harness } = await begin({ launchUrl });
    expect(platform.payload).toBe('room-7');
    // The language parameter of our own page isn't signed.
    expect(await platform.login()).toEqual({ QueryString: signed });
    expect(listCapabilitiesOf(platform)).toEqual([]);
    expect(harness.posted).toEqual([]);
    expect(harness.warnings).toContain('The profile at Odnoklassniki did not work');
  });

  it('fails if the URL is not a launch', async () => {
    const { host } = await open({ launchUrl: new URL('https://play.example/') });
    await expect(adapter.connect(host as never)).rejects.toMatchObject({ message: 'Failed to init.' });
  });

  it('has no group to join without the setting', async () => {
    expect(listCapabilitiesOf((await begin({ data: { GroupId: undefined } })).platform)).not.toContain('community');
  });

  it('ignores invalid messages, and calls a method once at a time', async () => {
    const played = await start({});
    const first = played.platform.share?.share({ link: 'https://play.example/g', title: 'Gems' });
    for (const nonsense of [7, null, {}, 'postMediatopic', 'postMediatopic$ok', 'postMediatopic$ok$$', 'x%$ok$'])
      played.harness.deliver(nonsense);
    const second = played.platform.share?.share({ link: 'https://play.example/h', title: 'Gems' });
    await expect(second).rejects.toMatchObject({
      code: 'Unknown',
      cause: { message: 'Odnoklassniki is busy with postMediatopic' },
    });
    played.harness.deliver('postMediatopic$ok$');
    await ask(played, first);
    expect(callsOf(played.harness, 'postMediatopic')).toHaveLength(1);
  });
});

describe('the visible part of the game', () => {
  it('is polled every 5000 ms, without the 48 pixels of the top panel', async () => {
    const info = { scrollTop: 0, offsetTop: 0, innerHeight: 700 };
    const answers: Record<string, [string, string][]> = { getPageInfo: [['ok', JSON.stringify(info)]] };
    const { platform, harness } = await start(answers);
    const heightPx = harness.host.window.innerHeight;
    await vi.advanceTimersByTimeAsync(0);
    expect(platform.insets?.()).toMatchObject({ top: 48, bottom: heightPx - 700 });
    const told = harness.events.filter((news) => news === 'insets').length;
    await vi.advanceTimersByTimeAsync(4999);
    expect(callsOf(harness, 'getPageInfo')).toHaveLength(1);
    answers['getPageInfo'] = [['ok', JSON.stringify({ ...info, offsetTop: 148, scrollTop: 100, innerHeight: 2000 })]];
    await vi.advanceTimersByTimeAsync(5001);
    expect(callsOf(harness, 'getPageInfo')).toHaveLength(3);
    expect(platform.insets?.()).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
    expect(harness.events.filter((news) => news === 'insets')).toHaveLength(told + 1);
  });

  it('is everything if the page does not respond, which is logged once', async () => {
    const { platform, harness } = await start({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(platform.insets?.()).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
    expect(harness.warnings.filter((text) => text.includes('what is seen'))).toHaveLength(1);
  });
});

describe('a payment', () => {
  const reply = { ExtraAttributes: '{"orderId":"o"}', Name: '100 gems $', Description: 'For the mine', Price: 24 };
  const pay = async (parts: Partial<BrowserAdapterHarnessOptions>) => {
    const played = await begin(parts);
    const seen = await ask(played, played.platform.purchases?.pay({ orderId: 'o', sku: 'gems-100', reply }));
    return { ...played, seen };
  };
  const server = { '/payment': () => ({ outcome: 'paid' }) };

  it.each([
    ['paid', { outcome: 'completed' }],
    ['webhook-late', { outcome: 'completed' }],
    ['cancelled', { outcome: 'cancelled' }],
    ['paid-but-cancelled', { outcome: 'cancelled' }],
    ['failed', { outcome: 'failed' }],
  ] as const)('that ends as %s has the result %j', async (payment, expected) => {
    const { seen, harness } = await pay({ scenario: { payment }, server });
    expect(seen).toMatchObject(expected);
    const dialog = ['100 gems $', 'For the mine', 'gems-100', '24', '', '{"orderId":"o"}', 'ok', 'true', ''];
    expect(callsOf(harness, 'showPayment')).toEqual([dialog]);
  });

  it.each([
    ['ok', '{"amount":24}', 'completed'],
    ['cancel', 'null', 'cancelled'],
    ['error', 'cancel', 'cancelled'],
    ['error', '', 'failed'],
    ['', '', 'failed'],
  ])('with the reply %j and %j is %s', async (result, data, outcome) => {
    expect((await pay({ page: answering({ showPayment: [[result, data]] }) })).seen).toMatchObject({ outcome });
  });
});

describe('social calls', () => {
  it('list friends who play, with a permission that the player grants once', async () => {
    const played = await begin();
    const friends = await ask(played, played.platform.friends?.list());
    expect(friends).toMatchObject([
      { uid: '100200301', displayName: 'Borys Koval', gender: 'male', photo: { width: 224, height: 224 } },
      { uid: '100200302', gender: 'unspecified' },
    ]);
    expect(callsOf(played.harness, 'showPermissions')).toEqual([['["VALUABLE_ACCESS"]']]);
    await ask(played, played.platform.friends?.list());
    expect(callsOf(played.harness, 'showPermissions')).toHaveLength(1);
  });

  it('list them in portions of 100, and none without permission', async () => {
    const portions: number[] = [];
    const methods: Readonly<Record<string, (uids: string[]) => unknown>> = {
      'friends.getAppUsers': () => ({ uids: Array.from({ length: 1234 }, (_, at) => at) }),
      'users.getInfo': (uids) => {
        portions.push(uids.length);
        return uids.map((uid) => ({ uid, gender: uid === '0' ? 'm' : 'f' }));
      },
    };
    const server = {
      '/fb.do': ({ method, uids }: UntrustedFields) => methods[String(method)]?.(String(uids).split(',')) ?? false,
    };
    const list = async (answer: readonly [string, string]) => {
      const played = await start({ showPermissions: [answer] }, { server });
      return ask(played, played.platform.friends?.list());
    };
    const friends = await list(['ok', '']);
    expect(friends).toHaveLength(1000);
    expect(friends?.[0]).toMatchObject({ uid: '0', gender: 'male' });
    expect(friends?.[999]).toMatchObject({ uid: '999', gender: 'female' });
    expect(portions).toEqual(Array.from({ length: 10 }, () => 100));
    await expect(list(['cancel', 'null'])).rejects.toMatchObject({ code: 'UserCancelled' });
    await expect(list(['error', 'cancel'])).rejects.toMatchObject({ code: 'UserCancelled' });
  });

  it('report an error or a missing response of the platform’s API', async () => {
    const fault = { '/fb.do': () => ({ error_code: 10, error_msg: 'PERMISSION_DENIED' }) };
    const played = await begin({ server: fault });
    await expect(ask(played, played.platform.friends?.list())).rejects.toMatchObject({
      code: 'Unknown',
      message: 'Odnoklassniki answered users.hasAppPermission with 10: PERMISSION_DENIED',
    });
    const fail = () => {
      throw new TypeError('Failed to fetch');
    };
    const down = { '/fb.do': fail };
    const offline = await begin({ server: down });
    await expect(ask(offline, offline.platform.friends?.list())).rejects.toMatchObject({
      message: 'Odnoklassniki did not answer users.hasAppPermission',
    });
  });

  const invite = async (answer: readonly [string, string], parts: Partial<BrowserAdapterHarnessOptions> = {}) => {
    const played = await start({ showInvite: [answer] }, parts);
    const uids = Array.from({ length: 25 }, (_, at) => String(at));
    return waitForResult(
      Promise.resolve(played.platform.invites?.invite({ message: 'x'.repeat(130), uids })),
      played.harness,
    );
  };

  it('invite, with the named friends preselected', async () => {
    const played = await begin({ answers: ['yes', 'no'] });
    const wish = { message: 'Come!', uids: ['100200301'] };
    expect(await ask(played, played.platform.invites?.invite(wish))).toEqual({ outcome: 'invited', invited: 1 });
    expect(callsOf(played.harness, 'showInvite')).toEqual([['Come!', '', '100200301']]);
    expect(await ask(played, played.platform.invites?.invite(wish))).toEqual({ outcome: 'cancelled' });
    expect(await invite(['ok', '1234567890,1234567891'])).toEqual({ value: { outcome: 'invited', invited: 2 } });
    // The platform limits the invitation's parameters, not its text.
    const long = await begin({ answers: ['yes'] });
    await ask(long, long.platform.invites?.invite({ message: 'x'.repeat(130), uids: [] }));
    expect(callsOf(long.harness, 'showInvite')).toEqual([['x'.repeat(130), '', '']]);
    expect(await invite(['error', 'cancel'])).toEqual({ value: { outcome: 'cancelled' } });
    expect(await invite(['error', 'layer already exists'])).toMatchObject({ error: { code: 'Unknown' } });
  });

  it('show a player without friends to invite: Нет доступных для приглашения друзей', async () => {
    const shown: string[] = [];
    const host = { showInfo: async (text: string) => void shown.push(text) };
    const text = 'Нет доступных для приглашения друзей';
    expect(await invite(['error', 'noUsers'], { host })).toEqual({ value: { outcome: 'notAvailable' } });
    expect(shown).toEqual([text]);
    expect(await invite(['error', 'cancel'], { host })).toEqual({ value: { outcome: 'cancelled' } });
    expect(shown).toHaveLength(1);
  });

  it('share and join a group; declining is a result', async () => {
    const played = await begin({ answers: ['yes', 'yes', 'no', 'no'] });
    const { share, community } = played.platform;
    const wish = { link: 'https://play.example/g', title: 'Gems' };
    expect(await ask(played, share?.share(wish))).toEqual({ outcome: 'shared' });
    expect(callsOf(played.harness, 'postMediatopic')).toEqual([
      ['{"media":[{"type":"text","text":"Gems"},{"type":"link","url":"https://play.example/g"}]}', 'off', ''],
    ]);
    for (const yesOrNo of [true, false]) expect(await ask(played, community?.join())).toBe(yesOrNo);
    expect(callsOf(played.harness, 'joinGroup')[0]).toEqual(['53000000000001', 'false']);
    expect(await ask(played, share?.share(wish))).toEqual({ outcome: 'cancelled' });
  });
});

describe('a review', () => {
  it('is requested until there is a rating, which the game can read', async () => {
    const played = await begin({ answers: ['none', '5'] });
    const { reviews } = played.platform;
    expect(await ask(played, reviews?.canAsk())).toBe(true);
    expect(await ask(played, reviews?.info())).toEqual({ available: true });
    expect(await ask(played, reviews?.ask())).toBe(true);
    expect(await ask(played, reviews?.ask())).toBe(true);
    expect(await ask(played, reviews?.info())).toEqual({ available: true, rating: 5 });
    expect(await ask(played, reviews?.canAsk())).toBe(false);
  });

  it.each(['layer already exists', 'not_supported'])(
    'that fails with “%s” was not shown, and is logged',
    async (word) => {
      const played = await start({ showRatingDialog: [['error', word]] });
      expect(await ask(played, played.platform.reviews?.ask())).toBe(false);
      expect(played.harness.warnings).toContain('A review at Odnoklassniki did not work');
    },
  );

  it('whose rating cannot be read is not available, and is logged', async () => {
    const played = await start({}, { server: { '/fb.do': () => ({ error_code: 2, error_msg: 'SERVICE' }) } });
    expect(await ask(played, played.platform.reviews?.info())).toEqual({ available: false });
    expect(await ask(played, played.platform.reviews?.canAsk())).toBe(false);
    expect(played.harness.warnings.filter((text) => text.startsWith('A review'))).toHaveLength(2);
  });
});

describe('advertisements', () => {
  const failed = { outcome: 'failed', reason: 'Unknown' };
  const notConnected = { outcome: 'failed', reason: 'AdsNotConnected' };
  const finished = { outcome: 'finished' };

  it.each([
    ['ready', 'ok', 'complete', finished],
    ['ad_prepared', 'ok', 'ad_shown', finished],
    ['ready', 'error', 'complete', finished],
    ['ready', 'ok', 'skip', { outcome: 'skipped' }],
    ['ready', 'error', 'skip', { outcome: 'skipped' }],
    ['ready', 'error', 'not_prepared', failed],
    ['ready', 'ok', 'mp4_not_supported', failed],
    ['ready', 'ok', 'app_in_fullscreen', failed],
    ['ad_prepared', 'error', 'native ads failed: -4', failed],
  ])('with a reward, found as %s, that end with %s and %s are %j', async (found, result, data, expected) => {
    const played = await start({ loadAd: [['ok', found]], showLoadedAd: [[result, data]] });
    expect(await ask(played, played.platform.video?.ready())).toBe(true);
    expect(await ask(played, played.platform.video?.show())).toEqual(expected);
  });

  it.each([
    ['empty', failed],
    ['call_limit', failed],
    ['in_use', failed],
    ['initialization_error', failed],
    ['disabled', notConnected],
    ['native ads failed: -1', failed],
    ['native ads failed: -2', failed],
    ['native ads failed: -3', notConnected],
  ])('with a reward that fail with the text %s are %j, and logged', async (word, expected) => {
    const played = await start({ loadAd: [['error', word]] });
    expect(await ask(played, played.platform.video?.ready())).toBe(false);
    expect(await ask(played, played.platform.video?.show())).toEqual(expected);
    expect(played.harness.warnings).toContain('Odnoklassniki showed no advertisement');
    expect(callsOf(played.harness, 'showLoadedAd')).toEqual([]);
  });

  it('with a reward are loaded once for each one shown', async () => {
    const played = await begin({ scenario: { ad: 'finished' } });
    const { video } = played.platform;
    for (let times = 0; times < 3; times += 1) expect(await ask(played, video?.ready())).toBe(true);
    expect(callsOf(played.harness, 'loadAd')).toHaveLength(1);
    expect(await ask(played, video?.show())).toEqual(finished);
    expect(await ask(played, video?.show())).toEqual(finished);
    expect(callsOf(played.harness, 'showLoadedAd')).toHaveLength(2);
    expect(played.harness.events).toContainEqual({ kind: 'video', isAvailable: true });
  });

  it.each([
    [
      [
        ['ok', 'ready'],
        ['ok', 'ad_prepared'],
        ['ok', 'ad_shown'],
      ] as const,
      finished,
    ],
    [
      [
        ['ok', 'ready'],
        ['error', 'no_ads'],
      ] as const,
      failed,
    ],
    [[['error', 'call_limit']] as const, failed],
    [[['ok', 'in_use']] as const, failed],
    [[['error', 'app_in_fullscreen']] as const, failed],
    [[['error', 'native ads failed: -3']] as const, notConnected],
  ])('between rounds that report %j are %j', async (words, expected) => {
    const played = await start({ showAd: words });
    expect(await ask(played, played.platform.interstitial?.show())).toEqual(expected);
    expect(await played.platform.interstitial?.ready()).toBe(expected === finished);
  });

  it('as a banner are requested, and then shown below the game', async () => {
    const played = await begin();
    expect(await ask(played, played.platform.banner?.show())).toEqual({ shown: true });
    expect(callsOf(played.harness, 'showBannerAds')).toEqual([['bottom']]);
    // The player may close it, and another banner is loaded from time to time.
    for (const word of ['hidden_by_user', 'ad_shown']) played.harness.deliver(`requestBannerAds$ok$${word}`);
    expect(await ask(played, played.platform.banner?.hide())).toEqual({ hidden: true });
  });

  it.each([
    [{ requestBannerAds: [['error', 'no_ads']] }, 'Unknown'],
    [{ requestBannerAds: [['error', 'disabled']] }, 'AdsNotConnected'],
    [{ requestBannerAds: [['ok', 'ad_loaded']], showBannerAds: [['error', 'in_use']] }, 'Unknown'],
    [{ requestBannerAds: [['ok', 'ad_loaded']], showBannerAds: [['ok', '']] }, 'Unknown'],
  ] as const)('as a banner, with %j, are not shown: %s', async (answers, reason) => {
    const played = await start(answers);
    expect(await ask(played, played.platform.banner?.show())).toEqual({ shown: false, reason });
  });
});
