import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Game } from './game-query.ts';

const colors = { Live: 'teal', Hidden: 'gray', Maintenance: 'yellow', NoBuild: 'gray' } as const;

export function GameState({ state }: { state: Game['State'] }) {
  const { t } = useTranslation();
  return <Badge color={colors[state]}>{t(`games.states.${state}`)}</Badge>;
}
