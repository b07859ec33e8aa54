// One service of a game: connects it, or shows as whom it is connected and disconnects it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import type { ConnectedService } from '#model/account.ts';
import { apiClient } from '#portal/api.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { connectService, loadConnectionAdapter } from './connect-service.ts';
import './service-row.css';

export function ServiceRow({ service: entry, title }: { service: ConnectedService; title: string }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { Game, Service, Title: service, ConnectedAs, Options } = entry;
  const isConnected = ConnectedAs !== undefined;
  // Loaded before the click, because browsers open a popup only during it.
  const adapter = useQuery({
    queryKey: ['service-adapter', Service],
    queryFn: () => loadConnectionAdapter(Service),
    enabled: !isConnected && Options !== undefined,
    retry: false,
    structuralSharing: false,
  });
  const changed = () => queries.invalidateQueries({ queryKey: ['services'] });
  const connection = useMutation({
    mutationFn: async () => (adapter.data ? connectService(adapter.data, entry) : undefined),
    networkMode: 'always',
    onSuccess: changed,
  });
  const disconnection = useMutation({
    mutationFn: () => apiClient.profile.disconnectService({ Game, Service }),
    networkMode: 'always',
    onSuccess: changed,
  });
  const disconnect = async (): Promise<void> => {
    const { yes } = await confirm({
      title: t('services.disconnectTitle', { service, title }),
      text: t('services.disconnectText', { service, title }),
      action: t('profile.disconnect'),
      danger: true,
    });
    if (yes) disconnection.mutate();
  };
  const error = connection.error ?? disconnection.error ?? adapter.error;
  return (
    <div className="service-row" role="group" aria-label={`${service}: ${title}`}>
      <p>
        {isConnected
          ? t('services.connectedAs', { service, name: ConnectedAs })
          : t('services.notConnected', { service })}
      </p>
      {isConnected ? (
        <Button
          kind="quiet"
          aria-label={`${t('profile.disconnect')}: ${service}, ${title}`}
          busy={disconnection.isPending}
          onClick={() => void disconnect()}
        >
          {t('profile.disconnect')}
        </Button>
      ) : (
        <Button
          aria-label={`${t('services.connect', { service })}: ${title}`}
          busy={connection.isPending || adapter.isFetching}
          onClick={() => (adapter.data ? connection.mutate() : void adapter.refetch())}
        >
          {t('services.connect', { service })}
        </Button>
      )}
      {!isConnected && <p className="muted">{t('services.explanation', { service, title })}</p>}
      <div role="status">
        {connection.data === 'blocked' && <Notice tone="warning">{t('services.popupBlocked')}</Notice>}
        {error !== null && <Notice tone="danger">{t(errorKeyOf(error), { service })}</Notice>}
      </div>
    </div>
  );
}

function errorKeyOf(error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'IdentityTaken') return 'services.taken';
  return code === 'ProviderUnavailable' ? 'services.unavailable' : 'services.failed';
}
