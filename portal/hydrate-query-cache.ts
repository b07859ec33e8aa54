// Reads the state of a server-rendered page.
import { hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { PageState } from '#model/rendered-page.ts';
import { log } from './log.ts';
import { captureError } from './reporting/reporting.ts';
import { runtimeConfig } from './runtime-config.ts';

interface ServerRenderedPage {
  readonly unknownPath: string | undefined;
  readonly onRecoverableError: (error: unknown) => void;
}

/**
 * Fills the query cache with the page's data. Undefined if the page must be rendered from scratch.
 * @param text the state from our own server
 */
export function hydrateQueryCache(text: string, queries: QueryClient): ServerRenderedPage | undefined {
  const state = JSON.parse(text) as PageState;
  if (!isThisPage(state)) return undefined;
  hydrate(queries, state.queries as DehydratedState);
  return { unknownPath: state.isUnknown && ownPath(), onRecoverableError: reportDifference };
}

/**
 * Whether the server rendered the requested page: not a cached page for another URL, another language, or a page that
 * depends on this tab's history state.
 */
function isThisPage({ path, locale, isUnknown }: PageState): boolean {
  const { usr } = (window.history.state ?? {}) as { usr?: unknown };
  const isHere = isUnknown === true || path === ownPath();
  return isHere && locale === i18next.language && navigator.onLine && (usr === undefined || usr === null);
}

const ownPath = (): string => `/${window.location.pathname.slice(runtimeConfig.basePath.length)}`;

/** React renders the page again, so only the server rendering was wasted. */
function reportDifference(error: unknown): void {
  log.error('Hydration failed: the page differs from what the server rendered.', error);
  captureError(error);
}
