import { useParams, useSearchParams } from 'react-router';
import { usePageConfig } from '#portal/page.ts';
import { placeOf, type Place } from './place.ts';

export function usePageTarget(): Place {
  const params = useParams();
  const [query] = useSearchParams();
  return placeOf(usePageConfig(), { game: params['game'], adapter: params['adapter'] }, query);
}
