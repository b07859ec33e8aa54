import { Navigate } from 'react-router';
import { listAllowedPages } from '#console/routes.tsx';
import { useOperator } from '#console/session.ts';

/** `/` leads to the first page that the operator's role has in the menu. */
export function StartPage() {
  const operator = useOperator();
  const first = listAllowedPages(operator).find(({ menu, permission }) => menu !== undefined && permission !== 'any');
  return <Navigate to={first?.path ?? '/account'} replace />;
}
