import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { endSession } from '#portal/session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { useGameTitle } from '#portal/queries/use-games-by-name.ts';
import { useProfileAccount } from './account-context.ts';
import { RejectedChangeError } from '#portal/sign-in/change-error.ts';
import { formatDeviceLocation } from '#portal/sign-in/device-location.ts';
import { focusSection, ProfileSection } from './ProfileSection.tsx';
import { useAccountChange } from './use-account-change.ts';
import { useDeviceName } from '#portal/sign-in/use-device-name.ts';

type Device = ReturnType<typeof useProfileAccount>['overview']['Devices'][number];

export function Devices() {
  const { t } = useTranslation();
  const { overview, isHanded } = useProfileAccount();
  const openModal = useOpenModal();
  const confirm = useConfirm();
  const ending = useAccountChange(async (id: string) => {
    if (!(await apiClient.profile.endDevice({ SessionId: id })).Success)
      throw new RejectedChangeError('profile.endDevice');
  });
  const endingAll = useAccountChange(async (thisToo: boolean) => {
    await apiClient.auth.logoutEverywhere({ ExceptThis: !thisToo });
    if (thisToo) endSession();
  });
  const signOut = useMutation({
    mutationFn: () => apiClient.auth.logout({}),
    networkMode: 'always',
    onSuccess: () => endSession(),
  });
  const signOutEverywhere = async (): Promise<void> => {
    const { yes, ticked } = await confirm({
      title: t('profile.signOutEverywhereTitle'),
      text: t('profile.signOutEverywhereText'),
      action: t('profile.signOut'),
      danger: true,
      tick: { label: t('profile.signOutThisDevice'), required: false },
    });
    if (yes) endingAll.mutate(ticked, { onSuccess: () => focusSection('devices') });
  };
  const devices = overview.Devices.toSorted((a, b) => Number(b.Current) - Number(a.Current));
  return (
    <ProfileSection id="devices" title={t('profile.devices')} error={ending.error ?? endingAll.error ?? signOut.error}>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow
            key={device.SessionId}
            device={device}
            busy={device.Current ? signOut.isPending : ending.isPending && ending.variables === device.SessionId}
            end={() =>
              device.Current
                ? signOut.mutate()
                : ending.mutate(device.SessionId, { onSuccess: () => focusSection('devices') })
            }
          />
        ))}
      </ul>
      <div className="actions">
        {!isHanded && <Button onClick={() => void openModal('device', {})}>{t('otherDevice.title')}</Button>}
        <Button busy={endingAll.isPending} onClick={() => void signOutEverywhere()}>
          {t('profile.signOutEverywhere')}
        </Button>
      </div>
    </ProfileSection>
  );
}

function DeviceRow({ device, busy, end }: { device: Device; busy: boolean; end: () => void }) {
  const { t, i18n } = useTranslation();
  const name = useDeviceName()(device.UserAgent);
  const game = useGameTitle(device.Game);
  const place = formatDeviceLocation(device.Country, device.Network, i18n.language);
  return (
    <li>
      <div className="what">
        <p className="title" title={device.UserAgent}>
          {name} {device.Current && <Badge tone="good">{t('profile.thisDevice')}</Badge>}
        </p>
        <p className="details">
          {place !== '' && <bdi>{place}</bdi>}
          <RelativeTime at={device.LastSeenAt} say={(time) => t('profile.lastSeen', { time })} />
          {game !== undefined && <span>{t('profile.gameOnly', { title: game })}</span>}
          {device.Handed && <span>{t('profile.handedOffDevice')}</span>}
        </p>
      </div>
      <Button kind="quiet" aria-label={`${t('profile.signOut')}: ${name}`} busy={busy} onClick={end}>
        {t('profile.signOut')}
      </Button>
    </li>
  );
}
