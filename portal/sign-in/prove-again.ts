// Asks the player to prove their identity when a call requires it, once for all waiting calls. The function that asks
// is registered by a component.
import { sessionToken } from '#portal/session-token.ts';

/** Resolves to whether the player has proved their identity. */
type RequestProof = () => Promise<boolean>;

export function registerProofPrompt(how: RequestProof): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = undefined;
  };
}

/** @param token the token of the rejected call */
export async function proveAgain(token: string | null | undefined): Promise<boolean> {
  // The call was sent before the player proved their identity.
  if (proved && proved.before === token && proved.after === sessionToken()) return true;
  underWay ??= run().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

let ask: RequestProof | undefined;
let underWay: Promise<boolean> | undefined;
let proved: { readonly before: string | undefined; readonly after: string | undefined } | undefined;

async function run(): Promise<boolean> {
  const before = sessionToken();
  const isProved = (await ask?.()) ?? false;
  if (isProved) proved = { before, after: sessionToken() };
  return isProved;
}
