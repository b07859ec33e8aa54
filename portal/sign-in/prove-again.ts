// A call that needs to know who sits here has him asked: once for all the calls that wait for it. Whoever can open a modal
// does the asking.
import { sessionToken } from '#portal/session-token.ts';

/** Asks, and says whether the person of this session has proved who he is. */
export type AskForProof = () => Promise<boolean>;

export function answerCallsForProof(how: AskForProof): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = undefined;
  };
}

/** @param token with which the call was refused */
export async function proveAgain(token: string | null | undefined): Promise<boolean> {
  // It was on its way while the person proved it.
  if (proved && proved.before === token && proved.after === sessionToken()) return true;
  underWay ??= run().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

let ask: AskForProof | undefined;
let underWay: Promise<boolean> | undefined;
let proved: { readonly before: string | undefined; readonly after: string | undefined } | undefined;

async function run(): Promise<boolean> {
  const before = sessionToken();
  const isProved = (await ask?.()) ?? false;
  if (isProved) proved = { before, after: sessionToken() };
  return isProved;
}
