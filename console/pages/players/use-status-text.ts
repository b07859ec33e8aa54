import { useTranslation } from 'react-i18next';
import english from '#console/i18n/en.json';
import { useActionText } from '#console/ui/use-action-text.ts';
import type { PlayerEvent } from './player.ts';

/** The status of a player's order, ticket and so on, as the pages of these objects call it. */
export function useStatusText(): (kind: PlayerEvent['Kind'], status: string) => string {
  const { t } = useTranslation();
  const actionText = useActionText();
  return (kind, status) => {
    switch (kind) {
      case 'Ordered':
        return isKnown(status, english.orders.statuses) ? t(`orders.statuses.${status}`) : status;
      case 'Payment':
        return isKnown(status, english.orders.ledgerKinds) ? t(`orders.ledgerKinds.${status}`) : status;
      case 'Delivery':
        return isKnown(status, english.webhooks.states) ? t(`webhooks.states.${status}`) : status;
      case 'TicketOpened':
        return isKnown(status, ticketStatuses) ? t(`support.statuses.${ticketStatuses[status]}`) : status;
      case 'TicketMessage':
        return isKnown(status, ticketAuthors) ? t(ticketAuthors[status]) : status;
      case 'Notification':
        return isKnown(status, pushOutcomes) ? t(`push.outcomes.${pushOutcomes[status]}`) : status;
      case 'SignedIn':
      case 'IdentityAdded':
      case 'GameConnected':
      case 'Played':
      case 'DocumentAccepted':
        return status;
      case 'OperatorAction':
        return actionText(status);
    }
  };
}

const ticketStatuses = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;
const ticketAuthors = { support: 'support.support', player: 'support.player' } as const;
const pushOutcomes = { sent: 'Sent', unwanted: 'Unwanted', expired: 'Expired', 'no-browser': 'NoBrowser' } as const;

const isKnown = <Texts extends object>(status: string, texts: Texts): status is keyof Texts & string =>
  Object.hasOwn(texts, status);
