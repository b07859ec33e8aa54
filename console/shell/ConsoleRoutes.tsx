import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { listAllowedPages } from '#console/routes.tsx';
import { useOperator } from '#console/session.ts';
import { NoSuchPage } from './NoSuchPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { StartPage } from './StartPage.tsx';

/** A page that the operator may not see is not there. */
export function ConsoleRoutes() {
  const operator = useOperator();
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        {listAllowedPages(operator).map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="/" element={<StartPage />} />
        <Route path="*" element={<NoSuchPage />} />
      </Routes>
    </Suspense>
  );
}
