// A game's calls to the portal's server, always for the game in the frame.
import { BridgeError, buildInvalidParameterError } from '#bridge/bridge-error.ts';
import type { ParamsOf, ResultOf } from '#bridge/protocol.ts';
import type { DocumentAcceptance, LegalDocument, Quest, StoreFrontProduct } from '#bridge/shapes.ts';
import { ApiError } from '#contract/api-error.ts';
import type { EventFilter } from '#model/event-filter.ts';
import type { Achievement } from '#model/achievement.ts';
import type { Locale } from '#model/locale.ts';
import type { Quest as PlayerQuest } from '#model/quest.ts';
import type { CatalogueItem, PlatformCapabilities } from '#platforms/port.browser.ts';
import type { apiClient as portalClient } from '#portal/api.ts';
import type { WebPublishingPlatform } from './platform-name.ts';

export interface GameCalls {
  readonly setStatus: (status: ParamsOf<'SetStatus'>) => Promise<void>;
  /** The player's friends, by the ids that the game may know. */
  readonly friends: () => Promise<{ Uid: string; Name: string }[]>;
  readonly sendInGameEvent: (event: ParamsOf<'SendInGameEvent'>) => Promise<{ sent: boolean }>;
  readonly quests: () => Promise<{ quests: Quest[] }>;
  readonly submitScore: (score: ParamsOf<'SubmitScore'>) => Promise<ResultOf<'SubmitScore'>>;
  readonly leaderboard: (request: ParamsOf<'GetLeaderboard'>) => Promise<ResultOf<'GetLeaderboard'>>;
  readonly documents: () => Promise<{ documents: LegalDocument[] }>;
  readonly acceptedDocuments: () => Promise<{ accepted: DocumentAcceptance[] }>;
  readonly storeFront: () => Promise<{ currency: string; products: StoreFrontProduct[] }>;
}

export interface GameOnPlatform {
  readonly game: string;
  readonly platform: WebPublishingPlatform;
  readonly language: () => Locale;
  readonly currency?: string | undefined;
  readonly catalogue?: (() => Promise<readonly CatalogueItem[] | undefined>) | undefined;
  readonly leaderboards?: PlatformCapabilities['leaderboards'];
  /** Quests that an event of the game has advanced. */
  readonly onQuestProgress?: ((quests: readonly PlayerQuest[]) => void) | undefined;
  /** Achievements that an event of the game has unlocked by completing a quest. */
  readonly onUnlocked?: ((achievements: readonly Achievement[]) => void) | undefined;
}

type Client = Pick<typeof portalClient, 'friends' | 'crossPlay' | 'documents' | 'leaderboards' | 'store'>;

export function createGameCalls(played: GameOnPlatform, client: Client, isSignedIn: () => boolean): GameCalls {
  const { game, leaderboards: platform } = played;
  let filter: Promise<EventFilter> | undefined;
  const readFilter = (): Promise<EventFilter> => {
    const reading = loadFilter(game, client);
    // A failure is not cached: the next event requests the filter again.
    reading.catch(() => (filter = undefined));
    return reading;
  };
  const asPlayer = <T>(ask: () => Promise<T>): Promise<T> => {
    if (!isSignedIn()) throw new BridgeError('NotSupported', 'Nobody is signed in: call AuthenticateUser first.');
    return withBridgeErrors(ask);
  };
  return {
    setStatus: async ({ status, name, priority }) => {
      await asPlayer(() =>
        client.friends.status({
          Game: game,
          Status: status,
          ...(name !== undefined && { Name: name }),
          ...(priority !== undefined && { Priority: priorityOf(priority) }),
        }),
      );
    },
    friends: async () => {
      const { Friends } = await asPlayer(() => client.friends.list({ Game: game }));
      // No other id of a friend is passed on to the game.
      return Friends.flatMap(({ Uid, Name }) => (Uid === undefined ? [] : [{ Uid, Name }]));
    },
    sendInGameEvent: async ({ eventCode, value, p1, p2, p3 }) => {
      // Events belong to an account.
      if (!isSignedIn()) return { sent: false };
      const isWanted = await withBridgeErrors(() => (filter ??= readFilter()));
      if (!isWanted({ eventCode, p1, p2, p3 })) return { sent: false };
      // A node of the previous release answers without a body, or without achievements.
      const reply:
        | { readonly Quests: readonly PlayerQuest[]; readonly Achievements?: readonly Achievement[] }
        | undefined = await withBridgeErrors(() =>
        client.crossPlay.send({
          GameSystemName: game,
          EventCode: eventCode,
          ...(value !== undefined && { Value: value }),
          ...(p1 !== undefined && { P1: p1 }),
          ...(p2 !== undefined && { P2: p2 }),
          ...(p3 !== undefined && { P3: p3 }),
        }),
      );
      played.onQuestProgress?.(reply?.Quests ?? []);
      if (reply?.Achievements?.length) played.onUnlocked?.(reply.Achievements);
      return { sent: true };
    },
    quests: async () => {
      const { Quests } = await asPlayer(() => client.crossPlay.myQuests({ Game: game, Locale: played.language() }));
      return { quests: Quests.map(toBridgeQuest) };
    },
    submitScore: (score) =>
      asPlayer(async () => (await loadLeaderboardCalls()).submitScore(client.leaderboards, { game, platform }, score)),
    leaderboard: (request) => {
      const read = async () =>
        (await loadLeaderboardCalls()).readLeaderboard(
          client.leaderboards,
          { game, locale: played.language(), platform },
          request,
        );
      return (request.view ?? 'top') === 'top' ? withBridgeErrors(read) : asPlayer(read);
    },
    documents: async () => ({
      documents: (await withBridgeErrors(() => client.documents.listWithVersions({ GameSystemName: game }))).Documents,
    }),
    acceptedDocuments: async () => ({
      accepted: (await asPlayer(() => client.documents.accepted({ GameSystemName: game }))).Acceptances,
    }),
    storeFront: () => withBridgeErrors(() => readStoreFront(played, client)),
  };
}

