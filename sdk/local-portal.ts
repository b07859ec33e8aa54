// A simulated portal for developers. It has the same replies, events and error codes as the real one, and asks the
// developer where a player would decide. Its transactions are recognisable as simulated.
import type { EventName, Events, MethodName, ParamsOf, ResultOf } from '../bridge/protocol.ts';
import type { AdResult, PlatformFriend, PlayerInfo, StoreFrontProduct } from '../bridge/shapes.ts';
import type { Portal } from './find-portal.ts';
import { createLocalLeaderboards } from './local-leaderboards.ts';
import { createLocalPurchases } from './local-purchases.ts';
import { openLocalSave } from './local-save.ts';
import type { LocalPortalOptions } from './sdk.ts';
import { SdkError } from './sdk-error.ts';

type Answers = { [M in MethodName]?: (params: ParamsOf<M>) => ResultOf<M> };

export function createLocalPortal(options: LocalPortalOptions = {}): Portal {
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  let info = playerInfo(options.language ?? (globalThis.navigator?.language ?? 'en').slice(0, 2));
  let hash = '';
  let favorite = false;
  let hasJoined = false;
  const accepted: ResultOf<'GetAcceptedDocuments'>['accepted'] = [];
  const products = options.products ?? [product];
  const achievements = (options.achievements ?? []).map((each) => ({ ...each }));
  const save = openLocalSave();

  const emit = <E extends EventName>(event: E, data: Events[E]) => {
    // Asynchronous like a message port, so that no event arrives during a call.
    setTimeout(() => {
      for (const listener of listeners.get(event) ?? []) listener(data);
    });
  };
  const showAd = (kind: 'video' | 'interstitial'): AdResult => {
    const outcome =
      options.ads ?? (ask(`An ad (${kind}) would be shown now. Watched to the end?`) ? 'finished' : 'skipped');
    if (outcome === 'finished') emit('AdsFinished', { kind });
    if (outcome === 'skipped') emit('AdsSkipped', { kind });
    if (outcome !== 'failed') return { outcome };
    emit('AdsFailed', { kind, reason: 'Unknown' });
    return { outcome, reason: 'Unknown' };
  };
  const unlock = (method: MethodName, code: string, progress = Infinity) => {
    const found = achievements.find((each) => each.code === code);
    // Without a list, any achievement can be unlocked.
    if (!options.achievements) return { unlocked: progress === Infinity };
    if (!found)
      throw new SdkError('InvalidRequest', method, `No achievement ${code}: init({ local: { achievements } }).`, {
        parameter: 'code',
      });
    if (found.unlockedAt !== undefined) return { unlocked: false };
    found.progress = Math.min(found.target, Math.max(found.progress, progress));
    if (found.progress < found.target) return { unlocked: false };
    found.unlockedAt = new Date().toISOString();
    emit('AchievementUnlocked', { ...found });
    return { unlocked: true };
  };
  const done = () => ({});

  const answers: Answers = {
    GetInfo: () => info,
    SocialSettings: () => ({ ui: { disabled: false } }),
    ...createLocalPurchases(products, ({ name }) =>
      options.purchases ? options.purchases === 'paid' : ask(`Buy ${name}? No money is taken.`),
    ),
    DefaultStoreFront: () => ({ currency: products[0]?.currency ?? 'USD', products }),
    OpenModal: done,
    AuthenticateUser: () => {
      info = { ...info, fxId: { ...info.fxId, guest: false, hasEmail: true, emailValidated: true } };
      emit('UserInfoChanged', info);
      return { userId: info.fxId.userId, guest: false };
    },
    PushRegister: () => ({ registered: ask('Allow notifications?') }),
    GetUrlHash: () => ({ hash }),
    SetUrlHash: (params) => {
      hash = params.hash;
      return {};
    },
    ShowLinkShareModal: () => ({ outcome: ask('A link would be shared now. Shared?') ? 'shared' : 'cancelled' }),
    CopyText: () => ({ copied: true }),
    RequestSupport: () => ({ sent: false }),
    ContinueOnOtherDevice: done,
    SetStatus: done,
    AdsVideoReady: () => ({ ready: true }),
    AdsVideoShow: () => showAd('video'),
    AdsInterstitialReady: () => ({ ready: true }),
    AdsInterstitialShow: () => showAd('interstitial'),
    StickyBannerShow: () => ({ shown: false, reason: 'NotImplemented' }),
    StickyBannerHide: () => ({ hidden: false, reason: 'NotImplemented' }),
    StatInitialize: done,
    StatEvent: done,
    SendInGameEvent: () => ({ sent: true }),
    GetQuests: () => ({ quests: options.quests ?? [] }),
    ...createLocalLeaderboards(options.leaderboards),
    GetAchievements: () => ({ achievements }),
    UnlockAchievement: ({ code }) => unlock('UnlockAchievement', code),
    SetAchievementProgress: ({ code, progress }) => unlock('SetAchievementProgress', code, progress),
    GoogleTagManagerPushToDataLayer: done,
    GetFriends: () => ({ friends: options.friends ?? [friend] }),
    InviteFriends: ({ uids }) =>
      ask('Friends would be invited now. Invited?')
        ? { outcome: 'invited', invited: uids?.length || 1 }
        : { outcome: 'cancelled' },
    JoinCommunity: () => ({ joined: (hasJoined ||= ask('Join the community?')) }),
    AddToFavorites: () => ({ added: (favorite ||= ask('Add to favourites?')) }),
    ChangeLanguage: ({ language }) => {
      info = { ...info, fxId: { ...info.fxId, locale: language } };
      emit('LanguageChanged', { language });
      return { language };
    },
    WordsFilter: ({ text }) => ({ text, changed: false }),
    ConsentManagerStatus: () => ({ status: 'notRequired' }),
    LoadingProgress: done,
    LoadingReady: done,
    GameStarted: done,
    GameStopped: done,
    CanReview: () => ({ canReview: true }),
    RequestReview: () => ({ shown: ask('The player would be asked for a review now. Shown?') }),
    ReviewInfo: () => ({ available: true }),
    GetDocuments: () => ({ documents: options.documents ?? [] }),
    GetAcceptedDocuments: () => ({ accepted: [...accepted] }),
    AcceptDocument: ({ documentVersionId }) => {
      const isAccepted = ask(`Accept the document ${documentVersionId}?`);
      if (isAccepted)
        accepted.push({
          DocumentVersionId: documentVersionId,
          AccountId: info.fxId.userId,
          AcceptedAt: new Date().toISOString(),
        });
      return { accepted: isAccepted };
    },
    ReadSave: () => save.read(),
    WriteSave: (change) => save.write(change),
    FlushSave: () => ({ saved: true }),
    ResolveSaveConflict: done,
  };

  return {
    call: async (method, params) => {
      const answer = answers[method as MethodName] as ((params: object) => unknown) | undefined;
      if (!answer) throw new SdkError('NotSupported', method, `${method} has no local stand-in: try it in a portal.`);
      // A copy, as over a message port, so that the game can't change the original.
      return JSON.parse(JSON.stringify(await answer(params))) as unknown;
    },
    on: (event, listener) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
    },
  };
}

