// The player's fields are one value in the player's save. Changes stay in the page until the game calls `sync`.
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { readPlayer } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import type { GamePushHost } from './host.browser.ts';
import type { FieldValue, GamePushPlayer } from './vendor-types.ts';

const saveKey = 'gamepush.player';

/** @param submitScore called when a synchronised score has changed: on the vendor's portal leaderboards follow fields */
export async function createPlayer(
  { sdk, isOn }: GamePushHost,
  submitScore: (score: number) => void,
): Promise<{ readonly player: GamePushPlayer; readonly tellReady: () => void }> {
  const { emit, ...events } = createForeignEmitter();
  // A map, because a game may name a field `__proto__`.
  let state = new Map<string, FieldValue>();
  let syncedScore = 0;
  let autoSync: ReturnType<typeof setInterval> | undefined;
  const info = () => sdk.player.info;
  const account = () => readPlayer(info());

  const read = async (): Promise<boolean> => {
    if (!isOn) return false;
    try {
      state = toState(await sdk.saves.get(saveKey));
      syncedScore = toNumber(state.get('score'));
      return true;
    } catch {
      // The game was left.
      return false;
    }
  };
  const write = async (): Promise<boolean> => {
    if (!isOn) return false;
    try {
      await sdk.saves.set(saveKey, Object.fromEntries(state));
      await sdk.saves.flush();
    } catch {
      // The save is too large, or the game was left. `sync` reports it.
      return false;
    }
    const score = toNumber(state.get('score'));
    if (score !== syncedScore) submitScore(score);
    syncedScore = score;
    return true;
  };
  const get = (key: string): FieldValue => {
    if (key === 'id') return info()?.fxId.gameUid ?? '';
    if (key === 'name') return toName(state.get('name')) || (account()?.name ?? '');
    if (key === 'avatar') return account()?.pictureUrl ?? '';
    return state.get(key) ?? (key === 'score' ? 0 : null);
  };
  const set = (key: string, value: unknown): void => {
    if (typeof key !== 'string' || key === 'id' || key === 'avatar') return;
    if (isField(value)) state.set(key, value);
    emit('change');
  };
  const sync = async (): Promise<boolean> => {
    const isSaved = await write();
    emit('sync', isSaved);
    return isSaved;
  };
  await read();

  const player: GamePushPlayer = {
    ...events,
    ready: Promise.resolve(true),
    get isLoggedIn() {
      return account() !== undefined;
    },
    get hasAnyCredentials() {
      return account() !== undefined;
    },
    get id() {
      return info()?.fxId.gameUid ?? '';
    },
    get score() {
      return toNumber(get('score'));
    },
    set score(value) {
      set('score', value);
    },
    get name() {
      return toName(get('name'));
    },
    set name(value) {
      set('name', value);
    },
    get avatar() {
      return account()?.pictureUrl ?? '';
    },
    get isStub() {
      return state.size === 0;
    },
    fields: [],
    stats: { playtimeToday: 0, playtimeAll: 0, activeDays: 0, activeDaysConsecutive: 0 },
    get,
    set,
    add: (key, value) => set(key, toNumber(get(key)) + toNumber(value)),
    toggle: (key) => set(key, get(key) !== true),
    has: (key) => Boolean(get(key)),
    toJSON: () => {
      const { id, name, avatar, score } = player;
      return { ...Object.fromEntries(state), id, name, avatar, score };
    },
    fromJSON: (given) => {
      for (const [key, value] of Object.entries(readOptions(given))) set(key, value);
    },
    reset: () => {
      state.clear();
      emit('change');
    },
    remove: () => player.reset(),
    sync,
    load: async () => {
      const isLoaded = await read();
      emit('load', isLoaded);
      return isLoaded;
    },
    login: async () => {
      const signIn = async (): Promise<boolean> => {
        if (!account()) await sdk.player.signIn();
        await sdk.player.refresh();
        return account() !== undefined;
      };
      const isLoggedIn = isOn && (await signIn().catch(() => false));
      emit('login', isLoggedIn);
      return isLoggedIn;
    },
    logout: async () => {
      emit('logout', false);
      return false;
    },
    fetchFields: async () => {
      emit('fetchFields', true);
      return true;
    },
    getField: () => null,
    getFieldName: () => '',
    getFieldVariantName: () => '',
    getMaxValue: () => 0,
    getMinValue: () => 0,
    enableAutoSync: (options) => {
      const { interval } = readOptions(options as { interval?: unknown });
      clearInterval(autoSync);
      autoSync = setInterval(() => void sync(), Math.max(10, toNumber(interval)) * 1000);
    },
    disableAutoSync: () => clearInterval(autoSync),
  };
  return { player, tellReady: () => emit('ready') };
}

const toState = (saved: unknown): Map<string, FieldValue> =>
  new Map(
    Object.entries(readOptions(saved as Record<string, unknown>)).filter((entry): entry is [string, FieldValue] =>
      isField(entry[1]),
    ),
  );

const isField = (value: unknown): value is FieldValue =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const toName = (value: unknown): string => (typeof value === 'string' ? value : '');

/** As the vendor casts them. */
function toNumber(value: unknown): number {
  const number = typeof value === 'object' ? 0 : Number(value);
  return Number.isFinite(number) ? number : 0;
}
