// Every page of the console, with its tabs and dialogs. Add a line for a new page: a test compares this list with
// console/routes.tsx.
import type { Locator, Page } from '@playwright/test';
import { demoAccountId } from '#lab/demo/insert-demo-content.ts';
import { stableId } from '#lab/demo/stable-id.ts';
import type english from '#console/i18n/en.json';

export type ConsoleTexts = typeof english;

export interface ConsoleScreen {
  readonly name: string;
  readonly path: string;
  /** Opens a dialog or menu. Texts are in the page's language. */
  readonly act?: (page: Page, texts: ConsoleTexts) => Promise<unknown>;
}

const player = `/players/${demoAccountId('Ada')}`;
const order = (name: string): string => `/orders/${stableId(`order ${name}`)}`;
const press = (scope: Page | Locator, name: string): Promise<void> =>
  scope.getByRole('button', { name, exact: true }).first().click();
const firstRow = (page: Page): Locator => page.locator('tbody tr[data-opens]').first();
const openRow = (page: Page): Promise<void> => firstRow(page).click();
const openRowMenu = (page: Page): Promise<void> =>
  page.locator('tbody [aria-haspopup="menu"], .shell-page li [aria-haspopup="menu"]').first().click();
const choose = (page: Page, name: string): Promise<void> => page.getByRole('menuitem', { name, exact: true }).click();

