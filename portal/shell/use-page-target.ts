import { useParams, useSearchParams } from 'react-router';
import { usePageConfig } from '#portal/page-environment.ts';
import { resolvePageTarget, type PageTarget } from './page-target.ts';

export function usePageTarget(): PageTarget {
  const params = useParams();
  const [query] = useSearchParams();
  return resolvePageTarget(usePageConfig(), { game: params['game'], adapter: params['adapter'] }, query);
}
