// Support: the player's tickets, and a form for a new one. Visitors can write too, but only signed-in players see their
// tickets.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { apiClient } from '#portal/api.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { Ticket } from './Ticket.tsx';
import { ticketsKey } from './tickets-key.ts';
import './support.css';

export function Support() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const openModal = useOpenModal();
  const session = useSessionNumber();
  const tickets = useQuery({
    queryKey: ticketsKey(session),
    queryFn: () => apiClient.support.tickets({}),
    enabled: session > 0,
    staleTime: 0,
  });
  const report = async (): Promise<void> => {
    await openModal('support', {});
    if (session > 0) void tickets.refetch();
  };
  return (
    <div className="support-screen">
      <header>
        <h1 className="screen-title">{t('supportPage.title')}</h1>
        <Button kind="primary" onClick={() => void report()}>
          {t('player.support.title')}
        </Button>
      </header>
      {session === 0 ? (
        <SignedOut />
      ) : tickets.isPending ? (
        <Skeleton height="160px" />
      ) : tickets.isError ? (
        <LoadFailed title={t('supportPage.failed')} query={tickets} />
      ) : tickets.data.Tickets.length === 0 ? (
        <EmptyState drawing="empty" title={t('supportPage.empty')} text={t('supportPage.emptyText')} />
      ) : (
        <section aria-label={t('player.support.myRequests')}>
          <ul>
            {tickets.data.Tickets.map((ticket, index) => (
              <Ticket
                key={ticket.TicketId}
                ticket={ticket}
                isOpenAtFirst={search.has('ticket') ? search.get('ticket') === ticket.TicketId : index === 0}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <EmptyState
      drawing="empty"
      title={t('supportPage.signIn')}
      text={t('supportPage.emptyText')}
      action={<Button onClick={() => void signIn()}>{t('signIn')}</Button>}
    />
  );
}
