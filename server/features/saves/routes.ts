import type { Static } from 'typebox';
import type { Api } from '#contract/api.ts';
import type { SaveRevision } from '#model/save.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { SaveOrigin } from '#server/db/save-tables.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { listSaves, readRevisionKeys, readRevisions, type StoredRevision } from './read-save-revisions.ts';
import { chooseCopy, removeSave, restoreRevision, type ReplaceSaveResult, type SaveOfPlayer } from './replace-save.ts';
import { readSaveStatement, type StoredSave } from './save-statements.ts';
import { createSaveWriter } from './write-save.ts';

export interface SavesDeps {
  readonly database: Database;
  readonly config: Pick<Infrastructure['config'], 'saveMaxBytes'>;
}

type WriteBody = Omit<Static<Api['saves']['write']['body']>, 'Game'>;
type RestoreBody = Omit<Static<Api['saves']['restore']['body']>, 'Game'>;

/** The player of a call, and whether the game's server makes it. */
interface SaveCaller extends SaveOfPlayer {
  readonly isServer: boolean;
}

export function createSavesRoutes({ database, config }: SavesDeps): AreaHandlers<'saves'> {
  const { kysely } = database;
  const { requireVisibleGame } = createGamesReader(database);
  const readSave = database.prepareRead(readSaveStatement);
  const writeSave = createSaveWriter(database);
  const maxBytes = config.saveMaxBytes;

  const read = async (caller: SaveCaller, knownRevision: number | undefined) => {
    const [row] = await readSave({ ...caller, knownRevision: knownRevision ?? null });
    if (!row) throw buildUnknownGameProblem(caller.game);
    const save = {
      Revision: row.revision ?? 0,
      ...(row.updated_at && { UpdatedAt: row.updated_at.toISOString() }),
      ...describeTexts(row),
      Bytes: row.bytes ?? 0,
      MaxBytes: Math.min(maxBytes, row.max_bytes ?? maxBytes),
      ...((row.revision ?? 0) !== knownRevision && { Keys: row.keys ?? {} }),
    };
    return { row, save };
  };

  const write = async (caller: SaveCaller, body: WriteBody) => {
    const result = await writeSave({
      ...caller,
      baseRevision: body.BaseRevision,
      writeId: body.WriteId,
      set: body.Set ?? {},
      remove: body.Remove ?? [],
      maxBytes,
      device: body.Device ?? null,
      deviceId: body.DeviceId ?? null,
      summary: body.Summary ?? null,
      origin: caller.isServer ? 'server' : 'device',
    });
    switch (result.outcome) {
      case 'saved':
        return toWritten(result);
      case 'conflict':
        throw buildConflict(result.stored);
      case 'too-large':
        throw new Problem('SaveTooLarge', `The save would have more than ${result.maxBytes} bytes or too many keys.`, {
          fields: { MaxBytes: String(result.maxBytes) },
        });
      case 'no-game':
        throw buildUnknownGameProblem(caller.game);
      case 'no-account':
        throw new Problem('Unauthenticated');
    }
  };

  const revisions = async ({ accountId, game }: SaveOfPlayer) => ({
    Revisions: (await readRevisions(kysely, accountId, game)).map((each) => toWire(each)),
  });

  const revisionKeys = async (owner: SaveOfPlayer, revision: number) => {
    const keys = await readRevisionKeys(kysely, { ...owner, revision });
    if (!keys) throw new Problem('NotFound', 'This revision is no longer kept.');
    return { Keys: keys };
  };

  const restore = async (owner: SaveOfPlayer, { Revision, BaseRevision, Device }: RestoreBody) =>
    toReplaced(
      await restoreRevision(database, owner, { revision: Revision, baseRevision: BaseRevision, device: Device }),
    );

  const ofGame = async (session: { readonly accountId: string }, game: string): Promise<SaveOfPlayer> => {
    await requireVisibleGame(game, async () => session);
    return { accountId: session.accountId, game };
  };

  const ofGameUid = async ({ game }: { readonly game: string }, gameUid: string): Promise<SaveCaller> => {
    const player = await kysely
      .selectFrom('connected_games')
      .select('account_id')
      .where('game', '=', game)
      .where('game_uid', '=', gameUid)
      .executeTakeFirst();
    if (!player) throw new Problem('NotFound', 'The game has no player with this GameUid.');
    return { accountId: player.account_id, game, isServer: true };
  };

  return {
    read: async ({ session, body }) => {
      const caller = { accountId: session.accountId, game: body.Game, isServer: false };
      const { row, save } = await read(caller, body.KnownRevision);
      const { copy_id: id, copy_updated_at: updatedAt, copy_bytes: bytes } = row;
      if (id === null || updatedAt === null || bytes === null) return save;
      const texts = describeTexts({ device: row.copy_device, summary: row.copy_summary });
      return { ...save, Copy: { CopyId: id, UpdatedAt: updatedAt.toISOString(), ...texts, Bytes: bytes } };
    },
    write: ({ session, body }) => write({ accountId: session.accountId, game: body.Game, isServer: false }, body),
    list: async ({ session }) => ({
      Saves: (await listSaves(kysely, session.accountId)).map((each) => ({ Game: each.game, ...toWire(each) })),
    }),
    revisions: async ({ session, body }) => revisions(await ofGame(session, body.Game)),
    revision: async ({ session, body }) => revisionKeys(await ofGame(session, body.Game), body.Revision),
    restore: async ({ session, body }) => restore(await ofGame(session, body.Game), body),
    chooseCopy: async ({ session, body }) => {
      const choice = { copyId: body.CopyId, keepCopy: body.Keep === 'Copy', baseRevision: body.BaseRevision };
      return toReplaced(await chooseCopy(database, await ofGame(session, body.Game), choice));
    },
    remove: async ({ session, body }) => toReplaced(await removeSave(database, await ofGame(session, body.Game))),
    serverRead: async ({ gameKey, body }) =>
      (await read(await ofGameUid(gameKey, body.GameUid), body.KnownRevision)).save,
    serverWrite: async ({ gameKey, body }) => write(await ofGameUid(gameKey, body.GameUid), body),
    serverRevisions: async ({ gameKey, body }) => revisions(await ofGameUid(gameKey, body.GameUid)),
    serverRevision: async ({ gameKey, body }) => revisionKeys(await ofGameUid(gameKey, body.GameUid), body.Revision),
    serverRestore: async ({ gameKey, body }) => restore(await ofGameUid(gameKey, body.GameUid), body),
  };
}

