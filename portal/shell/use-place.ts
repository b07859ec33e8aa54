import { useParams, useSearchParams } from 'react-router';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { placeOf, type Place } from './place.ts';

export function usePlace(): Place {
  const params = useParams();
  const [query] = useSearchParams();
  return placeOf(runtimeConfig, { game: params['game'], adapter: params['adapter'] }, query);
}
