import { Navigate } from 'react-router';
import { listAllowedPages } from '#console/routes.tsx';
import { useOperator } from '#console/session.ts';

/** `/` leads to the first page of the operator's menu. */
export function StartPage() {
  const operator = useOperator();
  const first = listAllowedPages(operator).find(({ menu }) => menu !== undefined);
  return <Navigate to={first?.path ?? '/account'} replace />;
}
