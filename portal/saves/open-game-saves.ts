// The saves of the game in the frame, loaded with its first call. Every player has a record on this device; who plays can
// change while the game runs.
import { BridgeError } from '#bridge/bridge-error.ts';
import type { Events, ParamsOf, ResultOf } from '#bridge/protocol.ts';
import type { PlayerInfo, SaveCopy } from '#bridge/shapes.ts';
import { log } from '#portal/log.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { currentSessionNumber, subscribeToSession } from '#portal/session-token.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { createAccountBackend } from './account-backend.ts';
import { requireSpace, toEntries, toSaveChange } from './check-change.ts';
import {
  browserTimer,
  createSaveSync,
  type DescribedSave,
  type SaveChoice,
  type SaveSync,
} from './create-save-sync.ts';
import { createMemoryDeviceSaves, openDeviceSaves } from './device-saves.ts';
import { readDeviceId } from './device-id.ts';
import { holdSaveLock } from './hold-save-lock.ts';
import { createPlatformBackend } from './platform-backend.ts';
import { requireSession } from './require-session.ts';
import { SaveRejectedError, type SavedCopy } from './save-backend.ts';
import { moveDeviceSaveToAccount, movePlatformSaveToAccount, type SavingPlayer } from './move-save-to-account.ts';
import { watchUnsentSaves } from './watch-unsent-saves.ts';

export interface GameSavesOptions {
  readonly game: string;
  /** Its storage has the saves of players without an account. */
  readonly played: Pick<ConnectedPlatform, 'entry' | 'platform'>;
  /** Shown to the player on other devices. */
  readonly deviceName: string;
  readonly readInfo: () => Promise<Pick<PlayerInfo, 'fxId'>>;
  readonly emit: <E extends 'SaveChanged' | 'SaveConflict'>(event: E, data: Events[E]) => void;
  readonly openModal: OpenModal;
  /** The game can't open anything over the question. */
  readonly cover: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Aborted when the player leaves the game. */
  readonly signal: AbortSignal;
}

export interface GameSaves {
  read(params: ParamsOf<'ReadSave'>): Promise<ResultOf<'ReadSave'>>;
  write(params: ParamsOf<'WriteSave'>): Promise<void>;
  flush(): Promise<{ saved: boolean }>;
  resolveConflict(params: ParamsOf<'ResolveSaveConflict'>): void;
}

interface OpenSave {
  readonly player: SavingPlayer;
  readonly sync: SaveSync;
  /** The first read, started by the game or by its first write. */
  readonly ready: () => Promise<unknown>;
  readonly close: () => void;
}

