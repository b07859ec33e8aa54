// Asks a player to accept what he has yet to accept: after signing in, before a game begins, and when the server sells him
// nothing without it. What that is the server says.
import { quietClient } from '#portal/api.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isSignedIn } from '#portal/session-token.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { tellAcceptance } from './acceptance.ts';

export interface AskingForDocuments {
  /** Its documents besides the portal's. */
  readonly game?: string | undefined;
  /** What the button says by which nothing is accepted. */
  readonly decline: string;
  /** Told before something is shown. */
  readonly onAsk?: () => void;
}

/** Whether nothing is left to accept. Nobody is asked who is not signed in. */
export async function acceptDocuments(
  openModal: OpenModal,
  { game, decline, onAsk }: AskingForDocuments,
): Promise<boolean> {
  if (!isSignedIn()) return true;
  // What the page knows of the portal's own documents saves the question. Games have others.
  if (game === undefined && runtimeConfig.documents && !runtimeConfig.documents.some(({ isRequired }) => isRequired))
    return true;
  const { Documents } = await quietClient.documents.listLatestUnaccepted(
    game === undefined ? {} : { GameSystemName: game },
  );
  if (Documents.length === 0) return true;
  onAsk?.();
  let left = Documents.length;
  await openModal('documents', { documents: Documents, required: true, decline, onAccepted: () => void (left -= 1) });
  if (left > 0) return false;
  tellAcceptance();
  return true;
}
