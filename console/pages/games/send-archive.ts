// Sends an archive in pieces, and waits until the server has made a draft of it. A piece that fails is sent again.
import type { Static } from 'typebox';
import type { GameUpload } from '#contract/console/games.ts';
import { ApiError } from '#contract/api-error.ts';
import type { ConsoleClient } from '#console/api.ts';

export type Upload = Static<typeof GameUpload>;

export interface SendArchiveOptions {
  readonly calls: Pick<
    ConsoleClient['operatorGames'],
    'beginUpload' | 'uploadPiece' | 'upload' | 'finishUpload' | 'abortUpload'
  >;
  readonly game: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (upload: Upload) => void;
  readonly wait: (ms: number) => Promise<void>;
}

const attempts = 5;
const pollMs = 1000;

/** The upload when it is ready or has failed. */
export async function sendArchive(archive: Blob, options: SendArchiveOptions): Promise<Upload> {
  const { calls, game, version, description, signal, onProgress, wait } = options;
  let upload = await calls.beginUpload({ Game: game, Bytes: archive.size, Version: version, Description: description });
  const key = { Game: game, UploadId: upload.UploadId };
  try {
    const size = upload.PieceBytes;
    for (let piece = 0; piece * size < archive.size; piece += 1) {
      const Base64 = await toBase64(archive.slice(piece * size, (piece + 1) * size));
      upload = await repeat(() => calls.uploadPiece({ ...key, Piece: piece, Base64 }), options);
      onProgress(upload);
    }
    signal.throwIfAborted();
    upload = await calls.finishUpload(key);
    while (upload.State === 'Checking') {
      onProgress(upload);
      await wait(pollMs);
      upload = await repeat(() => calls.upload(key), options);
    }
    return upload;
  } catch (error) {
    // What was sent is removed after a day, also if this fails.
    await calls.abortUpload(key).catch(() => undefined);
    throw error;
  }
}

/** Repeats after failures of the network and of the server; a rejected request stays rejected. */
async function repeat<Result>(
  work: () => Promise<Result>,
  { signal, wait }: Pick<SendArchiveOptions, 'signal' | 'wait'>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const isTemporary =
        error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
      if (!isTemporary || attempt === attempts) throw error;
      await wait(1000 * 2 ** attempt);
    }
  }
}

async function toBase64(piece: Blob): Promise<string> {
  const bytes = new Uint8Array(await piece.arrayBuffer());
  let text = '';
  // More arguments overflow the stack.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
