// What an editor starts from: the object as it is now, or an open draft of it (`?draft=` in the address).
import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '#console/api.ts';

export interface DraftStart {
  readonly draftId: number | undefined;
  /** The version of the object that the change is compared with. */
  readonly version: string;
  readonly value: unknown;
  readonly note: string;
}

export function useDraftStart(object: string) {
  const [params] = useSearchParams();
  const draft = params.get('draft');
  return queryOptions({
    queryKey: ['drafts', 'start', object, draft],
    // What is being edited doesn't change under the editor's hands.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async (): Promise<DraftStart> => {
      const { Version, Value } = await api.operatorDrafts.object({ Object: object });
      if (draft === null) return { draftId: undefined, version: Version, value: Value, note: '' };
      const { Draft, After } = await api.operatorDrafts.read({ DraftId: Number(draft) });
      return { draftId: Draft.DraftId, version: Version, value: After, note: Draft.Note ?? '' };
    },
  });
}
