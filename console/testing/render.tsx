import { render as renderElement } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { Providers } from '#console/App.tsx';
import { createQueryClient } from '#console/query-client.ts';
import { sessionQuery, type Session } from '#console/session.ts';

interface RenderOptions {
  readonly path?: string;
  /** Whoever is signed in already. */
  readonly session?: Session;
}

/** A component of the console inside its providers. */
export function render(element: ReactNode, { path = '/', session }: RenderOptions = {}) {
  const queries = createQueryClient(false);
  if (session) queries.setQueryData(sessionQuery.queryKey, session);
  return renderElement(
    <Providers isTest queries={queries}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </Providers>,
  );
}
