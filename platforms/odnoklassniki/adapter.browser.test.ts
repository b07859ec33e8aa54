// What is particular to Odnoklassniki; what every half holds is in ../every-platform.browser.test.ts.
import { describe, expect, it, vi } from 'vitest';
import { createPlays, endOf, offersIn, player, valueOf, type Played } from '../kit/testing/play-half.browser.ts';
import type { HostPage } from '../simulator-port.browser.ts';
import type { Scene, SceneParts } from '../simulator-scene.browser.ts';
import { half } from './adapter.browser.ts';
import { md5 } from './md5.browser.ts';
import { odnoklassniki } from './platform.ts';
import { signCall } from './rest.browser.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createPlays('odnoklassniki', odnoklassniki, half, page);

type Connected = Awaited<ReturnType<typeof half.connect>>;
type Answers = Readonly<Record<string, readonly (readonly [result: string, data: string])[]>>;

const written = (message: unknown): string[] =>
  String(message).replace('__FAPI__', '').split('$').map(decodeURIComponent);
/** The arguments of every call of a method. */
const callsOf = ({ posted }: Scene, method: string): string[][] =>
  posted.map(({ message }) => written(message)).flatMap(([name, ...args]) => (name === method ? [args] : []));

/** A page that answers these calls, and no others. */
const answering = (answers: Answers): HostPage => ({
  ...page,
  start: (stage) =>
    stage.listen((message) => {
      const [name = ''] = written(message);
      for (const [result, data] of { attach: [['ok', '']] as const, ...answers }[name] ?? [])
        stage.post([name, result, data].map(encodeURIComponent).join('$'));
    }),
});

const ask = <T>({ scene }: Played<Connected>, promise: Promise<T> | undefined): Promise<T | undefined> =>
  valueOf(Promise.resolve(promise), scene);
const start = (answers: Answers, parts: Partial<SceneParts> = {}) => begin({ page: answering(answers), ...parts });

describe('signatures', () => {
  it('of calls are made as the vector has it', () => {
    const texts = {
      session_key: '-s-testsessionkey',
      method: 'users.getCurrentUser',
      format: 'JSON',
      fields: 'uid,name,first_name,last_name,gender,locale,pic224x224',
      application_key: 'CTESTKEYABABABABA',
    };
    expect(signCall(texts, 'oksessionsecret0001')).toBe('acb5039ee0452756de918ac3684191b7');
    // By names, and not by what follows them.
    expect(signCall({ a1: 'x', a: 'y' }, 's')).toBe(md5('a=ya1=xs'));
  });

  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', '57edf4a22be3c955ac49da2e2107b67a'],
    ['a'.repeat(55), 'ef1772b6dff9a122358552954ad0df65'],
    ['a'.repeat(56), '3b0c8ac703f828b04c6c197006d17218'],
    ['a'.repeat(64), '014842d480b571495a4a0363793f7367'],
    ['Привет', '94f7a41a1e2d0c7a9c8a3f1d5e5f0b1a'],
  ])('are MD5: of %j', (text, hash) => {
    expect(md5(text)).toBe(hash);
  });
});

describe('connecting', () => {
  it('attaches, asks who plays, and tells it with a picture of 224 pixels', async () => {
    const { platform, scene } = await begin();
    expect(scene.posted[0]?.message).toBe('__FAPI__attach');
    expect(platform.player(undefined)).toMatchObject({
      userId: player.id,
      displayName: 'Ada Koval',
      gender: 'female',
      photo: { width: 224, height: 224 },
      socialLocale: 'uk',
    });
    expect(platform.language).toBe('uk');
    expect(odnoklassniki.forbids).toEqual(['links']);
  });

  it('attaches twenty times, half a second apart, and gives up in the platform’s own words', async () => {
    const scene = await open({ situation: { sdk: 'silent' } });
    expect(await endOf(half.connect(scene.host as never), scene)).toMatchObject({
      error: { code: 'Timeout', message: 'Failed to init.' },
    });
    expect(callsOf(scene, 'attach')).toHaveLength(20);
  });

  it('reads what the game was started with, and is there without a page that answers', async () => {
    const launchUrl = new URL('https://play.example/?session_key=-s-1.1&session_secret_key=x&logged_user_id=7&custom_args=room-7');
    const { platform, scene } = await begin({ launchUrl });
    expect(platform.payload).toBe('room-7');
    expect(await platform.login()).toEqual({ QueryString: launchUrl.search.slice(1) });
    expect(offersIn(platform)).toEqual([]);
    expect(scene.posted).toEqual([]);
    expect(scene.warned).toContain('The profile at Odnoklassniki did not work');
  });

  it('ends where the address is no launch', async () => {
    const { host } = await open({ launchUrl: new URL('https://play.example/') });
    await expect(half.connect(host as never)).rejects.toMatchObject({ message: 'Failed to init.' });
  });

  it('has no group to join where nobody has set one up', async () => {
    expect(offersIn((await begin({ data: { GroupId: undefined } })).platform)).not.toContain('community');
  });

  it('hears no nonsense, and asks a method once at a time', async () => {
    const played = await start({});
    const first = played.platform.share?.share({ link: 'https://play.example/g', title: 'Gems' });
    for (const nonsense of [7, null, {}, 'postMediatopic', 'postMediatopic$ok', 'postMediatopic$ok$$', 'x%$ok$'])
      played.scene.deliver(nonsense);
    const second = played.platform.share?.share({ link: 'https://play.example/h', title: 'Gems' });
    await expect(second).rejects.toMatchObject({ code: 'Unknown', message: 'Odnoklassniki is still busy with postMediatopic' });
    played.scene.deliver('postMediatopic$ok$');
    await ask(played, first);
    expect(callsOf(played.scene, 'postMediatopic')).toHaveLength(1);
  });
});

