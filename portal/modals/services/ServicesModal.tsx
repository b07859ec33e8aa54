// The services that the player can connect to the game they play, such as Twitch.
import { useTranslation } from 'react-i18next';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { ServiceRow } from './ServiceRow.tsx';
import { useGameServices } from './use-game-services.ts';

export function ServicesModal({ game, title, close }: { game: string; title: string; close: () => void }) {
  const { t } = useTranslation();
  const services = useGameServices(game);
  return (
    <Dialog title={t('services.title')} size="small" onClose={close}>
      {services.isError ? (
        <LoadFailed title={t('services.loadFailed')} query={services} />
      ) : services.data === undefined ? (
        <Skeleton width="100%" height="56px" />
      ) : services.data.length === 0 ? (
        <p>{t('services.none')}</p>
      ) : (
        services.data.map((service) => <ServiceRow key={service.Service} {...{ service, title }} />)
      )}
    </Dialog>
  );
}
