import { BridgeError } from '#bridge/bridge-error.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { log } from '#portal/log.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import type { GameCalls } from './game-calls.ts';
import type { GameModals } from './limit-game-modals.ts';
import type { FeedbackCalls } from './feedback-calls.ts';
import { toPlatformFriend } from './platform-friend.ts';
import type { PortalCapabilities } from '#platforms/port.browser.ts';

export interface PortalCapabilityDeps {
  readonly game: string;
  readonly isSignedIn: () => boolean;
  readonly openModal: OpenModal;
  readonly openModalIf: GameModals['openModalIf'];
  readonly calls: Pick<GameCalls, 'friends'>;
  readonly opinions: FeedbackCalls;
  readonly avatarsUrl: string;
  readonly video?: PortalCapabilities['video'];
}

export function createPortalCapabilities(deps: PortalCapabilityDeps): PortalCapabilities {
  const { game, openModal, opinions } = deps;
  return {
    signIn: { open: () => openModal('signIn', { game }) },
    friends: {
      list: async () => (await deps.calls.friends()).map((friend) => toPlatformFriend(friend, deps.avatarsUrl)),
    },
    invites: {
      invite: async ({ message, uids }) => {
        let invited = 0;
        const onInvited = (count: number): void => void (invited += count);
        await openModal('social', { game, invite: { message, uids: [...uids] }, onInvited });
        return invited > 0 ? { outcome: 'invited', invited } : { outcome: 'cancelled' };
      },
    },
    share: {
      share: async ({ link, title }) => {
        let isShared = false;
        await openModal('share', { link, ...(title && { title }), onShared: () => (isShared = true) });
        return { outcome: isShared ? 'shared' : 'cancelled' };
      },
    },
    favorites: {
      add: async () => {
        if (!deps.isSignedIn()) await openModal('signIn', { game });
        if (!deps.isSignedIn()) throw new BridgeError('UserCancelled');
        await opinions.addFavorite();
        return true;
      },
    },
    community: {
      join: async () => {
        const url = safeWebAddress(await opinions.communityUrl());
        if (url === undefined) throw new BridgeError('NotSupported', 'This game has no community address.');
        let joined = false;
        await openModal('community', { url, game, onJoined: () => (joined = true) });
        return joined;
      },
    },
    reviews: ownReviews(deps),
    ...(deps.video && { video: deps.video }),
  };
}

function ownReviews({ game, openModalIf, opinions }: PortalCapabilityDeps): PortalCapabilities['reviews'] {
  return {
    canAsk: () =>
      orElse(async () => (await opinions.review()).CanAsk, false, 'Whether a review may be asked for is not known.'),
    ask: () =>
      openModalIf(
        () => orElse(opinions.takeReviewRequest, false, 'The player could not be asked for a review.'),
        'review',
        { game },
      ),
    info: () =>
      orElse(
        async () => {
          const { CanReview, Review } = await opinions.review();
          return { available: CanReview, ...(Review && { rating: Review.Rating }) };
        },
        { available: false },
        "The player's review could not be read.",
      ),
  };
}

/** Errors about reviews are logged, and the game gets a default. */
async function orElse<T>(ask: () => Promise<T>, otherwise: T, note: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    log.warn(note, error);
    return otherwise;
  }
}
