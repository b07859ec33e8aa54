// What a player has: games and saves, orders, tickets and messages, documents.
import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Money } from '#console/ui/Money.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { findObjectPath } from '#console/ui/object-paths.ts';
import type { Player } from './player.ts';
import { PlayerTable } from './PlayerTable.tsx';

export function PlayerGames({ player }: { player: Player }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  return (
    <Stack gap="xl">
      <PlayerTable
        label={t('players.tabs.games')}
        rows={player.Games}
        rowKey={({ Game }) => Game}
        columns={[
          [t('players.game'), ({ Game }) => <ObjectLink kind="game" id={Game} />],
          [t('players.gameUid'), ({ GameUid }) => <span className="mono">{GameUid}</span>],
          [t('players.connected'), ({ ConnectedAt }) => <DateTime at={ConnectedAt} format="day" />],
          [t('players.lastPlayed'), ({ LastPlayedAt }) => <DateTime at={LastPlayedAt} format="ago" />],
        ]}
      />
      <section>
        <Title order={2}>{t('players.saves')}</Title>
        <PlayerTable
          label={t('players.saves')}
          rows={player.Saves}
          rowKey={({ Game }) => Game}
          columns={[
            [t('players.game'), ({ Game }) => Game],
            [t('players.revision'), ({ Revision }) => Revision],
            [t('players.size'), ({ Bytes }) => bytes(Bytes)],
            [t('players.origin'), ({ Origin }) => Origin],
            [t('players.changed'), ({ UpdatedAt }) => <DateTime at={UpdatedAt} />],
          ]}
        />
      </section>
    </Stack>
  );
}

export function PlayerOrders({ player }: { player: Player }) {
  const { t } = useTranslation();
  return (
    <PlayerTable
      label={t('players.tabs.orders')}
      rows={player.Orders}
      rowKey={({ OrderId }) => OrderId}
      rowPath={({ OrderId }) => findObjectPath('order', OrderId)}
      columns={[
        [t('players.order'), ({ OrderId }) => <ObjectLink kind="order" id={OrderId} text={OrderId.slice(0, 8)} />],
        [t('players.game'), ({ Game }) => Game],
        [t('players.product'), ({ Sku }) => Sku],
        [t('players.price'), ({ PriceMinor, Currency }) => <Money minor={PriceMinor} currency={Currency} />],
        [t('players.status'), ({ Status }) => Status],
        [t('players.created'), ({ CreatedAt }) => <DateTime at={CreatedAt} />],
      ]}
    />
  );
}

export function PlayerMessages({ player }: { player: Player }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xl">
      <section>
        <Title order={2}>{t('players.tickets')}</Title>
        <PlayerTable
          label={t('players.tickets')}
          rows={player.Tickets}
          rowKey={({ TicketId }) => TicketId}
          rowPath={({ TicketId }) => findObjectPath('ticket', TicketId)}
          columns={[
            [
              t('players.message'),
              ({ TicketId, Message }) => <ObjectLink kind="ticket" id={TicketId} text={Message} />,
            ],
            [t('players.game'), ({ Game }) => Game],
            [t('players.status'), ({ Status }) => Status],
            [t('players.changed'), ({ ChangedAt }) => <DateTime at={ChangedAt} />],
          ]}
        />
      </section>
      <section>
        <Title order={2}>{t('players.notifications')}</Title>
        <PlayerTable
          label={t('players.notifications')}
          rows={player.Notifications}
          rowKey={({ CreatedAt, Title: title }) => CreatedAt + title}
          columns={[
            [t('players.message'), ({ Title: title }) => title],
            [t('players.topic'), ({ Topic }) => Topic],
            [t('players.result'), ({ Outcome }) => Outcome],
            [t('players.created'), ({ CreatedAt }) => <DateTime at={CreatedAt} />],
          ]}
        />
      </section>
    </Stack>
  );
}

export function PlayerDocuments({ player }: { player: Player }) {
  const { t } = useTranslation();
  return (
    <PlayerTable
      label={t('players.tabs.documents')}
      rows={player.Documents}
      rowKey={({ DocumentId, Version }) => `${DocumentId} ${Version}`}
      columns={[
        [t('players.document'), ({ DocumentId, Kind }) => <ObjectLink kind="document" id={DocumentId} text={Kind} />],
        [t('players.game'), ({ Game }) => Game ?? t('players.portal')],
        [t('players.version'), ({ Version }) => Version],
        [t('players.accepted'), ({ AcceptedAt }) => <DateTime at={AcceptedAt} />],
      ]}
    />
  );
}