/** Counts as refused where dialogs are not allowed, such as in a sandboxed frame. */
function ask(question: string): boolean {
  return typeof globalThis.confirm === 'function' && globalThis.confirm(`FxId, local: ${question}`);
}

function playerInfo(locale: string): PlayerInfo {
  return {
    game: 'local',
    sdk: { version: { major: 1, minor: 5 }, build: '190' },
    environment: { os: 'local', isMobile: false, safeArea: { left: 0, right: 0, top: 0, bottom: 0 } },
    fxId: {
      userId: '00000000-0000-4000-8000-000000000001',
      marketingEnabled: false,
      locale,
      gameUid: 'local-player',
      guest: true,
      hasEmail: false,
      emailValidated: false,
      hasCompletedOrder: false,
    },
    social: {
      social: 'local',
      paymentsAvailable: true,
      userId: 'local-player',
      displayName: 'Local Player',
      firstName: 'Local',
      lastName: 'Player',
      gender: 'unspecified',
      capabilities: [
        'FriendsList',
        'FriendsInvite',
        'AdsAvailable',
        'RewardedAds',
        'InterstitialAds',
        'RateApplication',
      ],
    },
  };
}

const product: StoreFrontProduct = {
  sku: 'coins-100',
  name: '100 coins',
  description: 'An invented product',
  price: 0.99,
  currency: 'USD',
  localizedPrice: '$0.99',
  usdPrice: 0.99,
};

const friend: PlatformFriend = {
  uid: 'local-friend',
  firstName: 'Ada',
  lastName: 'Local',
  displayName: 'Ada Local',
  gender: 'female',
};
