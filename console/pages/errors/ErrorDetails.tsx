import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { GameErrorGroup } from '#contract/console/errors.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

export type ErrorGroup = Static<typeof GameErrorGroup>;

export function ErrorDetails({ group, onClose }: { group: ErrorGroup; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation();
  const { number, day } = useFormats();
  const describe = (counts: ErrorGroup['Builds']): string =>
    counts.map(({ Name, Count }) => `${Name}: ${number(Count)}`).join(' · ');
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t(`gameErrors.kinds.${group.Kind}`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Facts
        facts={[
          [t('gameErrors.what'), group.Message],
          [t('gameErrors.place'), group.Place],
          [t('gameErrors.count'), number(group.Count)],
          [t('gameErrors.first'), <DateTime key="first" at={group.FirstAt} />],
          [t('gameErrors.last'), <DateTime key="last" at={group.LastAt} />],
          [t('gameErrors.browsers'), describe(group.Browsers)],
          [t('gameErrors.builds'), describe(group.Builds)],
          [
            t('gameErrors.byDay'),
            group.Days.map(({ Day, Count }) => `${day(`${Day}T12:00:00Z`)}: ${number(Count)}`).join(' · '),
          ],
        ]}
      />
    </Modal>
  );
}
