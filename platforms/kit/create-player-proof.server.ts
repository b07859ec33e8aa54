import type { VerifyLoginResult } from '../port.server.ts';

/** Omits a blank name. */
export function createPlayerProof(
  type: string,
  externalId: string,
  { name = '', isGuest = false }: { readonly name?: string | undefined; readonly isGuest?: boolean } = {},
): VerifyLoginResult {
  const shown = name.trim();
  return {
    outcome: 'proved',
    proof: { identity: { type, externalId }, ...(shown !== '' && { name: shown }) },
    guest: isGuest,
  };
}
