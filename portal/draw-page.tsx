// Draws the portal in the page: takes over what the server has drawn where that is this very page, and draws anew everywhere else.
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter, HashRouter } from 'react-router';
import { App } from './App.tsx';
import { pause } from './pause.ts';
import { runtimeConfig } from './runtime-config.ts';

export interface DrawOptions {
  readonly place: Element;
  readonly queries: QueryClient;
  readonly isOnPlatform: boolean;
  /** Called once, when the page is drawn or taken over. */
  readonly onShown?: () => void;
}

/** To be called when the texts are there. */
export async function drawPage({ place, queries, isOnPlatform, onShown }: DrawOptions): Promise<Root> {
  await pause();
  const { basePath, routerType } = runtimeConfig;
  const isHash = routerType === 'hash';
  const state = document.querySelector('#state')?.textContent;
  // Only a page that the server has drawn needs it.
  const drawn = state ? (await import('./take-over-page.ts')).takeOverPage(state, queries) : undefined;
  let isGoingOn = drawn !== undefined;
  let tellShown = onShown;
  const end = (): void => {
    isGoingOn = false;
    tellShown?.();
    tellShown = undefined;
  };
  const app = (
    <App
      page={{
        config: runtimeConfig,
        origin: window.location.origin,
        unknownPath: drawn?.unknownPath,
        takeover: { isGoingOn: () => isGoingOn, end },
        firstArt: Promise.withResolvers(),
      }}
      {...{ queries, isOnPlatform }}
      texts={i18next}
      inRouter={(screens) =>
        isHash ? <HashRouter>{screens}</HashRouter> : <BrowserRouter basename={basePath}>{screens}</BrowserRouter>
      }
    />
  );
  await pause();
  if (drawn) {
    const { onRecoverableError } = drawn;
    // A transition is done in slices: whoever scrolls or presses something meanwhile does not wait for the whole page.
    return new Promise((resolve) => startTransition(() => resolve(hydrateRoot(place, app, { onRecoverableError }))));
  }
  const root = createRoot(place);
  root.render(app);
  return root;
}
