import type { Sdk } from '#sdk/sdk.ts';
import { fetchGameToken, readAnyPlayer } from '../kit/player.browser.ts';
import { rejectUnsupported } from './absent.browser.ts';
import { InstantError } from './instant-error.browser.ts';
import type { Session } from './session.browser.ts';
import type { InstantPlayer } from './vendor-types.ts';

export function createPlayer({ attempt, connected }: Pick<Session, 'attempt' | 'connected'>): InstantPlayer {
  const player = () => readAnyPlayer(connected()?.player.info);
  const read = async <T>(sdk: Sdk, kind: Kind, keys: readonly string[]): Promise<Record<string, T>> => {
    const entries = keys.map(async (key): Promise<[string, T | undefined]> => [
      key,
      await sdk.saves.get<T>(`${kind}.${key}`),
    ]);
    const found = (await Promise.all(entries)).filter((entry): entry is [string, T] => entry[1] !== undefined);
    return Object.fromEntries(found);
  };
  const write = (sdk: Sdk, kind: Kind, values: object): Promise<unknown> =>
    Promise.all(
      Object.entries(values)
        .filter(([, value]) => JSON.stringify(value) !== undefined)
        .map(([key, value]) => sdk.saves.set(`${kind}.${key}`, value)),
    );
  const readStats = async (sdk: Sdk, keys?: readonly string[]): Promise<Record<string, number>> => {
    const all = (await sdk.saves.keys()).filter((key) => key.startsWith('stats.')).map((key) => key.slice(6));
    return read<number>(sdk, 'stats', keys ? all.filter((key) => keys.includes(key)) : all);
  };

  return {
    getID: () => player()?.id ?? null,
    getName: () => player()?.name ?? null,
    getPhoto: () => player()?.pictureUrl ?? null,
    getSignedPlayerInfoAsync: () =>
      attempt(async (sdk) => {
        const token = await fetchGameToken(sdk);
        if (token === undefined)
          throw new InstantError('CLIENT_UNSUPPORTED_OPERATION', 'Only players who are signed in have a token.');
        return { getPlayerID: () => sdk.player.info?.fxId.gameUid ?? '', getSignature: () => token };
      }),
    getASIDAsync: () => attempt(() => null),
    getSignedASIDAsync: () => attempt(() => null),
    getAssociatedAppsASIDAsync: rejectUnsupported,
    getSignedAssociatedAppsASIDAsync: rejectUnsupported,
    getAgeCategoryAsync: rejectUnsupported,
    createNEZPNotificationContentAsync: rejectUnsupported,

    getDataAsync: (keys) => attempt((sdk) => read(sdk, 'data', requireKeys(keys))),
    setDataAsync: (data) => attempt(async (sdk) => void (await write(sdk, 'data', requireObject(data)))),
    flushDataAsync: () => attempt(async (sdk) => void (await sdk.saves.flush())),
    getStatsAsync: (keys) => attempt((sdk) => readStats(sdk, keys === undefined ? undefined : requireKeys(keys))),
    setStatsAsync: (stats) => attempt(async (sdk) => void (await write(sdk, 'stats', requireNumbers(stats)))),
    incrementStatsAsync: (increments) =>
      attempt(async (sdk) => {
        const by = Object.entries(requireNumbers(increments));
        const before = await readStats(sdk);
        const after = Object.fromEntries(by.map(([key, value]) => [key, (ownNumber(before, key) ?? 0) + value]));
        await write(sdk, 'stats', after);
        return after;
      }),

    getConnectedPlayersAsync: () =>
      attempt(async (sdk) => {
        const friends = sdk.capabilities.has('FriendsList') ? await sdk.friends.list() : [];
        return friends.map(({ uid, displayName, photo }) => ({
          getID: () => uid,
          getName: () => displayName,
          getPhoto: () => photo?.url ?? null,
        }));
      }),
    canSubscribeBotAsync: () => attempt(() => false),
    subscribeBotAsync: rejectUnsupported,
  };
}

/** Data and numbers are separate, each key is an entry of the player's save. */
type Kind = 'data' | 'stats';

const ownNumber = (stats: Readonly<Record<string, number>>, key: string): number | undefined =>
  Object.entries(stats).find(([name]) => name === key)?.[1];

function requireKeys(keys: unknown): string[] {
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string'))
    throw new InstantError('INVALID_PARAM', 'The keys are not a list of texts.');
  return keys;
}

function requireObject(values: unknown): object {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new InstantError('INVALID_PARAM', 'The data is not an object.');
  return values;
}

function requireNumbers(values: unknown): Record<string, number> {
  const entries = Object.entries(requireObject(values));
  if (!entries.every(([, value]) => Number.isFinite(value)))
    throw new InstantError('INVALID_PARAM', 'The numbers are not an object with numbers.');
  return Object.fromEntries(entries);
}
