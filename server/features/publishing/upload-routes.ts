// The console's calls for uploads.
import type { Static } from 'typebox';
import type { GameUpload } from '#contract/console/games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import {
  abortUpload,
  beginUpload,
  completeUpload,
  pieceBytes,
  readUpload,
  storePiece,
  type UploadInfo,
} from './uploads/uploads.ts';
import type { UploadJobData } from './uploads/upload-job.ts';

export interface UploadRoutesDeps extends Pick<Infrastructure, 'database' | 'jobs'> {
  readonly uploadJob: JobDefinition<typeof UploadJobData>;
}

type UploadCall = 'beginUpload' | 'uploadPiece' | 'upload' | 'finishUpload' | 'abortUpload';

export function createUploadRoutes({
  database,
  jobs,
  uploadJob,
}: UploadRoutesDeps): Pick<AreaHandlers<'operatorGames'>, UploadCall> {
  return {
    beginUpload: async ({ params: { Game }, body, operator }) =>
      toWire(
        await beginUpload(database, {
          game: Game,
          operatorId: operator.id,
          bytes: body.Bytes,
          version: body.Version,
          description: body.Description,
        }),
      ),
    uploadPiece: async ({ params, body, operator }) =>
      toWire(await storePiece(database, keyOf(params, operator), body.Piece, Buffer.from(body.Base64, 'base64'))),
    upload: async ({ params, operator }) => toWire(await readUpload(database.kysely, keyOf(params, operator))),
    finishUpload: async ({ params, operator, audit }) => {
      const actor = audit.defer();
      const { UploadId, Game } = params;
      const upload = await database.transaction(async (trx) => {
        const completed = await completeUpload(trx, keyOf(params, operator));
        await jobs.send(trx, uploadJob, { uploadId: UploadId, game: Game, actor: { ...actor } });
        return completed;
      });
      return toWire(upload);
    },
    abortUpload: async ({ params, operator }) => {
      await abortUpload(database, keyOf(params, operator));
      return { Success: true };
    },
  };
}

const keyOf = ({ Game, UploadId }: { Game: string; UploadId: string }, { id }: { readonly id: string }) => ({
  game: Game,
  uploadId: UploadId,
  operatorId: id,
});

const toWire = (upload: UploadInfo): Static<typeof GameUpload> => ({
  UploadId: upload.uploadId,
  State: states[upload.state],
  Bytes: upload.bytes,
  ReceivedBytes: upload.receivedBytes,
  PieceBytes: pieceBytes,
  ...(upload.build !== null && { Build: upload.build }),
  ...(upload.fault !== null && { Fault: upload.fault }),
});

const states = { receiving: 'Receiving', checking: 'Checking', ready: 'Ready', failed: 'Failed' } as const;
