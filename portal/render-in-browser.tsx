// Renders the portal in the page. Hydrates a server-rendered page if it belongs to the current URL.
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter, HashRouter } from 'react-router';
import { App } from './App.tsx';
import { yieldToBrowser } from './yield-to-browser.ts';
import { runtimeConfig } from './runtime-config.ts';

export interface BrowserRenderOptions {
  readonly place: Element;
  readonly queries: QueryClient;
  readonly isOnPlatform: boolean;
  readonly onShown?: () => void;
}

export async function renderInBrowser({ place, queries, isOnPlatform, onShown }: BrowserRenderOptions): Promise<Root> {
  await yieldToBrowser();
  const { basePath, routerType } = runtimeConfig;
  const isHash = routerType === 'hash';
  const state = document.querySelector('#state')?.textContent;
  // Only server-rendered pages need it.
  const rendered = state ? (await import('./hydrate-query-cache.ts')).hydrateQueryCache(state, queries) : undefined;
  let isRunning = rendered !== undefined;
  let notifyShown = onShown;
  const end = (): void => {
    isRunning = false;
    notifyShown?.();
    notifyShown = undefined;
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
  await yieldToBrowser();
  if (rendered) {
    const { onRecoverableError } = rendered;
    // React hydrates a transition in slices, so that scrolling and clicks do not wait.
    return new Promise((resolve) => startTransition(() => resolve(hydrateRoot(place, app, { onRecoverableError }))));
  }
  const root = createRoot(place);
  root.render(app);
  return root;
}
