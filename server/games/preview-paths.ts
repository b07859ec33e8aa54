// Paths of drafts on a game's host: /.fxid/preview/<token>/…, where no game file can be. Absolute paths in a draft's
// page would load the live build's files, so such a request is recognised by its Referer and redirected into the
// preview.
import type { ServedBuild } from './find-game-file.ts';

export interface Preview {
  readonly buildNumber: number;
  readonly buildType: 'Unity' | 'Iframe';
  readonly expiresAt: Date;
}

export type ReadPreview = (game: string, token: string) => Promise<Preview | undefined>;

const prefix = '.fxid/preview/';

export const buildPreviewPath = (token: string): string => `/${prefix}${token}/`;

export interface PreviewPath {
  readonly token: string;
  /** Relative to the draft. Undefined without a slash after the token, where relative addresses would break. */
  readonly path: string | undefined;
}

export function readPreviewPath(path: string): PreviewPath | undefined {
  if (!path.startsWith(prefix)) return undefined;
  const [, token = '', rest] = /^([^/]*)(?:\/(.*))?$/s.exec(path.slice(prefix.length)) ?? [];
  return { token, path: rest };
}

/**
 * The token of the preview that the request comes from, if it is on the same host and the path is outside the preview.
 */
export function findPreviewTokenInReferrer(
  path: string,
  referrer: string | undefined,
  origin: string,
): string | undefined {
  // The portal's own files there are the same for every build.
  if (referrer === undefined || path.startsWith('.fxid/')) return undefined;
  const url = URL.parse(referrer);
  return url?.origin === origin ? readPreviewPath(url.pathname.slice(1))?.token : undefined;
}

/** Headers of preview responses. The address is secret: it must not reach search engines or other sites. */
export const previewHeaders = {
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-cache',
} as const;

/**
 * Cached for some seconds, because a page requests hundreds of files at once. A revoked link stops working within that
 * time.
 */
export function cachePreviewReader(read: ReadPreview, nowMs: () => number): ReadPreview {
  const known = new Map<string, { at: number; preview: Promise<Preview | undefined> }>();
  return (game, token) => {
    const key = `${game} ${token}`;
    const found = known.get(key);
    if (found && nowMs() - found.at < keptMs) return found.preview;
    const preview = read(game, token);
    // Bounded, because anyone can invent tokens.
    if (known.size >= maxKept) known.clear();
    known.set(key, { at: nowMs(), preview });
    preview.catch(() => known.delete(key));
    return preview;
  };
}

const keptMs = 5000;
const maxKept = 1000;

export const toServedBuild = ({ buildNumber, buildType }: Preview): ServedBuild & { isUnity: boolean } => ({
  draft: buildNumber,
  isUnity: buildType === 'Unity',
});
