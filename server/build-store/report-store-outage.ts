import { Problem } from '#model/problem.ts';
import type { Log } from '#server/http/log.ts';
import { ObjectStoreError } from './s3-bucket.ts';

/** The error to answer with: 503 if the object store failed, otherwise the error itself. */
export function reportStoreOutage(error: unknown, log: Pick<Log, 'warn'>): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  log.warn({ err: error }, 'A file could not be read from the object store.');
  return new Problem('GameFilesUnavailable', undefined, { cause: error });
}
