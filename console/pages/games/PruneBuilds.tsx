import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { useAction } from '#console/ui/use-action.ts';

export function PruneBuilds({ game, onClose }: { game: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [keep, setKeep] = useState(3);
  const prune = useAction({
    run: (reason: string) => api.operatorGames.prune({ Game: game, Keep: keep, Reason: reason }),
    done: ({ Removed }) => t('games.builds.pruneDone', { count: Removed.length }),
    changes: [['games']],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      isDangerous
      title={t('games.builds.prune')}
      text={t('games.builds.pruneText')}
      action={t('games.builds.prune')}
      isRunning={prune.isPending}
      onClose={onClose}
      onConfirm={(reason) => prune.mutate(reason)}
    >
      <NumberInput
        label={t('games.builds.keep')}
        min={0}
        max={1000}
        allowDecimal={false}
        value={keep}
        onChange={(value) => setKeep(typeof value === 'number' ? value : 0)}
      />
    </ConfirmWithReason>
  );
}
