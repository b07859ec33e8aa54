// Makes one picture and stores it for all nodes. Identical sources are processed once.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { FetchBlockedError } from '#server/http/safe-fetch.ts';
import type { DuePicture } from './list-due-pictures.ts';
import { makePictureVariants, InvalidPictureError } from './make-variants.ts';
import type { PictureFiles } from './picture-files.ts';
import { readPictureSource, type PictureSourceDeps } from './read-picture-source.ts';
import { writePictureVariants, type PictureMetadata } from './write-variants.ts';

export interface MakePictureDeps extends PictureSourceDeps {
  readonly database: Database;
  readonly pictureFiles: PictureFiles;
}

/** If it was refused, the original picture is shown. */
export type MakePictureResult =
  | { readonly outcome: 'made' | 'same' }
  | { readonly outcome: 'refused'; readonly fault: string };

export async function makePicture(parts: MakePictureDeps, due: DuePicture): Promise<MakePictureResult> {
  const { database } = parts;
  try {
    const bytes = await readPictureSource(parts, due);
    const hash = hashPicture(bytes);
    const known = (await parts.pictureFiles.has(hash)) ? await findByHash(database, hash) : undefined;
    const facts = known ?? (await writePictureVariants(parts.pictureFiles, hash, await makePictureVariants(bytes)));
    await save(database, due, { hash, ...facts, fault: null });
    return { outcome: known ? 'same' : 'made' };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    await save(database, due, { hash: null, width: null, height: null, widths: null, placeholder: null, fault });
    return { outcome: 'refused', fault };
  }
}

export const hashPicture = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

function faultOf(error: unknown): string | undefined {
  if (error instanceof InvalidPictureError || error instanceof FetchBlockedError) return error.message.slice(0, 500);
  const { code, message } = error as NodeJS.ErrnoException;
  return code !== undefined && unreachable.has(code) ? message.slice(0, 500) : undefined;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

async function findByHash({ kysely }: Database, hash: string): Promise<PictureMetadata | undefined> {
  const row = await kysely
    .selectFrom('pictures')
    .select(['width', 'height', 'widths', 'placeholder'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  if (!row || row.width === null || row.height === null || !row.widths || row.placeholder === null) return undefined;
  return { width: row.width, height: row.height, widths: row.widths, placeholder: row.placeholder };
}

async function save(
  { kysely }: Database,
  { game, source, build }: DuePicture,
  made: { [F in keyof PictureMetadata]: PictureMetadata[F] | null } & {
    readonly hash: string | null;
    readonly fault: string | null;
  },
): Promise<void> {
  const row = { ...made, build_number: build ?? null, made_at: sql<Date>`now()` };
  await kysely
    .insertInto('pictures')
    .values({ game, source, ...row })
    .onConflict((conflict) => conflict.columns(['game', 'source']).doUpdateSet(row))
    .execute();
}