describe('what is seen of the game', () => {
  it('is asked every 5000 ms, without the 48 pixels of the panel at the top', async () => {
    const info = { scrollTop: 0, offsetTop: 0, innerHeight: 700 };
    const answers: Record<string, [string, string][]> = { getPageInfo: [['ok', JSON.stringify(info)]] };
    const { platform, scene } = await start(answers);
    const heightPx = scene.host.window.innerHeight;
    await vi.waitFor(() => expect(platform.insets?.()).toMatchObject({ top: 48, bottom: heightPx - 700 }));
    const told = scene.news.filter((news) => news === 'insets').length;
    await vi.advanceTimersByTimeAsync(4999);
    expect(callsOf(scene, 'getPageInfo')).toHaveLength(1);
    answers['getPageInfo'] = [['ok', JSON.stringify({ ...info, offsetTop: 148, scrollTop: 100, innerHeight: 2000 })]];
    await vi.advanceTimersByTimeAsync(5001);
    expect(callsOf(scene, 'getPageInfo')).toHaveLength(3);
    expect(platform.insets?.()).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
    // The game is told what has changed, and only that.
    expect(scene.news.filter((news) => news === 'insets')).toHaveLength(told + 1);
  });

  it('is all of it where the page does not tell, which is logged once', async () => {
    const { platform, scene } = await start({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(platform.insets?.()).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
    expect(scene.warned.filter((text) => text.includes('what is seen'))).toHaveLength(1);
  });
});

describe('a payment', () => {
  const reply = { ExtraAttributes: '{"orderId":"o"}', Name: '100 gems $', Description: 'For the mine', Price: 24 };
  const pay = async (parts: Partial<SceneParts>) => {
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
  ] as const)('that ends as %s is seen as %j', async (payment, expected) => {
    const { seen, scene } = await pay({ situation: { payment }, server });
    expect(seen).toMatchObject(expected);
    const dialog = ['100 gems $', 'For the mine', 'gems-100', '24', '', '{"orderId":"o"}', 'ok', 'true'];
    expect(callsOf(scene, 'showPayment')).toEqual([dialog]);
  });

  it.each([
    ['ok', '{"amount":24}', 'completed'],
    ['cancel', 'null', 'cancelled'],
    ['error', 'cancel', 'cancelled'],
    ['error', '', 'failed'],
    ['', '', 'failed'],
  ])('that is answered with %j and %j is %s', async (result, data, outcome) => {
    expect((await pay({ page: answering({ showPayment: [[result, data]] }) })).seen).toMatchObject({ outcome });
  });
});

describe('people', () => {
  it('lists friends who play, with the right that the player grants once', async () => {
    const played = await begin();
    const friends = await ask(played, played.platform.friends?.list());
    expect(friends).toMatchObject([
      { uid: '100200301', displayName: 'Borys Koval', gender: 'male', photo: { width: 224, height: 224 } },
      { uid: '100200302', gender: 'unspecified' },
    ]);
    expect(callsOf(played.scene, 'showPermissions')).toEqual([['["VALUABLE_ACCESS"]']]);
    await ask(played, played.platform.friends?.list());
    expect(callsOf(played.scene, 'showPermissions')).toHaveLength(1);
  });

  it('lists them in portions of 100, and none against the player’s will', async () => {
    const portions: number[] = [];
    const api = (address: string): unknown => {
      const query = new URL(address).searchParams;
      if (query.get('method') === 'friends.getAppUsers') return { uids: Array.from({ length: 1234 }, (_, at) => at) };
      const uids = query.get('uids')?.split(',') ?? [];
      portions.push(uids.length);
      return query.get('method') === 'users.getInfo' && uids.map((uid) => ({ uid, gender: 'f' }));
    };
    const fetch = async (address: string) => new Response(JSON.stringify(api(address)));
    const played = await start({ showPermissions: [['ok', '']] }, { api: fetch });
    portions.length = 0;
    const friends = await ask(played, played.platform.friends?.list());
    expect(friends).toHaveLength(1000);
    expect(friends?.[999]).toMatchObject({ uid: '999', gender: 'female' });
    expect(portions.filter((size) => size > 0)).toEqual([0, ...Array.from({ length: 10 }, () => 100)].slice(1));
    const against = await start({ showPermissions: [['cancel', 'null']] }, { api: fetch });
    await expect(ask(against, against.platform.friends?.list())).rejects.toMatchObject({ code: 'UserCancelled' });
  });
});
