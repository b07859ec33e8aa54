import type { Verdict } from '../port.server.ts';

/** The platform's word for who plays, once it has been checked. A name of nothing but spaces is none. */
export function provePlayer(
  type: string,
  externalId: string,
  { name = '', isGuest = false }: { readonly name?: string | undefined; readonly isGuest?: boolean } = {},
): Verdict {
  const shown = name.trim();
  return {
    outcome: 'proved',
    proof: { identity: { type, externalId }, ...(shown !== '' && { name: shown }) },
    guest: isGuest,
  };
}