export const consoleScreens: readonly ConsoleScreen[] = [
  { name: 'overview', path: '/overview' },
  { name: 'overview-menu', path: '/overview', act: (page) => page.locator('.account-button').click() },
  {
    name: 'overview-table',
    path: '/overview',
    act: (page, { plot }) => page.getByText(plot.asTable, { exact: true }).first().click(),
  },
  { name: 'search', path: '/search' },
  { name: 'search-found', path: '/search?q=Chiyo' },
  { name: 'search-none', path: '/search?q=zzzz' },
  { name: 'approvals', path: '/approvals' },
  { name: 'approval', path: '/approvals', act: openRow },
  { name: 'players', path: '/players' },
  { name: 'players-none', path: '/players?Text=zzzz' },
  ...(['timeline', 'signIn', 'games', 'orders', 'messages', 'documents'] as const).map((tab) => ({
    name: `player-${tab}`,
    path: `${player}?tab=${tab}`,
  })),
  { name: 'player-block', path: player, act: (page, { players }) => press(page, players.act.block) },
  {
    name: 'player-erase',
    path: player,
    act: async (page, { players }) => {
      await press(page, players.act.more);
      await choose(page, players.act.erase);
    },
  },
  { name: 'player-unknown', path: '/players/00000000-0000-8000-a000-000000000000' },
  { name: 'orders', path: '/orders' },
  { name: 'orders-none', path: '/orders?Provider=zzzz' },
  { name: 'orders-columns', path: '/orders', act: (page, { table }) => press(page, table.columns) },
  { name: 'order', path: order('not delivered') },
  { name: 'order-refunded', path: order('partly refunded') },
  { name: 'order-disputed', path: order('disputed') },
  { name: 'order-refund', path: order('partly refunded'), act: (page, { orders }) => press(page, orders.refund) },
  { name: 'order-unknown', path: '/orders/00000000-0000-8000-a000-000000000000' },
  { name: 'disputes', path: '/disputes' },
  ...(['days', 'discrepancies', 'unmatched', 'rejected'] as const).map((tab) => ({
    name: `reconciliation-${tab}`,
    path: `/reconciliation?tab=${tab}`,
  })),
  { name: 'games', path: '/games' },
  { name: 'game-add', path: '/games', act: (page, { games }) => press(page, games.create) },
  ...(['builds', 'configuration', 'store', 'errors', 'players'] as const).map((tab) => ({
    name: `game-${tab}`,
    path: `/games/gem-miner?tab=${tab}`,
  })),
  { name: 'game-build', path: '/games/gem-miner', act: openRow },
  { name: 'game-build-menu', path: '/games/gem-miner', act: openRowMenu },
  { name: 'game-elsewhere', path: '/games/sky-courier' },
  {
    name: 'game-product',
    path: '/games/gem-miner?tab=store',
    act: (page, { store }) =>
      page
        .getByRole('button', { name: store.edit.replace('{{sku}}', '') })
        .first()
        .click(),
  },
  { name: 'game-error', path: '/games/gem-miner?tab=errors', act: openRow },
  { name: 'game-unknown', path: '/games/no-such-game' },
  { name: 'documents', path: '/documents' },
  { name: 'document', path: '/documents/tos' },
  { name: 'document-version', path: '/documents/tos', act: openRow },
  { name: 'news', path: '/news' },
  { name: 'news-add', path: '/news/edit' },
  { name: 'drafts', path: '/drafts' },
  { name: 'draft', path: '/drafts/1' },
  { name: 'draft-apply', path: '/drafts/1', act: (page, { drafts }) => press(page, drafts.apply) },
  { name: 'draft-schedule', path: '/drafts/1', act: (page, { drafts }) => press(page, drafts.schedule) },
  { name: 'draft-other', path: '/drafts/new' },
  { name: 'support', path: '/support' },
  { name: 'ticket', path: '/support?ticket=K7QF-2M9X-TR4B' },
  { name: 'ticket-closed', path: '/support?status=Closed&ticket=M2RY-5KTB-J8WF' },
  { name: 'support-keys', path: '/support', act: (page, { support }) => press(page, support.keys) },
  { name: 'support-saved', path: '/support', act: (page, { support }) => press(page, support.saved) },
  { name: 'moderation', path: '/moderation' },
  { name: 'moderation-hide', path: '/moderation', act: (page, { moderation }) => press(page, moderation.hide) },
  { name: 'moderation-names', path: '/moderation?tab=names' },
  { name: 'moderation-scores', path: '/moderation?tab=scores' },
  { name: 'moderation-entries', path: '/moderation?tab=scores&board-game=gem-miner&board=depth' },
  { name: 'moderation-words', path: '/moderation?tab=words' },
  { name: 'push', path: '/push' },
  { name: 'push-message', path: '/push', act: openRow },
  { name: 'push-compose', path: '/push/compose' },
  { name: 'analytics', path: '/analytics' },
  { name: 'webhooks-choose', path: '/webhooks' },
  ...(['deliveries', 'keys', 'rejected'] as const).map((tab) => ({
    name: `webhooks-${tab}`,
    path: `/webhooks?Game=gem-miner&tab=${tab}`,
  })),
  { name: 'webhooks-delivery', path: '/webhooks?Game=gem-miner', act: openRow },
  {
    name: 'webhooks-address',
    path: '/webhooks?Game=gem-miner',
    act: (page, { webhooks }) =>
      page
        .getByRole('button', { name: webhooks.setAddress, exact: true })
        .or(page.getByRole('button', { name: webhooks.changeAddress, exact: true }))
        .click(),
  },
  {
    name: 'webhooks-key',
    path: '/webhooks?Game=gem-miner&tab=keys',
    act: (page, { webhooks }) => press(page, webhooks.createKey),
  },
  { name: 'settings', path: '/settings' },
  { name: 'settings-portal', path: '/settings/portal' },
  { name: 'settings-adapter', path: '/settings/payments/stripe' },
  { name: 'jobs', path: '/jobs' },
  { name: 'jobs-discard', path: '/jobs', act: (page, { jobs }) => press(page, jobs.discard) },
  { name: 'jobs-queues', path: '/jobs?tab=queues' },
  { name: 'operators', path: '/operators' },
  { name: 'operators-menu', path: '/operators', act: openRowMenu },
  { name: 'operators-invite', path: '/operators', act: (page, { operators }) => press(page, operators.invite) },
  { name: 'operators-studios', path: '/operators?tab=studios' },
  {
    name: 'operators-studio-add',
    path: '/operators?tab=studios',
    act: (page, { operators }) => press(page, operators.addStudio),
  },
  { name: 'operators-keys', path: '/operators?tab=keys' },
  {
    name: 'operators-key-create',
    path: '/operators?tab=keys',
    act: (page, { operators }) => press(page, operators.createKey),
  },
  { name: 'audit-log', path: '/audit-log' },
  { name: 'audit-log-entry', path: '/audit-log', act: openRow },
  { name: 'account', path: '/account' },
  {
    name: 'account-add-app',
    path: '/account',
    act: (page, { account }) => press(page, account.replaceApp),
  },
  { name: 'not-found', path: '/none' },
];
