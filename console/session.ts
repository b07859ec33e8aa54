// Who is signed in, and what they may do.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { ConsoleSession, OperatorAccount } from '#contract/console/session.ts';
import { isPermitted, type NeededPermission } from '#model/operator.ts';
import { api } from './api.ts';

export type Session = Static<typeof ConsoleSession>;
export type Operator = Static<typeof OperatorAccount>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.console.session({}),
  staleTime: 60_000,
});

/** Only below the sign-in: pages and shell are rendered for a signed-in operator only. */
export function useOperator(): Operator & { readonly can: (permission: NeededPermission) => boolean } {
  const { data } = useQuery(sessionQuery);
  const operator = data?.Operator;
  if (!operator) throw new Error('useOperator is for pages of signed-in operators.');
  return { ...operator, can: (permission) => isAllowed(operator, permission) };
}

export function usePortal(): Pick<Session, 'PortalName' | 'PortalUrl' | 'IsLab'> {
  const { data } = useQuery(sessionQuery);
  return { PortalName: data?.PortalName ?? '', PortalUrl: data?.PortalUrl ?? '', IsLab: data?.IsLab ?? false };
}

export const isAllowed = ({ Permissions }: Pick<Operator, 'Permissions'>, permission: NeededPermission): boolean =>
  isPermitted(Permissions, permission);
