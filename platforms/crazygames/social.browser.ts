// Friends, invitations, and CrazyGames' own calls for games that use them.
import { PlatformError, type AllCapabilities, type CapabilitiesOf } from '../port.browser.ts';
import { delay, personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import type { UntrustedFields } from '../kit/fields.browser.ts';
import { createNativeCapability } from '../kit/native.browser.ts';
import { describePerson } from '../kit/person.browser.ts';
import {
  readErrorCode,
  platformTitle,
  type FriendsPage,
  type CrazyGamesHost,
  type CrazyGamesSdk,
} from './client.browser.ts';
import type { crazygames } from './platform.ts';

export const invitePayloadKey = 'payload';

/** The platform creates the link but doesn't show it. */
export async function createInviteLink(
  { withPlatformTimeout }: CrazyGamesHost,
  { game }: CrazyGamesSdk,
  payload: string,
) {
  const made = Promise.resolve(game.inviteLink?.(payload === '' ? {} : { [invitePayloadKey]: payload }));
  const link = await withPlatformTimeout('a link of CrazyGames', made);
  return link?.startsWith('https://') ? link : undefined;
}

export function createSocial(host: CrazyGamesHost, sdk: CrazyGamesSdk): CapabilitiesOf<typeof crazygames> {
  const { user, game } = sdk;
  return {
    friends: user.listFriends && { list: () => listFriends(host, (page) => user.listFriends?.({ page, size: 50 })) },
    invites: game.inviteLink && {
      async invite() {
        const link = await createInviteLink(host, sdk, 'invite');
        if (link === undefined) throw new PlatformError('Unknown', 'CrazyGames returned no link');
        const { outcome } = await host.portal.share.share({ link, title: host.title });
        return { outcome: outcome === 'shared' ? 'invited' : outcome };
      },
    },
    native: createNativeCalls(host, sdk),
  };
}

const maxPages = 20;
// The platform allows one call per 250 ms.
const betweenMs = 300;

async function listFriends(host: CrazyGamesHost, read: (page: number) => Promise<FriendsPage> | undefined) {
  const found: Awaited<ReturnType<AllCapabilities['friends']['list']>>[number][] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { friends, hasMore } = await readFriends(host, Promise.resolve(read(page)));
    for (const { id, username, profilePictureUrl } of friends)
      found.push({ uid: String(id), gender: 'unspecified', ...describePerson(username, '', profilePictureUrl, 100) });
    if (!hasMore) break;
    await delay(host.window, betweenMs);
  }
  return found;
}

async function readFriends(
  { withPlatformTimeout }: CrazyGamesHost,
  asked: Promise<FriendsPage | undefined>,
): Promise<FriendsPage> {
  const none: FriendsPage = { friends: [], hasMore: false };
  try {
    return (await withPlatformTimeout('the friends of CrazyGames', asked)) ?? none;
  } catch (cause) {
    // Guests have no friends there.
    if (readErrorCode(cause) === 'userNotAuthenticated') return none;
    if (cause instanceof PlatformError) throw cause;
    throw new PlatformError('Unknown', `CrazyGames did not return the friends: ${readErrorCode(cause)}`, { cause });
  }
}

// The README has a reason for every documented method that is not in the list.
const methods =
  'ad.hasAdblock ad.prefetchAd data.clear data.getItem data.removeItem data.setItem game.gameplayStart game.gameplayStop ' +
  'game.getInviteParam game.happytime game.hideInviteButton game.inviteLink game.inviteParams game.isInstantMultiplayer game.leftRoom ' +
  'game.loadingStart game.loadingStop game.settings game.showInviteButton game.updateRoom user.addScore user.addScoreEncrypted ' +
  'user.getUser user.isUserAccountAvailable user.listFriends user.showAccountLinkPrompt user.submitScore user.systemInfo';

// Methods that take their parameters separately, in this order. The others take all of them as one object.
const positional: Readonly<Record<string, readonly string[]>> = {
  'ad.prefetchAd': ['type'],
  'data.getItem': ['key'],
  'data.removeItem': ['key'],
  'data.setItem': ['key', 'value'],
  'game.getInviteParam': ['key'],
  'user.addScore': ['score'],
  'user.addScoreEncrypted': ['score', 'encryptedScore'],
};

/** Passes on what the script reports to its listeners. Returns a function that stops it. */
export function forwardSdkEvents({ events }: CrazyGamesHost, { game }: CrazyGamesSdk): () => void {
  const onSettings = (settings: unknown): void => events.sdkEvent('game.settingsChange', settings);
  const onRoom = (params: unknown): void => events.sdkEvent('game.joinRoom', params);
  game.addSettingsChangeListener?.(onSettings);
  game.addJoinRoomListener?.(onRoom);
  return () => {
    game.removeSettingsChangeListener?.(onSettings);
    game.removeJoinRoomListener?.(onRoom);
  };
}

const createNativeCalls = ({ withPlatformTimeout }: CrazyGamesHost, sdk: CrazyGamesSdk): AllCapabilities['native'] =>
  createNativeCapability({
    title: platformTitle,
    bridgeMethod: 'SendCrazyGamesSdk',
    methods,
    call: async (name, params) => {
      const [area = '', member = ''] = name.split('.');
      const owner = (sdk as unknown as Readonly<Record<string, UntrustedFields | undefined>>)[area];
      const found = owner?.[member];
      if (found === undefined) throw new PlatformError('NotSupported', `This script of CrazyGames has no ${name}`);
      if (typeof found !== 'function') return found;
      // A method without parameters would take an object for a callback.
      const whole = Object.keys(params).length > 0 ? [params] : [];
      const taken = positional[name]?.map((each) => params[each]) ?? whole;
      return withPlatformTimeout(
        `CrazyGames (${name})`,
        callSafely(name, () => Reflect.apply(found, owner, taken) as unknown),
        personDecisionTimeoutMs,
      );
    },
  });

async function callSafely(name: string, call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (cause) {
    throw new PlatformError('Unknown', `CrazyGames refused ${name}: ${readErrorCode(cause)}`, { cause });
  }
}
