import i18next from 'i18next';
import type { apiClient } from '#portal/api.ts';
import { requestDocumentConsent } from '#portal/modals/documents/request-document-consent.ts';
import type { OpenModal } from '#portal/shell/open-modal.ts';
import { isDocumentConsentMissingError } from './is-document-consent-missing-error.ts';

type StoreCalls = (typeof apiClient)['store'];

/** If a payment requires accepted documents, asks for them and then creates the payment. */
export function withDocumentConsent(calls: StoreCalls, openModal: OpenModal, game: string): StoreCalls {
  return {
    ...calls,
    createPayment: async (request) => {
      try {
        return await calls.createPayment(request);
      } catch (error) {
        if (!isDocumentConsentMissingError(error)) throw error;
        const decline = i18next.t('confirmModal.cancel');
        if (!(await requestDocumentConsent(openModal, { game, decline }))) throw error;
        // Only once: if the server still rejects it, the error is shown.
        return calls.createPayment(request);
      }
    },
  };
}
