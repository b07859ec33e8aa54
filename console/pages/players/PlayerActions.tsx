// What operators do to an account. Each asks for a reason.
import { Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '#console/session.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { ConfirmPlayerAction } from './ConfirmPlayerAction.tsx';
import { listPlayerActions, type PlayerAction } from './player-actions.ts';
import type { Player } from './player.ts';

export function PlayerActions({ player }: { player: Player }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const [asked, setAsked] = useState<PlayerAction>();
  const [first, ...others] = listPlayerActions(player, can);
  if (!first) return null;
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setAsked(first)}>
        {t(`players.act.${first}`)}
      </Button>
      {others.length > 0 && (
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="chevronDown" size={16} />}>
              {t('players.act.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action}
                onClick={() => setAsked(action)}
                {...(action === 'erase' && { color: 'var(--mantine-color-red-text)' })}
              >
                {t(`players.act.${action}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked && <ConfirmPlayerAction action={asked} player={player} onClose={() => setAsked(undefined)} />}
    </Group>
  );
}
