import { useQueryClient } from '@tanstack/react-query';
import { api } from '#console/api.ts';
import { sessionQuery } from '#console/session.ts';
import { useAction } from '#console/ui/use-action.ts';

/** Ends this session, and forgets all data of the page. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  const { mutate } = useAction({
    run: () => api.console.endSession({}),
    onDone: () => void queries.resetQueries({ queryKey: sessionQuery.queryKey }),
  });
  return () => mutate();
}
