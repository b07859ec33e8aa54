// The root component. Browser and server render the same tree, so that server-rendered pages can be hydrated.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { StrictMode, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ModalProvider } from './modals/modal-stack.tsx';
import { PageEnvironmentContext, type PageEnvironment } from './page-environment.ts';
import { PortalRoutes } from './routes.tsx';
import { LazyMeasuringConsent } from './shell/LazyMeasuringConsent.tsx';
import { LanguageSync } from './shell/LanguageSync.tsx';
import { ProofPrompt } from './modals/sign-in/ProofPrompt.tsx';
import { RootErrorBoundary } from './shell/RootErrorBoundary.tsx';

export function App({
  page,
  queries,
  texts,
  isOnPlatform = false,
  inRouter,
}: {
  page: PageEnvironment;
  queries: QueryClient;
  texts: i18n;
  isOnPlatform?: boolean;
  inRouter: (screens: ReactNode) => ReactNode;
}) {
  return (
    <StrictMode>
      <I18nextProvider i18n={texts}>
        <PageEnvironmentContext value={page}>
          <RootErrorBoundary>
            <QueryClientProvider client={queries}>
              {inRouter(
                <ModalProvider>
                  <LanguageSync />
                  {/* On other platforms the platform identifies the player, and measures. */}
                  {!isOnPlatform && <ProofPrompt />}
                  <PortalRoutes />
                  {!isOnPlatform && <LazyMeasuringConsent part="notice" />}
                </ModalProvider>,
              )}
            </QueryClientProvider>
          </RootErrorBoundary>
        </PageEnvironmentContext>
      </I18nextProvider>
    </StrictMode>
  );
}
