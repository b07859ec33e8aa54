// Sends the files of installable builds, also in parts, so that a download that was cut off continues.
import { pipeline, Transform, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { findInstallPathProblem } from '#model/install-path.ts';
import { Problem } from '#model/problem.ts';
import { object, text, uuid } from '#model/schema.ts';
import { reportStoreOutage } from '#server/build-store/report-store-outage.ts';
import { ObjectStoreError } from '#server/build-store/s3-bucket.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Log } from '#server/http/log.ts';
import { downloadFilesPath, type Downloads } from './downloads.ts';
import type { InstallableFile, InstallableFiles } from './installable-files.ts';
import { readByteRange } from './read-byte-range.ts';

export interface DownloadFilesOptions {
  readonly files: Pick<InstallableFiles, 'read'>;
  readonly policy: HeaderPolicy;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly downloads: Downloads;
  readonly log: Log;
  readonly filesPerMinute: number;
}

/** How often the database learns how much was sent. */
const reportEveryMs = 1000;

export function mountDownloadFiles(
  app: FastifyInstance,
  { files, policy, sessions, downloads, log, filesPerMinute }: DownloadFilesOptions,
): void {
  const headers = {
    ...policy.of('api'),
    // These files are other people's programs: nothing may open them as a page of the portal.
    'content-type': 'application/octet-stream',
    'cache-control': 'private, no-transform, max-age=0',
    'accept-ranges': 'bytes',
  };
  app.route<{ Params: { id: string; '*': string }; Querystring: { Token?: string } }>({
    method: ['GET', 'HEAD'],
    url: `${downloadFilesPath}/:id/*`,
    schema: { querystring },
    config: { call: 'launcher.files', isStream: true, rateLimit: { max: filesPerMinute, timeWindow: 60_000 } },
    handler: async (request, reply) => {
      const { id, '*': path } = request.params;
      if (!Value.Check(uuid, id) || findInstallPathProblem(path) !== undefined) throw new Problem('NotFound');
      const accountId = async () => (await sessions.find(request.headers.authorization))?.accountId;
      const found = await downloads.findFile(id, path, { accountId, token: request.query.Token });
      if (!found) throw new Problem('NotFound', 'This download has expired, or has no such file. Request a new one.');
      const { bytes, sha256, game } = found;
      const etag = `"${sha256}"`;
      const range = readByteRange(request.headers, { bytes, etag });
      const isUnchanged = request.headers['if-none-match'] === etag;
      const [start, end] = range.outcome === 'part' ? [range.start, range.end] : [0, bytes - 1];
      const isSent = request.method === 'GET' && !isUnchanged && range.outcome !== 'not-satisfiable' && start <= end;
      // Before the headers, which an error must not have.
      const stream = isSent && (await openFile({ game, sha256, bytes }, { start, end }));
      void reply.headers({ ...headers, etag, 'content-disposition': describeAttachment(path) });
      if (isUnchanged) return reply.code(304).send();
      if (range.outcome === 'not-satisfiable')
        return reply.code(416).header('content-range', `bytes */${bytes}`).header('content-length', 0).send();
      if (range.outcome === 'part') void reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
      void reply.header('content-length', end - start + 1);
      return reply.send(stream ? countSentBytes(stream, id) : undefined);
    },
  });

  async function openFile(file: InstallableFile, range: { start: number; end: number }): Promise<Readable> {
    const stream = await files.read(file, range).catch((error: unknown) => {
      throw reportStoreOutage(error, log);
    });
    if (!stream) throw new Error(`A file of an installable build of ${file.game} is missing. Run: npm run check`);
    return stream;
  }

  function countSentBytes(stream: Readable, id: string): Readable {
    let unreported = 0;
    const report = (): void => {
      if (unreported === 0) return;
      const sent = unreported;
      unreported = 0;
      downloads.addSentBytes(id, sent).catch((error: unknown) => {
        log.warn({ err: error }, 'The progress of a download could not be stored.');
      });
    };
    const timer = setInterval(report, reportEveryMs);
    const counter = new Transform({
      transform: (chunk: Buffer, _, done) => {
        unreported += chunk.length;
        done(null, chunk);
      },
    });
    return pipeline(stream, counter, (error) => {
      clearInterval(timer);
      report();
      // A player who stops a download ends it early.
      if (error instanceof ObjectStoreError) log.warn({ err: error }, 'A download was cut off by the object store.');
    });
  }
}

const querystring = object({ Token: Type.Optional(text(100)) });

/** The name in both forms of RFC 6266. */
function describeAttachment(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
