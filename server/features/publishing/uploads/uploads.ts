// Builds on their way from a browser: an archive in pieces, kept in the database, so that each piece may reach another
// node and an interrupted upload goes on. The job unpacks the archive.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';

export const pieceBytes = 2_000_000;
/** Of one archive. Larger builds are added on the server: `npm run games -- add`. */
export const maxArchiveBytes = 1_000_000_000;
const maxUploadsOfOperator = 3;

export interface UploadInfo {
  readonly uploadId: string;
  readonly game: string;
  readonly state: 'receiving' | 'checking' | 'ready' | 'failed';
  readonly bytes: number;
  readonly receivedBytes: number;
  readonly build: number | null;
  readonly fault: string | null;
}

export interface NewUpload {
  readonly game: string;
  readonly operatorId: string;
  readonly bytes: number;
  readonly version: string | undefined;
  readonly description: string | undefined;
}

export async function beginUpload(database: Database, upload: NewUpload): Promise<UploadInfo> {
  const { game, operatorId, bytes, version = null, description = null } = upload;
  if (bytes > maxArchiveBytes)
    throw new Problem(
      'InvalidRequest',
      `The archive has ${bytes} bytes, and at most ${maxArchiveBytes} can be uploaded here.`,
    );
  const uploadId = randomUUID();
  await database.transaction(
    async (trx) => {
      await requireGame(trx, game);
      const { count } = await trx
        .selectFrom('game_uploads')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('operator_id', '=', operatorId)
        .where('state', 'in', ['receiving', 'checking'])
        .executeTakeFirstOrThrow();
      if (count >= maxUploadsOfOperator)
        throw new Problem('Conflict', `You have ${count} uploads in progress. Finish or stop one of them first.`);
      await trx
        .insertInto('game_uploads')
        .values({ upload_id: uploadId, game, operator_id: operatorId, bytes, version, description })
        .execute();
    },
    { exclusiveKey: `uploads of ${operatorId}` },
  );
  return { uploadId, game, state: 'receiving', bytes, receivedBytes: 0, build: null, fault: null };
}

/** Only the operator who began an upload sees it. */
export interface UploadKey {
  readonly uploadId: string;
  readonly game: string;
  readonly operatorId: string;
}

export async function readUpload(db: Kysely<Tables>, key: UploadKey): Promise<UploadInfo> {
  const row = await db
    .selectFrom('game_uploads')
    .select(['game', 'state', 'bytes', 'build_number', 'fault'])
    .select(
      sql<number>`(select coalesce(sum(octet_length(p.bytes)), 0)::bigint from game_upload_pieces p
        where p.upload_id = game_uploads.upload_id)`.as('received_bytes'),
    )
    .where('upload_id', '=', key.uploadId)
    .where('game', '=', key.game)
    .where('operator_id', '=', key.operatorId)
    .executeTakeFirst();
  if (!row) throw new Problem('NotFound', 'This upload was stopped, or is older than a day. Begin again.');
  const { game, state, bytes, received_bytes, build_number, fault } = row;
  return { uploadId: key.uploadId, game, state, bytes, receivedBytes: received_bytes, build: build_number, fault };
}

export async function storePiece(
  database: Database,
  key: UploadKey,
  piece: number,
  bytes: Buffer,
): Promise<UploadInfo> {
  const upload = await readUpload(database.kysely, key);
  if (upload.state !== 'receiving') throw new Problem('Conflict', 'This upload is complete.');
  const pieces = Math.ceil(upload.bytes / pieceBytes);
  const expected = piece === pieces - 1 ? upload.bytes - piece * pieceBytes : pieceBytes;
  if (piece >= pieces || bytes.length !== expected)
    throw new Problem('InvalidRequest', `Piece ${piece} has ${bytes.length} bytes, which is not its size.`);
  await database.kysely
    .insertInto('game_upload_pieces')
    .values({ upload_id: key.uploadId, piece, bytes })
    .onConflict((conflict) => conflict.columns(['upload_id', 'piece']).doNothing())
    .execute();
  return readUpload(database.kysely, key);
}

/** Marks the upload as complete. Whoever sends the job does it in the same transaction. */
export async function completeUpload(trx: Transaction<Tables>, key: UploadKey): Promise<UploadInfo> {
  const upload = await readUpload(trx, key);
  if (upload.state !== 'receiving') throw new Problem('Conflict', 'This upload is complete already.');
  if (upload.receivedBytes !== upload.bytes)
    throw new Problem('Conflict', `${upload.bytes - upload.receivedBytes} bytes are missing. Send the other pieces.`);
  await trx.updateTable('game_uploads').set({ state: 'checking' }).where('upload_id', '=', key.uploadId).execute();
  return { ...upload, state: 'checking' };
}

export async function abortUpload({ kysely }: Pick<Database, 'kysely'>, key: UploadKey): Promise<void> {
  await kysely
    .deleteFrom('game_uploads')
    .where('upload_id', '=', key.uploadId)
    .where('game', '=', key.game)
    .where('operator_id', '=', key.operatorId)
    .execute();
}

/** Removes what was sent for uploads that nobody completed, and the outcome of the others. */
export async function removeOldUploads({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await kysely
    .deleteFrom('game_uploads')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
