import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { storeQuery } from './store-query.ts';
import { StoreForm } from './StoreForm.tsx';

export function StoreTab({ game }: { game: string }) {
  const query = useQuery(storeQuery(game));
  if (query.error && !query.data) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={240} />;
  return <StoreForm key={query.data.Version} game={game} table={query.data} reload={() => query.refetch()} />;
}
