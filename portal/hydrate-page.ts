// A page that the server has rendered, and with what: hydrated where that is this very page.
import { hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { PageState } from '#model/rendered-page.ts';
import { log } from './log.ts';
import { captureError } from './reporting/reporting.ts';
import { runtimeConfig } from './runtime-config.ts';

export interface ServerRenderedPage {
  /** The path at which the server has found nothing. */
  readonly unknownPath: string | undefined;
  readonly onRecoverableError: (error: unknown) => void;
}

/** Fills the queries with what the page was rendered with; undefined: it has to be rendered again. @param text of our own server */
export function hydratePage(text: string, queries: QueryClient): ServerRenderedPage | undefined {
  const state = JSON.parse(text) as PageState;
  if (!isThisPage(state)) return undefined;
  hydrate(queries, state.queries as DehydratedState);
  return { unknownPath: state.isUnknown && ownPath(), onRecoverableError: reportDifference };
}

/**
 * The page that was rendered is the one that is wanted: not a kept one in the place of another or of one that cannot be reached, not in
 * another language, and not with what only the history of this tab knows.
 */
function isThisPage({ path, locale, isUnknown }: PageState): boolean {
  const { usr } = (window.history.state ?? {}) as { usr?: unknown };
  const isHere = isUnknown === true || path === ownPath();
  return isHere && locale === i18next.language && navigator.onLine && (usr === undefined || usr === null);
}

const ownPath = (): string => `/${window.location.pathname.slice(runtimeConfig.basePath.length)}`;

/** Nothing is lost, since the page is rendered again; but it was rendered for nothing. */
function reportDifference(error: unknown): void {
  log.error('The page was not as the server has rendered it.', error);
  captureError(error);
}
