import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { buildInvitationLink, type InvitationParams } from '../kit/invitations.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import type { GamePushHost } from './host.browser.ts';
import type { GamePushSocials } from './vendor-types.ts';

export function createSocials({ page, sdk, isOn }: GamePushHost, params: InvitationParams): GamePushSocials {
  const { emit, ...events } = createForeignEmitter();
  /** Tells the game whether the player has done it. */
  const ask = async (event: string, run: () => Promise<boolean>): Promise<boolean> => {
    const isDone = isOn && (await run().catch(() => false));
    emit(event, isDone);
    return isDone;
  };
  return {
    ...events,
    isSupportsShare: isOn,
    isSupportsNativeShare: isOn,
    isSupportsNativePosts: false,
    get isSupportsNativeInvite() {
      return isOn && sdk.capabilities.has('FriendsInvite');
    },
    isSupportsNativeCommunityJoin: isOn,
    canJoinCommunity: isOn,
    communityLink: '',
    share: (options) => {
      const { url, text } = readOptions(options as { url?: unknown; text?: unknown });
      const link = typeof url === 'string' && /^https?:\/\//i.test(url) ? url : page.playUrl;
      const title = typeof text === 'string' && text !== '' ? { title: text.slice(0, 200) } : {};
      return ask('share', async () => (await sdk.ui.shareLink(link, title)).outcome === 'shared');
    },
    post: () => ask('post', async () => false),
    invite: () => ask('invite', async () => (await sdk.friends.invite()).outcome === 'invited'),
    joinCommunity: () => ask('joinCommunity', () => sdk.platform.joinCommunity()),
    makeShareUrl: (given) => buildInvitationLink(page.playUrl, given),
    getShareParam: (name) => Object.entries(params).find(([key]) => key === name)?.[1] ?? '',
  };
}
