import { Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import type { Build } from './game-query.ts';
import { InspectionResults } from './InspectionResults.tsx';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

export function BuildDetails({ build, onClose }: { build: Build; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation();
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('games.builds.title', { build: build.Build })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Facts
          facts={[
            [t('games.state'), t(`games.builds.states.${build.State}`)],
            [t('games.builds.version'), build.Version],
            [t('games.builds.type'), t(`games.types.${build.Type}`)],
            [t('games.builds.platform'), build.Platform],
            [t('games.builds.description'), build.Description],
            [t('games.builds.created'), <DateTime key="created" at={build.CreatedAt} />],
            [t('games.builds.by'), build.By],
            [t('games.builds.at'), build.ByAt && <DateTime key="at" at={build.ByAt} />],
            [t('games.preview.until'), build.PreviewUntil && <DateTime key="until" at={build.PreviewUntil} />],
          ]}
        />
        {build.Inspection && <InspectionResults inspection={build.Inspection} />}
      </Stack>
    </Modal>
  );
}
