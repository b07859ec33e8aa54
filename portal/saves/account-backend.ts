import { ApiError } from '#contract/api-error.ts';
import { lazyBackgroundApiClient, lazyKeepaliveApiClient } from '#portal/lazy-api.ts';
import { SaveConflictError, SaveRejectedError, type SaveBackend } from './save-backend.ts';
import { measureEntries } from './save-changes.ts';

type Client = Pick<typeof lazyBackgroundApiClient, 'saves'>;

export interface SavingDevice {
  /** The same at every start. */
  readonly id: string;
  /** Shown to the player. */
  readonly name: string;
}

export function createAccountBackend(
  game: string,
  device: SavingDevice,
  client: Client = lazyBackgroundApiClient,
  keepaliveClient: Client = lazyKeepaliveApiClient,
): Required<SaveBackend> {
  return {
    read: (knownRevision) =>
      translated(async () => {
        const save = await client.saves.read({
          Game: game,
          ...(knownRevision !== undefined && { KnownRevision: knownRevision }),
        });
        const { Copy } = save;
        return {
          revision: save.Revision,
          entries: save.Keys && new Map(Object.entries(save.Keys)),
          updatedAt: save.UpdatedAt,
          device: save.Device,
          summary: save.Summary,
          maxBytes: save.MaxBytes,
          copy: Copy && { id: Copy.CopyId, updatedAt: Copy.UpdatedAt, device: Copy.Device, summary: Copy.Summary },
        };
      }),
    // The request starts synchronously, because this also runs while the page closes.
    write: ({ writeId, baseRevision, change }) => {
      const { saves } = measureEntries(change.set) <= maxKeepaliveBytes ? keepaliveClient : client;
      return translated(async () => {
        const { Revision, UpdatedAt } = await saves.write({
          Game: game,
          BaseRevision: baseRevision,
          WriteId: writeId,
          Set: Object.fromEntries(change.set),
          Remove: [...change.remove],
          ...(change.summary !== undefined && { Summary: change.summary }),
          Device: device.name,
          DeviceId: device.id,
        });
        return { revision: Revision, updatedAt: UpdatedAt };
      });
    },
    restore: (revision, baseRevision) =>
      translated(async () => {
        const restored = await client.saves.restore({
          Game: game,
          Revision: revision,
          BaseRevision: baseRevision,
          Device: device.name,
        });
        return { revision: restored.Revision, updatedAt: restored.UpdatedAt };
      }),
    chooseCopy: (copyId, keep, baseRevision) =>
      translated(() => client.saves.chooseCopy({ Game: game, CopyId: copyId, Keep: keep, BaseRevision: baseRevision })),
  };
}

/** Browsers allow 64 KiB. Quotes and line breaks take more room in JSON. */
const maxKeepaliveBytes = 30_000;

async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'SaveConflict') throw new SaveConflictError();
    const isPermanent = error.status >= 400 && error.status < 500 && !passingStatuses.has(error.status);
    if (isPermanent) throw new SaveRejectedError(error.detail || error.title, error.code === 'SaveTooLarge');
    throw error;
  }
}

/** Signed out, timeout, too many requests. */
const passingStatuses: ReadonlySet<number> = new Set([401, 408, 429]);
