// Asks a player to accept pending documents: after signing in, before a game starts, and before a purchase. The server
// decides which are pending.
import { backgroundApiClient } from '#portal/api.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isSignedIn } from '#portal/session-token.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { notifyDocumentsAccepted } from './acceptance.ts';

export interface DocumentConsentRequest {
  readonly game?: string | undefined;
  readonly decline: string;
  readonly onAsk?: () => void;
}

/** Resolves to whether all documents are accepted. Visitors who are not signed in are not asked. */
export async function requestDocumentConsent(
  openModal: OpenModal,
  { game, decline, onAsk }: DocumentConsentRequest,
): Promise<boolean> {
  if (!isSignedIn()) return true;
  // The portal has no required documents. Games may have their own.
  if (game === undefined && runtimeConfig.documents && !runtimeConfig.documents.some(({ isRequired }) => isRequired))
    return true;
  const { Documents } = await backgroundApiClient.documents.listLatestUnaccepted(
    game === undefined ? {} : { GameSystemName: game },
  );
  if (Documents.length === 0) return true;
  onAsk?.();
  let left = Documents.length;
  await openModal('documents', { documents: Documents, required: true, decline, onAccepted: () => void (left -= 1) });
  if (left > 0) return false;
  notifyDocumentsAccepted();
  return true;
}
