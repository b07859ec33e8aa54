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
import { useStatusText } from './use-status-text.ts';

export function PlayerGames({ player }: { player: Player }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  return (
    <Stack gap="xl">
      <PlayerTable
        label={t('players.tabs.games')}
        empty={t('players.noGames')}
        rows={player.Games}
        rowKey={({ Game }) => Game}
        columns={[
          { title: t('players.game'), render: ({ Game }) => <ObjectLink kind="game" id={Game} /> },
          { title: t('players.gameUid'), render: ({ GameUid }) => <span className="mono">{GameUid}</span> },
          { title: t('players.connected'), render: ({ ConnectedAt }) => <DateTime at={ConnectedAt} format="day" /> },
          { title: t('players.lastPlayed'), render: ({ LastPlayedAt }) => <DateTime at={LastPlayedAt} format="ago" /> },
        ]}
      />
      <section>
        <Title order={2} mb="sm">
          {t('players.saves')}
        </Title>
        <PlayerTable
          label={t('players.saves')}
          empty={t('players.noSaves')}
          rows={player.Saves}
          rowKey={({ Game }) => Game}
          columns={[
            { title: t('players.game'), render: ({ Game }) => Game },
            { title: t('players.revision'), render: ({ Revision }) => Revision },
            { title: t('players.size'), render: ({ Bytes }) => bytes(Bytes) },
            { title: t('players.origin'), render: ({ Origin }) => Origin },
            { title: t('players.changed'), render: ({ UpdatedAt }) => <DateTime at={UpdatedAt} /> },
          ]}
        />
      </section>
    </Stack>
  );
}

export function PlayerOrders({ player }: { player: Player }) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  return (
    <PlayerTable
      label={t('players.tabs.orders')}
      empty={t('players.noOrders')}
      rows={player.Orders}
      rowKey={({ OrderId }) => OrderId}
      rowPath={({ OrderId }) => findObjectPath('order', OrderId)}
      columns={[
        {
          title: t('players.order'),
          render: ({ OrderId }) => <ObjectLink kind="order" id={OrderId} text={OrderId.slice(0, 8)} />,
        },
        { title: t('players.game'), render: ({ Game }) => Game },
        { title: t('players.product'), render: ({ Sku }) => Sku },
        {
          title: t('players.price'),
          render: ({ PriceMinor, Currency }) => <Money minor={PriceMinor} currency={Currency} />,
        },
        { title: t('players.status'), render: ({ Status }) => statusText('Ordered', Status) },
        { title: t('players.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} /> },
      ]}
    />
  );
}

export function PlayerMessages({ player }: { player: Player }) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  return (
    <Stack gap="xl">
      <section>
        <Title order={2} mb="sm">
          {t('players.tickets')}
        </Title>
        <PlayerTable
          label={t('players.tickets')}
          empty={t('players.noTickets')}
          rows={player.Tickets}
          rowKey={({ TicketId }) => TicketId}
          rowPath={({ TicketId }) => findObjectPath('ticket', TicketId)}
          columns={[
            {
              title: t('players.message'),
              render: ({ TicketId, Message }) => <ObjectLink kind="ticket" id={TicketId} text={Message} />,
            },
            { title: t('players.game'), render: ({ Game }) => Game },
            { title: t('players.status'), render: ({ Status }) => statusText('TicketOpened', Status) },
            { title: t('players.changed'), render: ({ ChangedAt }) => <DateTime at={ChangedAt} /> },
          ]}
        />
      </section>
      <section>
        <Title order={2} mb="sm">
          {t('players.notifications')}
        </Title>
        <PlayerTable
          label={t('players.notifications')}
          empty={t('players.noNotifications')}
          rows={player.Notifications}
          rowKey={({ CreatedAt, Title: title }) => CreatedAt + title}
          columns={[
            { title: t('players.message'), render: ({ Title: title }) => title },
            { title: t('players.topic'), render: ({ Topic }) => Topic },
            { title: t('players.result'), render: ({ Outcome }) => Outcome && statusText('Notification', Outcome) },
            { title: t('players.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} /> },
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
      empty={t('players.noDocuments')}
      rows={player.Documents}
      rowKey={({ DocumentId, Version }) => `${DocumentId} ${Version}`}
      columns={[
        {
          title: t('players.document'),
          render: ({ DocumentId, Kind }) => <ObjectLink kind="document" id={DocumentId} text={Kind} />,
        },
        { title: t('players.game'), render: ({ Game }) => Game ?? t('players.portal') },
        { title: t('players.version'), render: ({ Version }) => Version },
        { title: t('players.accepted'), render: ({ AcceptedAt }) => <DateTime at={AcceptedAt} /> },
      ]}
    />
  );
}
