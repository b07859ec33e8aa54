import type { VerifyLoginResult } from '../port.server.ts';

/** The verdict for a verified player. A blank name is omitted. */
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
