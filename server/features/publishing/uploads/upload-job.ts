// Makes a draft of an uploaded archive, as `npm run games -- add --draft` makes one of a folder.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { object, text, uuid } from '#model/schema.ts';
import { AuditActorData, recordAs } from '#server/features/audit-log/audit-actor.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import { addGame } from '../add-game.ts';
import { PublishingError } from '../publishing-error.ts';
import { unpackArchive } from './unpack-archive.ts';

const retryLimit = 3;

export const UploadJobData = object({ uploadId: uuid, game: text(63), actor: AuditActorData });

export type UploadJobDeps = Pick<Infrastructure, 'config' | 'database' | 'log' | 'now'>;

export function defineUploadJob(deps: UploadJobDeps): JobDefinition<typeof UploadJobData> {
  const { config, database } = deps;
  return defineJob({
    name: 'game-upload',
    schema: UploadJobData,
    retryLimit,
    leaseSeconds: 900,
    concurrency: 1,
    run: async ({ uploadId, game, actor }, { signal, attempt }) => {
      const upload = await database.kysely
        .selectFrom('game_uploads')
        .select(['state', 'version', 'description'])
        .where('upload_id', '=', uploadId)
        .executeTakeFirst();
      // It was stopped, or an earlier run of the job has ended it.
      if (upload?.state !== 'checking') return;
      const place = join(locateUploads(config.dataDir), uploadId);
      await rm(place, { recursive: true, force: true });
      await mkdir(place, { recursive: true });
      try {
        const archive = join(place, 'archive.zip');
        await pipeline(Readable.from(readPieces(deps, uploadId)), createWriteStream(archive), { signal });
        const folder = join(place, 'files');
        await mkdir(folder);
        await unpackArchive(archive, folder, { signal });
        const { version, description } = upload;
        await addGame(
          {
            game,
            source: await findGameFolder(folder),
            isDraft: true,
            ...(version !== null && { version }),
            ...(description !== null && { description }),
          },
          {
            ...deps,
            from: place,
            report: () => undefined,
            record: recordAs(actor),
            alsoWrite: async (trx, build_number) => {
              await trx
                .updateTable('game_uploads')
                .set({ state: 'ready', build_number })
                .where('upload_id', '=', uploadId)
                .execute();
              await trx.deleteFrom('game_upload_pieces').where('upload_id', '=', uploadId).execute();
            },
          },
        );
      } catch (error) {
        if (error instanceof PublishingError) return await failUpload(deps, uploadId, describeFault(error, place));
        if (attempt > retryLimit) await failUpload(deps, uploadId, 'The build could not be stored. Try again later.');
        throw error;
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    },
  });
}

/** The folder begins with a dot: nothing in it is served. */
export const locateUploads = (dataDir: string): string => join(dataDir, '.uploads');

/** Removes what killed jobs have left. */
export async function removeUnpackedLeftovers({ config, now }: Pick<UploadJobDeps, 'config' | 'now'>): Promise<void> {
  const home = locateUploads(config.dataDir);
  for (const name of await readdir(home).catch(() => [])) {
    const { mtimeMs } = await stat(join(home, name));
    if (now().getTime() - mtimeMs > 86_400_000) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** One piece at a time is in memory. */
async function* readPieces({ database }: UploadJobDeps, uploadId: string): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece += 1) {
    const row = await database.kysely
      .selectFrom('game_upload_pieces')
      .select('bytes')
      .where('upload_id', '=', uploadId)
      .where('piece', '=', piece)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Archives often contain one folder with the game in it. */
async function findGameFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const [only] = entries;
  return entries.length === 1 && only?.isDirectory() === true && only.name !== 'Build'
    ? join(folder, only.name)
    : folder;
}

async function failUpload({ database }: UploadJobDeps, uploadId: string, fault: string): Promise<void> {
  await database.transaction(async (trx) => {
    await trx.updateTable('game_uploads').set({ state: 'failed', fault }).where('upload_id', '=', uploadId).execute();
    await trx.deleteFrom('game_upload_pieces').where('upload_id', '=', uploadId).execute();
  });
}

/** The operator knows nothing of the folder on the server. */
const describeFault = ({ message }: Error, place: string): string =>
  message.replaceAll(`${place}/files/`, '').replaceAll(`${place}/files`, 'The upload').slice(0, 1000);
