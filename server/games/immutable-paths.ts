// Addresses of a build's files that never change, for browsers and CDNs:
// /builds/<hash of the build>-<hash of the headers>/…. A script that runs as a worker has the policy of its own
// response, so a new policy needs a new address too.
import { createHash } from 'node:crypto';
import type { ResponseHeaders } from '#server/http/headers.ts';

export interface ImmutablePath {
  readonly sha: string;
  readonly headersHash: string;
  readonly file: string;
}

export const immutableCacheControl = 'public, max-age=31536000, immutable';

export const buildImmutablePath = (sha: string, headers: ResponseHeaders): string =>
  `/builds/${sha}-${hashHeaders(headers)}/`;

export function readImmutablePath(path: string): ImmutablePath | undefined {
  const [, sha, headersHash, file] = /^builds\/([0-9a-f]{64})-([0-9a-f]{16})\/(.+)$/s.exec(path) ?? [];
  return sha === undefined || headersHash === undefined || file === undefined ? undefined : { sha, headersHash, file };
}

export function hashHeaders(headers: ResponseHeaders): string {
  const entries = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
}
