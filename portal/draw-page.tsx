// Draws the portal in the page: takes over what the server has drawn where that is this very page, and draws anew everywhere else.
import { hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter, HashRouter } from 'react-router';
import type { PageState } from '#model/rendered-page.ts';
import { App } from './App.tsx';
import { log } from './log.ts';
import { captureError } from './reporting/reporting.ts';
import { runtimeConfig } from './runtime-config.ts';

export interface DrawOptions {
  readonly place: Element;
  readonly queries: QueryClient;
  readonly isOnPlatform: boolean;
}

/** To be called when the texts are there. */
export function drawPage({ place, queries, isOnPlatform }: DrawOptions): Root {
  const { basePath, routerType } = runtimeConfig;
  const isHash = routerType === 'hash';
  const state = readState();
  const isDrawn = state !== undefined && isThisPage(state);
  if (isDrawn) hydrate(queries, state.queries as DehydratedState);
  const app = (
    <App
      page={{
        config: runtimeConfig,
        origin: window.location.origin,
        unknownPath: state?.isUnknown && isDrawn ? ownPath() : undefined,
      }}
      {...{ queries, isOnPlatform }}
      texts={i18next}
      inRouter={(screens) =>
        isHash ? <HashRouter>{screens}</HashRouter> : <BrowserRouter basename={basePath}>{screens}</BrowserRouter>
      }
    />
  );
  if (isDrawn) return hydrateRoot(place, app, { onRecoverableError: reportDifference });
  const root = createRoot(place);
  root.render(app);
  return root;
}

function readState(): PageState | undefined {
  const text = document.querySelector('#state')?.textContent;
  // It is our own server's.
  return text ? (JSON.parse(text) as PageState) : undefined;
}

/**
 * The page that was drawn is the one that is wanted: not a kept one in the place of another or of one that cannot be reached, not in
 * another language, and not with what only the history of this tab knows.
 */
function isThisPage({ path, locale, isUnknown }: PageState): boolean {
  const { usr } = (window.history.state ?? {}) as { usr?: unknown };
  const isHere = isUnknown === true || path === ownPath();
  return isHere && locale === i18next.language && navigator.onLine && (usr === undefined || usr === null);
}

const ownPath = (): string => `/${window.location.pathname.slice(runtimeConfig.basePath.length)}`;

/** Nothing is lost, since the page is drawn anew; but it was drawn for nothing. */
function reportDifference(error: unknown): void {
  log.error('The page was not as the server has drawn it.', error);
  captureError(error);
}
