import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { sendArchive, type SendArchiveOptions, type Upload } from './send-archive.ts';

const UploadId = '00000000-0000-4000-8000-000000000000';

/** A server that keeps pieces of four bytes and is ready at the second question. */
function createServer(failures = 0) {
  const pieces: string[] = [];
  const said: string[] = [];
  let failing = failures;
  const answer = (State: Upload['State']): Upload => ({
    UploadId,
    State,
    Bytes: 10,
    PieceBytes: 4,
    ReceivedBytes: pieces.join('').length,
  });
  const calls: SendArchiveOptions['calls'] = {
    beginUpload: async () => answer('Receiving'),
    uploadPiece: async ({ Piece, Base64 }) => {
      failing -= 1;
      if (failing >= 0) throw new ApiError({ title: 'no network', status: 0 });
      pieces[Piece] = atob(Base64);
      return answer('Receiving');
    },
    finishUpload: async () => answer('Checking'),
    upload: async () => answer('Ready'),
    abortUpload: async () => {
      said.push('abort');
      return { Success: true };
    },
  };
  return { calls, pieces, said };
}

const options = { game: 'gem-miner', version: undefined, description: undefined, wait: async () => undefined };

test('sends an archive in pieces and repeats those that fail', async () => {
  const { calls, pieces, said } = createServer(2);
  const received: number[] = [];
  const done = await sendArchive(new Blob(['0123456789']), {
    ...options,
    calls,
    signal: new AbortController().signal,
    onProgress: ({ ReceivedBytes }) => received.push(ReceivedBytes),
  });
  expect(pieces).toEqual(['0123', '4567', '89']);
  expect(received).toEqual([4, 8, 10, 10]);
  expect([done.State, said]).toEqual(['Ready', []]);
});

test('removes what was sent if the operator stops, or if the server stays away', async () => {
  const { calls, said } = createServer();
  const stop = new AbortController();
  const stopped = sendArchive(new Blob(['0123456789']), {
    ...options,
    calls,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(stopped).rejects.toThrow('aborted');
  expect(said).toEqual(['abort']);
  const away = createServer(100);
  const failed = sendArchive(new Blob(['0123456789']), {
    ...options,
    calls: away.calls,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(failed).rejects.toThrow('no network');
  expect(away.said).toEqual(['abort']);
});
