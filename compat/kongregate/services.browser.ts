import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import { createEvents } from './events.browser.ts';
import { toUserId } from './user-id.browser.ts';
import type { KongregatePost, KongregateServices, ResultCallback } from './vendor-types.ts';

export function createServices(sdk: Sdk, page: PageLink['page']): KongregateServices {
  const player = () => readPlayer(sdk.player.info);
  const { emit, ...events } = createEvents();
  let wasGuest = player() === undefined;
  sdk.on('userInfoChanged', () => {
    const isGuest = player() === undefined;
    if (wasGuest && !isGuest) emit('login');
    wasGuest = isGuest;
  });
  // The listener above reports the result.
  const signIn = (): void => {
    if (wasGuest)
      void sdk.player
        .signIn()
        .then(() => sdk.player.refresh())
        .catch(() => undefined);
  };
  const answer = (callback: ResultCallback | undefined, success: Promise<boolean>): void =>
    void success.then(
      (isDone) => callGame(callback, { success: isDone }),
      () => callGame(callback, { success: false }),
    );
  const nothing = (): void => undefined;

  return {
    ...events,
    connect: nothing,
    isConnected: () => true,
    isKongregate: () => sdk.environment !== 'disabled',
    isGuest: () => player() === undefined,
    getUserId: () => (player() ? toUserId(player()?.id ?? '') : 0),
    getUsername: () => player()?.name ?? 'Guest',
    getGameAuthToken: () => (player() && sdk.player.info?.fxId.gameToken) ?? '',
    showSignInBox: signIn,
    showRegistrationBox: signIn,
    showInvitationBox: (options, callback) => {
      const message = toText(options).slice(0, 500);
      const invited = sdk.friends.invite(message === '' ? {} : { message });
      answer(
        callback,
        invited.then(({ outcome }) => outcome === 'invited'),
      );
    },
    showFeedPostBox: (options, callback) => {
      const title = toText(options).slice(0, 200);
      const shared = sdk.ui.shareLink(page.playUrl, title === '' ? {} : { title });
      answer(
        callback,
        shared.then(({ outcome }) => outcome === 'shared'),
      );
    },
    showShoutBox: (_, callback) => answer(callback, Promise.resolve(false)),
    privateMessage: nothing,
    resizeGame: nothing,
  };
}

function toText(given: KongregatePost | string): string {
  const content: unknown = typeof given === 'string' ? given : readOptions(given).content;
  return typeof content === 'string' ? content : '';
}
