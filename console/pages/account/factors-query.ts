import { queryOptions } from '@tanstack/react-query';
import { api } from '#console/api.ts';

export const factorsQuery = queryOptions({ queryKey: ['factors'], queryFn: () => api.console.factors({}) });

export type Factors = Awaited<ReturnType<typeof api.console.factors>>;
