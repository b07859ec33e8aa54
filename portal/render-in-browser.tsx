// Renders the portal in the page. Hydrates what the server has rendered if it is this very page; renders from scratch otherwise.
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter, HashRouter } from 'react-router';
import { App } from './App.tsx';
import { pause } from './pause.ts';
import { runtimeConfig } from './runtime-config.ts';

export interface BrowserRenderOptions {
  readonly place: Element;
  readonly queries: QueryClient;
  readonly isOnPlatform: boolean;
  /** Called once, when the page is rendered or hydrated. */
  readonly onShown?: () => void;
}

/** To be called when the texts are there. */
export async function renderInBrowser({ place, queries, isOnPlatform, onShown }: BrowserRenderOptions): Promise<Root> {
  await pause();
  const { basePath, routerType } = runtimeConfig;
  const isHash = routerType === 'hash';
  const state = document.querySelector('#state')?.textContent;
  // Only a page that the server has rendered needs it.
  const rendered = state ? (await import('./hydrate-page.ts')).hydratePage(state, queries) : undefined;
  let isRunning = rendered !== undefined;
  let tellShown = onShown;
  const end = (): void => {
    isRunning = false;
    tellShown?.();
    tellShown = undefined;
  };
  const app = (
    <App
      page={{
        config: runtimeConfig,
        origin: window.location.origin,
        unknownPath: rendered?.unknownPath,
        hydration: { isRunning: () => isRunning, end },
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
  if (rendered) {
    const { onRecoverableError } = rendered;
    // A transition is done in slices: whoever scrolls or presses something meanwhile does not wait for the whole page.
    return new Promise((resolve) => startTransition(() => resolve(hydrateRoot(place, app, { onRecoverableError }))));
  }
  const root = createRoot(place);
  root.render(app);
  return root;
}
