// The player, with data and numbers in the player's save: one key for each, because games replace them as a whole.
import type { Sdk } from '#sdk/sdk.ts';
import { fetchGameToken, readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import type { Serializable, YandexPlayer } from './vendor-types.ts';
import { rethrow, YandexError } from './yandex-error.browser.ts';

export async function createPlayer(sdk: Sdk, isSigned: boolean): Promise<YandexPlayer> {
  const token = isSigned ? await fetchGameToken(sdk).catch(rethrow) : undefined;
  const info = sdk.player.info;
  const player = readPlayer(info);
  const uniqueId = (): string => info?.fxId.gameUid ?? '';

  const read = async (key: string): Promise<Record<string, unknown>> => {
    const saved = await sdk.saves.get(key).catch(rethrow);
    return readOptions(saved as Record<string, unknown>);
  };
  const write = async (key: string, values: unknown): Promise<void> => {
    if (!isPlainObject(values)) throw new YandexError('The data is not an object.');
    await sdk.saves.set(key, values).catch(rethrow);
  };
  const readStats = async (): Promise<Record<string, number>> =>
    Object.fromEntries(Object.entries(await read(statsKey)).filter(isNumber));
  const writeStats = async (stats: unknown): Promise<void> => {
    if (!isPlainObject(stats) || !Object.entries(stats).every(isNumber))
      throw new YandexError('The stats are not an object with numbers.');
    await write(statsKey, stats);
  };

  return {
    isAuthorized: () => player !== undefined,
    getMode: () => (player ? '' : 'lite'),
    getUniqueID: uniqueId,
    getID: uniqueId,
    getIDsPerGame: async () => [],
    getName: () => player?.name ?? '',
    getPhoto: () => player?.pictureUrl ?? '',
    getPayingStatus: () => 'unknown',
    _personalInfo: {
      uniqueID: uniqueId(),
      publicName: player?.name ?? '',
      lang: sdk.locale.current,
      scopePermissions: { avatar: player ? 'allow' : 'not_set', public_name: player ? 'allow' : 'not_set' },
    },
    getData: async <T extends string>(keys?: readonly T[]) =>
      pick(await read(dataKey), keys) as Partial<Record<T, Serializable>>,
    setData: async (data: unknown, flush?: boolean) => {
      await write(dataKey, data);
      if (flush === true) await sdk.saves.flush().catch(rethrow);
    },
    getStats: async <T extends string>(keys?: readonly T[]) =>
      pick(await readStats(), keys) as Partial<Record<T, number>>,
    setStats: writeStats,
    incrementStats: async <T extends Record<number | string, number>>(increments: T) => {
      if (!isPlainObject(increments) || !Object.entries(increments).every(isNumber))
        throw new YandexError('The increments are not an object with numbers.');
      const stats = await readStats();
      const newKeys = Object.keys(increments).filter((key) => !(key in stats));
      for (const [key, by] of Object.entries(increments)) stats[key] = (stats[key] ?? 0) + by;
      await writeStats(stats);
      return { stats: stats as Record<keyof T, number>, newKeys };
    },
    ...(isSigned && { signature: token ?? '' }),
  };
}

const dataKey = 'ysdk.data';
const statsKey = 'ysdk.stats';

function pick(values: Record<string, unknown>, keys: unknown): Record<string, unknown> {
  if (!Array.isArray(keys)) return values;
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}

const isNumber = (entry: [string, unknown]): entry is [string, number] => Number.isFinite(entry[1]);

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