export function openGameSaves(options: GameSavesOptions): GameSaves {
  const { game, emit, deviceName } = options;
  const { entry, platform } = options.played;
  const anonymous: SavingPlayer = { recordId: ` ${game}`, isGuest: true, hasAccount: false };
  const playerOnPlatform: SavingPlayer = { ...anonymous, recordId: ` ${entry.folder} ${game}` };
  const stored = openDeviceSaves();
  let opened: OpenSave | undefined;
  let isResolvedByGame = false;
  let answerOfGame: ((choice: SaveChoice | 'player') => void) | undefined;
  let hasReader = false;

  const askGame = (device: DescribedSave, account: DescribedSave): Promise<SaveChoice | 'player'> =>
    new Promise((resolve) => {
      const timeout = setTimeout(() => resolve('player'), gameAnswerTimeoutMs);
      answerOfGame = (choice) => {
        clearTimeout(timeout);
        answerOfGame = undefined;
        resolve(choice);
      };
      emit('SaveConflict', { device: toBridgeCopy(device), account: toBridgeCopy(account) });
    });
  const askPlayer = async (
    other: Omit<DescribedSave, 'entries'>,
    account: Omit<DescribedSave, 'entries'>,
    { isCopy = false, platform: title }: { isCopy?: boolean; platform?: string | undefined },
  ): Promise<'device' | 'account' | undefined> => {
    let chosen: 'device' | 'account' | undefined;
    await options.cover(() =>
      options.openModal('saveConflict', {
        other: describeSave(other),
        account: describeSave(account),
        isCopy,
        platform: title,
        answer: (choice) => (chosen = choice),
      }),
    );
    return chosen;
  };

  const findPlayer = async (): Promise<SavingPlayer> => {
    const { userId, guest } = (await options.readInfo()).fxId;
    // The account of a guest whom the platform doesn't know is lost with the tab.
    const hasAccount = userId !== '' && !(guest && entry.guestType !== undefined && platform.storage);
    if (hasAccount) return { recordId: `${userId} ${game}`, isGuest: guest, hasAccount };
    return platform.storage ? playerOnPlatform : anonymous;
  };

  const open = async (former: SavingPlayer = anonymous): Promise<OpenSave> => {
    const session = currentSessionNumber();
    const player = await findPlayer();
    const { recordId: id, hasAccount } = player;
    const lock = await holdSaveLock(id);
    // Another tab stores this save on the device. Here, changes that could not be sent are lost with the page.
    const deviceSaves = lock.isHeld ? stored : createMemoryDeviceSaves();
    const device = { id: lock.isHeld ? readDeviceId() : crypto.randomUUID(), name: deviceName };
    const onPlatform = platform.storage && requireSession(session, createPlatformBackend(platform.storage, device));
    const isMoving = lock.isHeld && hasAccount;
    if (isMoving && former.isGuest) await moveDeviceSaveToAccount(stored, former, id);
    if (isMoving && onPlatform) await moveDeviceSaveToAccount(stored, playerOnPlatform, id);
    const removeFromPlatform = isMoving && onPlatform && (await movePlatformSaveToAccount(stored, onPlatform, id));
    const sync = await createSaveSync({
      id,
      deviceSaves,
      backend: hasAccount ? requireSession(session, createAccountBackend(game, device)) : onPlatform,
      deviceName,
      defaultMaxBytes,
      choose: async (ours, account) => {
        const choice = isResolvedByGame ? await askGame(ours, account) : 'player';
        const title = hasAccount ? undefined : entry.title;
        return choice === 'player' ? askPlayer(ours, account, { platform: title }) : choice;
      },
      chooseCopy: async (copy: SavedCopy, account) => {
        const choice = await askPlayer(copy, account, { isCopy: true });
        return choice && (choice === 'device' ? 'Copy' : 'Account');
      },
      onChanged: (revision) => emit('SaveChanged', { revision }),
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
      timer: browserTimer,
      warn: (text, error) => log.warn(text, error),
    });
    const close = (): void => {
      sync.stop();
      lock.release();
    };
    if (removeFromPlatform)
      sync
        .read()
        .then(async () => (await sync.flush()) && (await removeFromPlatform()))
        .catch((error: unknown) => log.warn('A save was moved to the account, and is still on the platform.', error));
    let reading: Promise<unknown> | undefined;
    opened = { player, sync, ready: () => (reading ??= sync.read()), close };
    return opened;
  };

  let opening = open();
  const current = async (): Promise<OpenSave> => {
    try {
      return await opening;
    } catch {
      // The player could not be read: try again with this call.
      opening = open();
      return opening;
    }
  };
  const sync = async (): Promise<SaveSync> => (await current()).sync;

  const changePlayer = async (before: Promise<OpenSave>): Promise<OpenSave> => {
    const last = await before.catch(() => undefined);
    opened = undefined;
    last?.close();
    const next = await open(last?.player);
    if (hasReader) {
      const { revision } = await next.sync.read();
      emit('SaveChanged', { revision });
    }
    return next;
  };
  const stopFollowing = subscribeToSession(() => {
    opening = changePlayer(opening);
    opening.catch((error: unknown) => log.warn('The save of the new player could not be read.', error));
  });

  const ending = new AbortController();
  const { signal } = ending;
  const hide = (): void => opened?.sync.flushWhileClosing();
  window.addEventListener('pagehide', hide, { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? hide() : opened?.sync.retry()),
    { signal },
  );
  window.addEventListener('online', () => opened?.sync.retry(), { signal });
  const closeOpened = async (): Promise<void> => {
    (await opening).close();
    // The player stays in the portal, which sends what is left.
    watchUnsentSaves();
  };
  options.signal.addEventListener('abort', () => {
    ending.abort();
    stopFollowing();
    opened?.sync.flushWhileClosing();
    closeOpened().catch(() => undefined);
  });

  return {
    async read({ resolvesConflicts = false }) {
      isResolvedByGame = resolvesConflicts;
      const save = await sync();
      const { revision, entries, updatedAt, summary } = await save.read();
      hasReader = true;
      return {
        revision,
        entries: toBridgeEntries(entries),
        ...(updatedAt !== undefined && { updatedAt }),
        ...(summary !== undefined && { summary }),
        maxBytes: save.maxBytes(),
      };
    },
    async write(params) {
      const { sync: save, ready } = await current();
      // Without a read, a write would have no base, and would count as a conflict.
      await Promise.race([ready(), wait(callTimeoutMs)]);
      await save.change(toSaveChange(params, save.current().entries, save.maxBytes(), new Date()));
    },
    async flush() {
      const save = await sync();
      try {
        return { saved: await Promise.race([save.flush(), wait(callTimeoutMs).then(() => false)]) };
      } catch (error) {
        if (!(error instanceof SaveRejectedError)) throw error;
        throw new BridgeError(error.isTooLarge ? 'TooLarge' : 'InvalidRequest', error.message);
      }
    },
    resolveConflict({ keep, values = {}, summary }) {
      if (!answerOfGame) throw new BridgeError('InvalidRequest', 'ResolveSaveConflict: there is no conflict now.');
      if (keep !== 'merged') return answerOfGame(keep);
      const merged = toEntries(values);
      requireSpace(merged, opened?.sync.maxBytes() ?? defaultMaxBytes);
      return answerOfGame({ entries: merged, summary });
    },
  };
}

const defaultMaxBytes = 1_000_000;
const gameAnswerTimeoutMs = 30_000;
// Shorter than the timeout of bridge calls.
const callTimeoutMs = 10_000;

const wait = (ms: number): Promise<unknown> => new Promise((resolve) => void setTimeout(resolve, ms));

const toBridgeEntries = (entries: DescribedSave['entries']) => [...entries].map(([key, value]) => ({ key, value }));

const toBridgeCopy = ({ entries, ...save }: DescribedSave): SaveCopy => ({
  entries: toBridgeEntries(entries),
  ...describeSave(save),
});

const describeSave = ({ updatedAt, device, summary }: Omit<DescribedSave, 'entries'>) => ({
  ...(updatedAt !== undefined && { updatedAt }),
  ...(device !== undefined && { device }),
  ...(summary !== undefined && { summary }),
});
