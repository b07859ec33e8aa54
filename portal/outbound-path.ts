import { apiBase } from '#contract/api-base.ts';
import type { PageEnvironment } from './page-environment.ts';

export interface OutboundLinkSource {
  /** What kind of link it is, for the operator's statistics. */
  readonly type: 'community' | 'news';
  /** The game on whose page the link stands. */
  readonly game?: string | undefined;
}

/** Our own page that counts the link and leads on: at once to listed destinations, to others after asking. */
export function buildOutboundPath(
  { config }: Pick<PageEnvironment, 'config'>,
  url: string,
  { type, game }: OutboundLinkSource,
): string {
  const query = new URLSearchParams({ url, type, ...(game !== undefined && { fxref: game }) });
  const path = `${config.basePath.replace(/\/$/, '')}${apiBase}/go?${query.toString()}`;
  return path.length > maxPathLength ? url : path;
}

// Our own pages have shorter addresses (`safeDestination`); the few links that are longer aren't counted.
const maxPathLength = 1900;
