import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { OpenModal } from '#portal/modals/modal-stack.tsx';
import { opinionCalls } from './opinion-calls.ts';
import { opinionHandlers } from './opinion-handlers.ts';

interface Server {
  readonly review?: { readonly CanReview: boolean; readonly CanAsk: boolean; readonly Review?: { Rating: number } };
  readonly granted?: boolean;
  readonly communityUrl?: string;
  readonly fault?: Error;
}

/** A portal whose server answers as it is told; what was opened and what was asked. */
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
    openModal?.(props as never);
  };
  const handlers = opinionHandlers({
    game: 'miner',
    isSignedIn: () => isSignedIn,
    openModal: open,
    opinions: opinionCalls('miner', client as never),
  });
  return { handlers, opened, asked, setSignedIn: (wanted: boolean) => (isSignedIn = wanted) };
}

const offline = new ApiError({ title: 'Network Error', status: 0 });

test('a review is asked for when the server grants it, and else not', async () => {
  const grants = portal();
  expect(await grants.handlers.RequestReview()).toEqual({ shown: true });
  expect(grants.opened).toEqual([['review', { game: 'miner' }]]);
  const refuses = portal({ granted: false });
  expect(await refuses.handlers.RequestReview()).toEqual({ shown: false });
  expect(refuses.opened).toEqual([]);
});

test('whether a review would be asked for, and what the player thinks, is told', async () => {
  const before = portal();
  expect(await before.handlers.CanReview()).toEqual({ canReview: true });
  expect(await before.handlers.ReviewInfo()).toEqual({ available: true });
  const after = portal({ review: { CanReview: true, CanAsk: false, Review: { Rating: 4 } } });
  expect(await after.handlers.CanReview()).toEqual({ canReview: false });
  expect(await after.handlers.ReviewInfo()).toEqual({ available: true, rating: 4 });
});

test('a failure about reviews is an answer: not shown, not available', async () => {
  const { handlers, opened } = portal({ fault: offline });
  expect(await handlers.CanReview()).toEqual({ canReview: false });
  expect(await handlers.RequestReview()).toEqual({ shown: false });
  expect(await handlers.ReviewInfo()).toEqual({ available: false });
  expect(opened).toEqual([]);
});

test('a game is added to the favourites, whether or not it is there already', async () => {
  const { handlers, opened, asked } = portal();
  expect(await handlers.AddToFavorites()).toEqual({ added: true });
  expect(asked).toEqual([{ Game: 'miner' }]);
  expect(opened).toEqual([]);
  await expect(portal({ fault: offline }).handlers.AddToFavorites()).rejects.toThrow('Network Error');
});

test('whoever is not signed in is asked to, and may say no', async () => {
  const leaves = portal();
  leaves.setSignedIn(false);
  await expect(leaves.handlers.AddToFavorites()).rejects.toMatchObject({ code: 'UserCancelled' });
  expect(leaves.opened).toEqual([['signIn', { game: 'miner' }]]);
  expect(leaves.asked).toEqual([]);
  const signsIn = portal({}, () => signsIn.setSignedIn(true));
  signsIn.setSignedIn(false);
  expect(await signsIn.handlers.AddToFavorites()).toEqual({ added: true });
});

test('the community is joined by a player who was asked', async () => {
  const url = 'https://community.example/miner';
  const stays = portal({ communityUrl: url });
  expect(await stays.handlers.JoinCommunity()).toEqual({ joined: false });
  expect(stays.opened).toMatchObject([['community', { url }]]);
  const goes = portal({ communityUrl: url }, ({ onJoined }) => onJoined?.());
  expect(await goes.handlers.JoinCommunity()).toEqual({ joined: true });
  await expect(portal().handlers.JoinCommunity()).rejects.toMatchObject({ code: 'NotSupported' });
});

test('words are filtered for the game in the frame', async () => {
  const { handlers, asked } = portal();
  expect(await handlers.WordsFilter({ text: 'darn' })).toEqual({ text: '****', changed: true });
  expect(asked).toEqual([{ Game: 'miner', Text: 'darn' }]);
});