const origins = { device: 'Device', server: 'Server', restore: 'Restore', merge: 'Merge' } as const satisfies Record<
  SaveOrigin,
  string
>;

const toWire = (stored: StoredRevision): Static<typeof SaveRevision> => ({
  Revision: stored.revision,
  UpdatedAt: stored.updated_at.toISOString(),
  ...describeTexts(stored),
  Bytes: stored.bytes,
  Origin: origins[stored.origin],
});

const describeTexts = ({ device, summary }: Pick<StoredSave, 'device' | 'summary'>) => ({
  ...(device !== null && { Device: device }),
  ...(summary !== null && { Summary: summary }),
});

const toWritten = ({ revision, updatedAt }: { readonly revision: number; readonly updatedAt: Date }) => ({
  Revision: revision,
  UpdatedAt: updatedAt.toISOString(),
});

function toReplaced(result: ReplaceSaveResult) {
  if (result.outcome === 'saved') return toWritten(result);
  throw result.outcome === 'conflict'
    ? buildConflict(result.stored)
    : new Problem('NotFound', 'There is no such save.');
}

/** @param stored undefined: nothing is saved */
function buildConflict(stored: StoredSave | undefined): Problem {
  const fields = {
    Revision: String(stored?.revision ?? 0),
    Bytes: String(stored?.bytes ?? 0),
    ...(stored && { UpdatedAt: stored.updated_at.toISOString(), ...describeTexts(stored) }),
  };
  return new Problem('SaveConflict', undefined, { fields });
}