const loadLeaderboardCalls = () => import('./leaderboard-calls.ts');

export const toBridgeQuest = ({ Id, Title, Progress, Goal, Done, Reward }: PlayerQuest): Quest => ({
  id: Id,
  title: Title,
  progress: Progress,
  goal: Goal,
  done: Done,
  ...(Reward && {
    reward: {
      game: Reward.Game,
      state: rewardStates[Reward.State],
      products: Reward.Products.map(({ Sku, Name, Count }) => ({ sku: Sku, name: Name, count: Count })),
    },
  }),
});

const rewardStates = { Locked: 'locked', Waiting: 'waiting', Sent: 'sent', Received: 'received' } as const;

// The index is the priority; higher numbers count as the last.
const priorities = ['Unspecified', 'Low', 'Update', 'Info', 'News', 'Alert', 'Critical'] as const;

const priorityOf = (priority: number) => priorities[Math.min(priority, priorities.length - 1)] ?? 'Unspecified';

async function readStoreFront({ game, platform, language, currency, catalogue }: GameOnPlatform, client: Client) {
  const items = (await catalogue?.()) ?? [];
  const { Currency, Products } = await client.store.storeData({
    Game: game,
    Locale: language(),
    WebPublishingPlatform: platform,
    ...(currency !== undefined && { Currency: currency }),
    ...describeCatalogue(items.filter(({ isForDisplay }) => !isForDisplay)),
  });
  const itemOf = (sku: string): CatalogueItem | undefined => items.find((item) => item.sku === sku);
  return {
    currency: Currency,
    products: Products.map((product): StoreFrontProduct => ({
      sku: product.Sku,
      name: product.ProductName,
      description: product.ProductDescription,
      ...(product.ImageUrl !== undefined && { imageUrl: product.ImageUrl }),
      price: product.Price,
      currency: product.Currency,
      // Platforms require their own currency name and format.
      localizedPrice:
        itemOf(product.Sku)?.priceText.slice(0, 60) ??
        product.PriceData?.LocalizedPrice ??
        `${product.Price} ${product.Currency}`,
      usdPrice: product.UsdPrice,
      ...currencyImageOf(itemOf(product.Sku)),
    })),
  };
}

/** Leaves out malformed items. Undefined if none is left: then the portal's prices apply. */
function describeCatalogue(items: readonly CatalogueItem[]) {
  const Catalog = items
    .filter(({ sku, price, currency }) => isSku.test(sku) && price >= 0 && price <= 1e9 && /^[A-Z]{3}$/.test(currency))
    .map(({ sku, price, currency }) => ({ Sku: sku, Price: price, Currency: currency }))
    .slice(0, 500);
  const [first] = Catalog;
  return first && { Currency: first.Currency, StoreAdditionalData: { Catalog } };
}

// Other ids from a platform's console can't be products of ours.
const isSku = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const currencyImageOf = (item: CatalogueItem | undefined): { currencyImageUrl?: string } =>
  item?.currencyImageUrl === undefined ? {} : { currencyImageUrl: item.currencyImageUrl };

/** Loaded on demand: the matcher is large, and most games have no rules. */
async function loadFilter(game: string, client: Client): Promise<EventFilter> {
  const { Rules } = await client.crossPlay.rules({ game });
  if (Rules.length === 0) return () => true;
  const { createEventFilter } = await import('#model/event-filter.ts');
  return createEventFilter(Rules);
}

export async function withBridgeErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CallNotAvailable') throw new BridgeError('NotSupported');
    if (error.code === 'TooManyRequests') throw new BridgeError('TooManyRequests');
    const [field] = Object.entries(error.fields);
    // API fields have the parameters' names, with a capital first letter.
    if (field)
      throw buildInvalidParameterError(field[0].charAt(0).toLowerCase() + field[0].slice(1), `is wrong: ${field[1]}`);
    if (error.status >= 400 && error.status < 500) throw new BridgeError('InvalidRequest', error.title);
    throw error;
  }
}
