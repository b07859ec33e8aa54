import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { limitGameModals } from './limit-game-modals.ts';
import { createFeedbackCalls } from './feedback-calls.ts';
import { createPortalCapabilities } from './portal-capabilities.ts';

interface Server {
  readonly review?: { readonly CanReview: boolean; readonly CanAsk: boolean; readonly Review?: { Rating: number } };
  readonly granted?: boolean;
  readonly communityUrl?: string;
  readonly fault?: Error;
}

/** A portal with a fake server; records opened modals and calls. */
function portal(server: Server = {}, openModal?: (props: Readonly<Record<string, () => void>>) => void) {
  const opened: [string, object][] = [];
  const asked: object[] = [];
  const answer =
    <T>(result: T) =>
    async (body: object): Promise<T> => {
      asked.push(body);
      if (server.fault) throw server.fault;
      return result;
    };
  const client = {
    reviews: {
      get: answer(server.review ?? { CanReview: true, CanAsk: true }),
      ask: answer({ Granted: server.granted ?? true }),
    },
    favorites: { add: answer({ Added: false }) },
    words: { filter: answer({ Text: '****', Changed: true }) },
    games: { publicConfig: answer({ Links: { CommunityUrl: server.communityUrl } }) },
  };
  let isSignedIn = true;
  const open: OpenModal = async (name, props) => {
    opened.push([name, props]);
    openModal?.(props);
  };
  const modals = limitGameModals(open);
  const opinions = createFeedbackCalls('miner', client as never);
  const groups = createPortalCapabilities({
    game: 'miner',
    isSignedIn: () => isSignedIn,
    openModal: open,
    openModalIf: modals.openModalIf,
    calls: { friends: async () => [] },
    opinions,
    avatarsUrl: 'https://miner.games.example/sdk/avatars',
  });
  return { ...groups, opinions, modals, opened, asked, setSignedIn: (wanted: boolean) => (isSignedIn = wanted) };
}

const offline = new ApiError({ title: 'Network Error', status: 0 });

test('a review is requested only if the server allows it', async () => {
  const grants = portal();
  expect(await grants.reviews.ask()).toBe(true);
  expect(grants.opened).toEqual([['review', { game: 'miner' }]]);
  const refuses = portal({ granted: false });
  expect(await refuses.reviews.ask()).toBe(false);
  expect(refuses.opened).toEqual([]);
});

test('a review request during another modal fails without asking the server', async () => {
  const { reviews, modals, opened, asked } = portal();
  const purchase = Promise.withResolvers<void>();
  const buying = modals.cover(() => purchase.promise);
  await expect(reviews.ask()).rejects.toMatchObject({ code: 'Busy' });
  expect(asked).toEqual([]);
  purchase.resolve();
  await buying;
  expect(await reviews.ask()).toBe(true);
  expect(opened).toEqual([['review', { game: 'miner' }]]);
});

test('a game can read whether a review would be requested and what the player answered', async () => {
  const before = portal();
  expect(await before.reviews.canAsk()).toBe(true);
  expect(await before.reviews.info()).toEqual({ available: true });
  const after = portal({ review: { CanReview: true, CanAsk: false, Review: { Rating: 4 } } });
  expect(await after.reviews.canAsk()).toBe(false);
  expect(await after.reviews.info()).toEqual({ available: true, rating: 4 });
});

test('a failed review call is answered: not shown, not available', async () => {
  const { reviews, opened } = portal({ fault: offline });
  expect(await reviews.canAsk()).toBe(false);
  expect(await reviews.ask()).toBe(false);
  expect(await reviews.info()).toEqual({ available: false });
  expect(opened).toEqual([]);
});

test('a game is added to the favourites, also if it is already there', async () => {
  const { favorites, opened, asked } = portal();
  expect(await favorites.add()).toBe(true);
  expect(asked).toEqual([{ Game: 'miner' }]);
  expect(opened).toEqual([]);
  await expect(portal({ fault: offline }).favorites.add()).rejects.toThrow('Network Error');
});

test('a signed-out player is asked to sign in, and may decline', async () => {
  const leaves = portal();
  leaves.setSignedIn(false);
  await expect(leaves.favorites.add()).rejects.toMatchObject({ code: 'UserCancelled' });
  expect(leaves.opened).toEqual([['signIn', { game: 'miner' }]]);
  expect(leaves.asked).toEqual([]);
  const signsIn = portal({}, () => signsIn.setSignedIn(true));
  signsIn.setSignedIn(false);
  expect(await signsIn.favorites.add()).toBe(true);
});

test('a player joins the community after a confirmation', async () => {
  const url = 'https://community.example/miner';
  const stays = portal({ communityUrl: url });
  expect(await stays.community.join()).toBe(false);
  expect(stays.opened).toMatchObject([['community', { url, game: 'miner' }]]);
  const goes = portal({ communityUrl: url }, ({ onJoined }) => onJoined?.());
  expect(await goes.community.join()).toBe(true);
  await expect(portal().community.join()).rejects.toMatchObject({ code: 'NotSupported' });
});

test('words are filtered for the framed game', async () => {
  const { opinions, asked } = portal();
  expect(await opinions.filterWords('darn')).toEqual({ text: '****', changed: true });
  expect(asked).toEqual([{ Game: 'miner', Text: 'darn', Locale: 'en' }]);
});
