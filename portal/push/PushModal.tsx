// Asks the player before the browser does, because a declined browser prompt never appears again.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { findPushKey } from './push-key.ts';
import { savePushAccount } from './push-account.ts';
import { fetchAndSyncGameSubscriptions } from './sync-game-subscriptions.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { registerPush, type PushOutcome } from './register-push.ts';
import { currentPushBrowser } from './current-push-browser.ts';
import './push-modal.css';

export function PushModal({
  game,
  onRegistered,
  close,
}: {
  game: string;
  onRegistered?: () => void;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  const config = useQuery(gameConfigQuery(game));
  const title = config.data ? chooseLocalizedText(config.data.StorePage.Title, toLocale(i18n.language)) : game;
  const register = useMutation({
    mutationFn: async (): Promise<PushOutcome> => {
      const publicKey = findPushKey(config.data);
      if (publicKey === undefined)
        return { outcome: 'unavailable', message: `Neither ${game} nor the portal has a WebPushPublicKey.` };
      return registerPush(currentPushBrowser(), publicKey, async (registration) => {
        await apiClient.push.save({ ...registration, Game: game });
        await savePushAccount();
        if (config.data?.WebPushPublicKey !== undefined) await fetchAndSyncGameSubscriptions(apiClient);
      });
    },
    networkMode: 'always',
    onSuccess: (result) => {
      if (result.outcome !== 'registered') return log.warn(result.message);
      onRegistered?.();
      close();
    },
    onError: (error) => log.warn('This browser could not be subscribed to push messages.', error),
  });
  const failure = register.isError
    ? t('pushModal.failed')
    : register.data?.outcome === 'skipped'
      ? t('pushModal.notGranted')
      : register.data?.outcome === 'unavailable'
        ? t('pushModal.unavailable')
        : undefined;
  return (
    <Dialog title={t('pushModal.title')} size="small" onClose={close}>
      <div className="push-modal">
        <p>{t('pushModal.text', { title })}</p>
        {failure !== undefined && <Notice tone="warning">{failure}</Notice>}
        <div className="actions">
          <Button onClick={close}>{t('pushModal.cancel')}</Button>
          {/* Browsers prompt only right after a click, so the key must be loaded by then. */}
          <Button kind="primary" busy={config.isPending || register.isPending} onClick={() => register.mutate()}>
            {t('pushModal.ok')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
