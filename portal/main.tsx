import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from './i18n/start-languages.ts';
import { Landing } from './screens/landing/Landing.tsx';
import './ui/tokens.css';

// Data never goes stale by itself unless a query says so.
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } });
const place = document.querySelector('#portal');
if (!place) throw new Error('The page has no element #portal to draw in.');

await startLanguages();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Landing />
    </QueryClientProvider>
  </StrictMode>,
);
