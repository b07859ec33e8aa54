// Addresses of drafts on a game's host: /.fxid/preview/<token>/…, where no file of a game can be. A page may name its files
// by addresses that begin with a slash, which would be those of the live build. Such a request says by its Referer that it
// comes from a preview, and is redirected into it.
import type { ServedBuild } from './find-game-file.ts';

/** What a preview link shows. */
export interface Preview {
  readonly buildNumber: number;
  readonly buildType: 'Unity' | 'Iframe';
  readonly expiresAt: Date;
}

/** The draft that a token opens; undefined if the link has ended or never was one. */
export type ReadPreview = (game: string, token: string) => Promise<Preview | undefined>;

const prefix = '.fxid/preview/';

/** The path of a preview's page on the game's host. */
export const buildPreviewPath = (token: string): string => `/${prefix}${token}/`;

export interface PreviewPath {
  readonly token: string;
  /** Relative to the draft; undefined without the slash after the token, where relative addresses would go wrong. */
  readonly path: string | undefined;
}

/** Reads a path without its first slash; undefined if it is not one of a preview. */
export function readPreviewPath(path: string): PreviewPath | undefined {
  if (!path.startsWith(prefix)) return undefined;
  const [, token = '', rest] = /^([^/]*)(?:\/(.*))?$/s.exec(path.slice(prefix.length)) ?? [];
  return { token, path: rest };
}

/** The token of the preview that a request comes from, if it comes from one on the same host and leads out of it. */
export function readPreviewReferrer(path: string, referrer: string | undefined, origin: string): string | undefined {
  // What the portal itself has there is the same for every build.
  if (referrer === undefined || path.startsWith('.fxid/')) return undefined;
  const url = URL.parse(referrer);
  return url?.origin === origin ? readPreviewPath(url.pathname.slice(1))?.token : undefined;
}

/** Headers of everything that a preview sends. The address is a secret: it must not reach search engines or other sites. */
export const previewHeaders = {
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-cache',
} as const;

/** A page asks for hundreds of files at once, so an answer is kept for a few seconds. A revoked link ends within them. */
export function cachePreviews(read: ReadPreview, nowMs: () => number): ReadPreview {
  const known = new Map<string, { at: number; preview: Promise<Preview | undefined> }>();
  return (game, token) => {
    const key = `${game} ${token}`;
    const found = known.get(key);
    if (found && nowMs() - found.at < keptMs) return found.preview;
    const preview = read(game, token);
    // Tokens can be invented by anyone.
    if (known.size >= maxKept) known.clear();
    known.set(key, { at: nowMs(), preview });
    preview.catch(() => known.delete(key));
    return preview;
  };
}

const keptMs = 5000;
const maxKept = 1000;

export const servePreview = ({ buildNumber, buildType }: Preview): ServedBuild & { isUnity: boolean } => ({
  draft: buildNumber,
  isUnity: buildType === 'Unity',
});
