import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#console/api.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { downloadText } from '#console/ui/download-text.ts';
import { useAction } from '#console/ui/use-action.ts';
import type { PlayerAction } from './player-actions.ts';
import type { Player } from './player.ts';

interface ConfirmPlayerActionProps {
  readonly action: PlayerAction;
  readonly player: Pick<Player, 'AccountId' | 'Name'>;
  readonly onClose: () => void;
}

export function ConfirmPlayerAction({ action, player, onClose }: ConfirmPlayerActionProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [until, setUntil] = useState('');
  const [name, setName] = useState(player.Name);
  const { AccountId } = player;
  // Both change the same thing.
  const texts = action === 'takeFeature' ? 'setFeature' : action;
  const run = useAction({
    run: (Reason: string): Promise<unknown> => {
      switch (action) {
        case 'block':
          return api.operatorPlayers.block({
            AccountId,
            Reason,
            Until: until === '' ? undefined : new Date(until).toISOString(),
          });
        case 'unblock':
          return api.operatorPlayers.unblock({ AccountId, Reason });
        case 'endSessions':
          return api.operatorPlayers.endSessions({ AccountId, Reason });
        case 'restore':
          return api.operatorPlayers.restore({ AccountId, Reason });
        case 'erase':
          return api.operatorPlayers.erase({ AccountId, Reason });
        case 'rename':
          return api.operatorPlayers.rename({ AccountId, Reason, Name: name });
        case 'setFeature':
          return api.operatorPlayers.setFeature({ AccountId, Reason, Feature: 'ListGames' });
        case 'takeFeature':
          return api.operatorPlayers.setFeature({ AccountId, Reason, Feature: 'None' });
        case 'export':
          return exportPlayer(AccountId, Reason);
      }
    },
    done: t(`players.act.${texts}Done`),
    // Some of these changes resolve reports.
    changes: [['players'], ['moderation'], ['overview']],
    onDone: () => {
      onClose();
      if (action === 'erase') void navigate('/players');
    },
    onStored: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      isDangerous={action === 'block' || action === 'erase'}
      onClose={onClose}
      title={t(`players.act.${texts}Title`)}
      text={t(`players.act.${texts}Text`)}
      action={t(`players.act.${action}`)}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    >
      {action === 'block' && (
        <TextInput
          type="datetime-local"
          label={t('players.act.until')}
          description={t('players.act.untilText')}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      )}
      {action === 'rename' && (
        <TextInput
          label={t('players.act.newName')}
          maxLength={80}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </ConfirmWithReason>
  );
}

async function exportPlayer(AccountId: string, Reason: string): Promise<void> {
  const exported = await api.operatorPlayers.export({ AccountId, Reason });
  downloadText(`player-${AccountId}.json`, JSON.stringify(exported, null, 2), 'application/json');
}
