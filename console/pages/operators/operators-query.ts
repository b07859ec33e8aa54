import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { api } from '#console/api.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: () => api.operatorAdmin.list({}),
});

export type OperatorLists = Awaited<ReturnType<typeof api.operatorAdmin.list>>;
export type OperatorRow = OperatorLists['Operators'][number];
export type StudioRow = OperatorLists['Studios'][number];
export type KeyRow = OperatorLists['Keys'][number];

export interface OperatorListProps {
  readonly query: UseQueryResult<OperatorLists>;
}
