import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { orderHistoryTextKey } from './order-history-text-key.ts';

export function OrderHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const session = useSessionNumber();
  const history = useQuery({
    queryKey: ['orders', session, 'history', id],
    queryFn: async () => (await apiClient.store.orderHistory({ PublicOrderId: id })).History,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (history.isError && !history.data) {
    return (
      <div className="none">
        <p role="alert">{t('profile.networkError')}</p>
        <Button busy={history.isFetching} onClick={() => void history.refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (!history.data) {
    return (
      <div className="order-history" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton width="70%" />
        <Skeleton width="60%" />
        <Skeleton width="65%" />
      </div>
    );
  }
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  const lines = history.data.flatMap(({ At, Kind, Detail }, place) => {
    const text = orderHistoryTextKey({ Kind, Detail });
    if (text === undefined) return [];
    // The index is a stable key, because entries are only appended.
    return [{ key: place, At, text: t(`purchases.history.${text}`, { provider: titleOf(Detail['provider']) }) }];
  });
  return (
    <ol className="order-history">
      {lines.map(({ key, At, text }) => (
        <li key={key}>
          <span>{text}</span>
          <time dateTime={At}>{date.format(new Date(At))}</time>
        </li>
      ))}
    </ol>
  );
}

/** The server names a provider by its folder; players see its title. */
function titleOf(folder = ''): string {
  const methods = Object.values(runtimeConfig.paymentOptions ?? {});
  return methods.find((method) => method.folder === folder)?.title ?? folder;
}
