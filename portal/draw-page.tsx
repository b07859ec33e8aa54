// Draws the portal in the page: takes over what the server has drawn where that is this very page, and draws anew everywhere else.
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter, HashRouter } from 'react-router';
import { App } from './App.tsx';
import { runtimeConfig } from './runtime-config.ts';

export interface DrawOptions {
  readonly place: Element;
  readonly queries: QueryClient;
  readonly isOnPlatform: boolean;
}

/** To be called when the texts are there. */
export async function drawPage({ place, queries, isOnPlatform }: DrawOptions): Promise<Root> {
  const { basePath, routerType } = runtimeConfig;
  const isHash = routerType === 'hash';
  const state = document.querySelector('#state')?.textContent;
  // Only a page that the server has drawn needs it.
  const drawn = state ? (await import('./take-over-page.ts')).takeOverPage(state, queries) : undefined;
  const app = (
    <App
      page={{
        config: runtimeConfig,
        origin: window.location.origin,
        unknownPath: drawn?.unknownPath,
        firstArt: Promise.withResolvers(),
      }}
      {...{ queries, isOnPlatform }}
      texts={i18next}
      inRouter={(screens) =>
        isHash ? <HashRouter>{screens}</HashRouter> : <BrowserRouter basename={basePath}>{screens}</BrowserRouter>
      }
    />
  );
  if (drawn) return hydrateRoot(place, app, { onRecoverableError: drawn.onRecoverableError });
  const root = createRoot(place);
  root.render(app);
  return root;
}
