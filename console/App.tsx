// The root component: the providers, then either the sign-in or the shell with the page of the address.
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { DatesInLanguage } from './i18n/DatesInLanguage.tsx';
import { ConsoleRoutes } from './shell/ConsoleRoutes.tsx';
import { CrashBoundary } from './shell/CrashBoundary.tsx';
import { SessionGate } from './shell/SessionGate.tsx';
import { Shell } from './shell/Shell.tsx';
import { StepUpDialog } from './shell/StepUpDialog.tsx';
import { cssVariables, theme } from './theme.ts';
import { readStyleNonce } from './trusted-types.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'fxid-console-colors' });

export function App({ queries }: { queries: QueryClient }) {
  return (
    <Providers queries={queries}>
      <BrowserRouter>
        <SessionGate>
          <Shell>
            <ConsoleRoutes />
          </Shell>
        </SessionGate>
        <StepUpDialog />
      </BrowserRouter>
    </Providers>
  );
}

interface ProvidersProps {
  readonly queries: QueryClient;
  /** Without transitions. */
  readonly isTest?: boolean;
  readonly children: ReactNode;
}

/** Also around the components of tests. */
export function Providers({ queries, isTest = false, children }: ProvidersProps) {
  return (
    <MantineProvider
      env={isTest ? 'test' : 'default'}
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={readStyleNonce}
    >
      <DatesInLanguage>
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-right" autoClose={5000} limit={3} />
          <CrashBoundary>{children}</CrashBoundary>
        </QueryClientProvider>
      </DatesInLanguage>
    </MantineProvider>
  );
}
