import { Autocomplete, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOperator } from '#console/session.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { DeliveryList } from './DeliveryList.tsx';
import { EndpointCard } from './EndpointCard.tsx';
import { GameKeyList } from './GameKeyList.tsx';
import { RejectedWebhooks } from './RejectedWebhooks.tsx';

const tabs = ['deliveries', 'keys', 'rejected'] as const;
const gameShape = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** What a game's server gets from the portal, and how it proves itself. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const { Games = [], can } = useOperator();
  const [params, setParams] = useSearchParams();
  const chosen = params.get('Game') ?? Games[0] ?? '';
  const game = gameShape.test(chosen) ? chosen : undefined;
  const allowed = tabs.filter((tab) => tab !== 'keys' || can('keys.read'));
  const shown = allowed.find((tab) => tab === params.get('tab')) ?? 'deliveries';
  const change = (name: 'Game' | 'tab', value: string): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader title={t('webhooks.title')} text={t('webhooks.text')}>
        <GameChoice key={chosen} games={Games} game={chosen} onChange={(value) => change('Game', value)} />
      </PageHeader>
      {game === undefined ? (
        <EmptyState icon="webhooks" title={t('webhooks.chooseGame')} text={t('webhooks.chooseGameText')} />
      ) : (
        <>
          <EndpointCard game={game} />
          <Tabs value={shown} keepMounted={false} mt="xl" onChange={(tab) => change('tab', tab ?? '')}>
            <Tabs.List mb="md">
              {allowed.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {t(`webhooks.tabs.${tab}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <DeliveryList game={game} />
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <GameKeyList game={game} />
            </Tabs.Panel>
            <Tabs.Panel value="rejected">
              <RejectedWebhooks game={game} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </>
  );
}

function GameChoice(props: { games: readonly string[]; game: string; onChange: (game: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(props.game);
  const choose = (value: string): void => {
    if (gameShape.test(value.trim()) && value.trim() !== props.game) props.onChange(value.trim());
  };
  return (
    <Autocomplete
      aria-label={t('orders.game')}
      placeholder={t('webhooks.gamePlaceholder')}
      maxLength={63}
      data={[...props.games]}
      value={text}
      onChange={setText}
      onOptionSubmit={choose}
      onBlur={() => choose(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') choose(text);
      }}
    />
  );
}
