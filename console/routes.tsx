// Every page of the console, one line each. A page is shown to operators who have its permission; those with `menu` are
// in the menu, in this order.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { ParseKeys } from 'i18next';
import type { NeededPermission } from '#model/operator.ts';
import { isAllowed, type Operator } from './session.ts';
import { ApprovalsBadge } from './shell/ApprovalsBadge.tsx';
import type { IconName } from './ui/Icon.tsx';

export type MenuGroup = 'first' | 'players' | 'content' | 'community' | 'figures' | 'system';

export interface ConsolePage {
  readonly path: string;
  /** Of a list one is enough. */
  readonly permission: NeededPermission;
  /** Operators of a studio don't see it, whatever their permissions are. */
  readonly isForPortal?: true;
  readonly title: ParseKeys;
  readonly screen: LazyExoticComponent<ComponentType>;
  readonly menu?: {
    readonly group: MenuGroup;
    readonly icon: IconName;
    /** Next to the title. */
    readonly Badge?: ComponentType;
  };
}

const page = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => ({ default: await load() }));

export const pages: readonly ConsolePage[] = [
  {
    path: '/overview',
    permission: 'overview.read',
    title: 'overview.title',
    screen: page(async () => (await import('./pages/overview/OverviewPage.tsx')).OverviewPage),
    menu: { group: 'first', icon: 'overview' },
  },
  {
    path: '/search',
    permission: 'search.use',
    title: 'search.title',
    screen: page(async () => (await import('./pages/search/SearchPage.tsx')).SearchPage),
  },
  {
    path: '/approvals',
    permission: 'any',
    title: 'approvals.title',
    screen: page(async () => (await import('./pages/approvals/ApprovalsPage.tsx')).ApprovalsPage),
    menu: { group: 'first', icon: 'check', Badge: ApprovalsBadge },
  },
  {
    path: '/players',
    permission: 'players.read',
    title: 'players.title',
    screen: page(async () => (await import('./pages/players/PlayersPage.tsx')).PlayersPage),
    menu: { group: 'players', icon: 'players' },
  },
  {
    path: '/players/:accountId',
    permission: 'players.read',
    title: 'players.title',
    screen: page(async () => (await import('./pages/players/PlayerPage.tsx')).PlayerPage),
  },
  {
    path: '/orders',
    permission: 'orders.read',
    title: 'orders.title',
    screen: page(async () => (await import('./pages/orders/OrdersPage.tsx')).OrdersPage),
    menu: { group: 'players', icon: 'orders' },
  },
  {
    path: '/orders/:orderId',
    permission: 'orders.read',
    title: 'orders.order',
    screen: page(async () => (await import('./pages/orders/OrderPage.tsx')).OrderPage),
  },
  {
    path: '/disputes',
    permission: 'orders.read',
    title: 'disputes.title',
    screen: page(async () => (await import('./pages/disputes/DisputesPage.tsx')).DisputesPage),
    menu: { group: 'players', icon: 'shield' },
  },
  {
    path: '/reconciliation',
    permission: 'orders.read',
    title: 'reconciliation.title',
    screen: page(async () => (await import('./pages/reconciliation/ReconciliationPage.tsx')).ReconciliationPage),
    menu: { group: 'players', icon: 'refresh' },
  },
  {
    path: '/games',
    permission: 'games.read',
    title: 'games.title',
    screen: page(async () => (await import('./pages/games/GamesPage.tsx')).GamesPage),
    menu: { group: 'content', icon: 'games' },
  },
  {
    path: '/games/:game',
    permission: 'games.read',
    title: 'games.title',
    screen: page(async () => (await import('./pages/games/GamePage.tsx')).GamePage),
  },
  {
    path: '/documents',
    permission: 'documents.read',
    title: 'documents.title',
    screen: page(async () => (await import('./pages/documents/DocumentsPage.tsx')).DocumentsPage),
    menu: { group: 'content', icon: 'document' },
  },
  {
    path: '/documents/:type',
    permission: 'documents.read',
    title: 'documents.title',
    screen: page(async () => (await import('./pages/documents/DocumentPage.tsx')).DocumentPage),
  },
  {
    path: '/news',
    permission: 'news.read',
    title: 'news.title',
    screen: page(async () => (await import('./pages/news/NewsPage.tsx')).NewsPage),
    menu: { group: 'content', icon: 'news' },
  },
  {
    path: '/news/edit',
    permission: 'content.read',
    title: 'news.title',
    screen: page(async () => (await import('./pages/news/ArticlePage.tsx')).ArticlePage),
  },
  {
    path: '/drafts',
    permission: ['content.read', 'products.change'],
    isForPortal: true,
    title: 'drafts.title',
    screen: page(async () => (await import('./pages/drafts/DraftsPage.tsx')).DraftsPage),
    menu: { group: 'content', icon: 'edit' },
  },
  {
    path: '/drafts/new',
    permission: ['content.change', 'products.change'],
    isForPortal: true,
    title: 'drafts.other',
    screen: page(async () => (await import('./pages/drafts/EditContentPage.tsx')).EditContentPage),
  },
  {
    path: '/drafts/:draftId',
    permission: ['content.read', 'products.change'],
    isForPortal: true,
    title: 'drafts.title',
    screen: page(async () => (await import('./pages/drafts/DraftPage.tsx')).DraftPage),
  },
  {
    path: '/support',
    permission: 'support.read',
    title: 'support.title',
    screen: page(async () => (await import('./pages/support/SupportPage.tsx')).SupportPage),
    menu: { group: 'community', icon: 'support' },
  },
  {
    path: '/moderation',
    permission: 'moderation.read',
    title: 'moderation.title',
    screen: page(async () => (await import('./pages/moderation/ModerationPage.tsx')).ModerationPage),
    menu: { group: 'community', icon: 'moderation' },
  },
  {
    path: '/push',
    permission: 'push.read',
    title: 'push.title',
    screen: page(async () => (await import('./pages/push/PushPage.tsx')).PushPage),
    menu: { group: 'community', icon: 'push' },
  },
  {
    path: '/push/compose',
    permission: 'push.send',
    title: 'push.compose',
    screen: page(async () => (await import('./pages/push/ComposePage.tsx')).ComposePage),
  },
  {
    path: '/analytics',
    permission: 'analytics.read',
    title: 'analytics.title',
    screen: page(async () => (await import('./pages/analytics/AnalyticsPage.tsx')).AnalyticsPage),
    menu: { group: 'figures', icon: 'analytics' },
  },
  {
    path: '/webhooks',
    permission: 'webhooks.read',
    title: 'webhooks.title',
    screen: page(async () => (await import('./pages/webhooks/WebhooksPage.tsx')).WebhooksPage),
    menu: { group: 'system', icon: 'webhooks' },
  },
  {
    path: '/settings',
    permission: 'settings.read',
    title: 'settings.title',
    screen: page(async () => (await import('./pages/settings/SettingsPage.tsx')).SettingsPage),
    menu: { group: 'system', icon: 'settings' },
  },
  {
    path: '/settings/portal',
    permission: 'settings.read',
    title: 'settings.portal',
    screen: page(async () => (await import('./pages/settings/PortalSettingsPage.tsx')).PortalSettingsPage),
  },
  {
    path: '/settings/:family/:adapter',
    permission: 'settings.read',
    title: 'settings.adapter',
    screen: page(async () => (await import('./pages/settings/AdapterSettingsPage.tsx')).AdapterSettingsPage),
  },
  {
    path: '/jobs',
    permission: 'jobs.read',
    title: 'jobs.title',
    screen: page(async () => (await import('./pages/jobs/JobsPage.tsx')).JobsPage),
    menu: { group: 'system', icon: 'jobs' },
  },
  {
    path: '/operators',
    permission: 'operators.read',
    title: 'operators.title',
    screen: page(async () => (await import('./pages/operators/OperatorsPage.tsx')).OperatorsPage),
    menu: { group: 'system', icon: 'operators' },
  },
  {
    path: '/audit-log',
    permission: 'audit.read',
    title: 'auditLog.title',
    screen: page(async () => (await import('./pages/audit-log/AuditLogPage.tsx')).AuditLogPage),
    menu: { group: 'system', icon: 'audit' },
  },
  {
    path: '/account',
    permission: 'any',
    title: 'account.title',
    screen: page(async () => (await import('./pages/account/AccountPage.tsx')).AccountPage),
  },
];

export const listAllowedPages = (operator: Pick<Operator, 'Permissions' | 'Role'>): readonly ConsolePage[] =>
  pages.filter(
    ({ permission, isForPortal }) => isAllowed(operator, permission) && !(isForPortal && operator.Role === 'studio'),
  );
