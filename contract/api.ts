import { achievementRoutes } from './achievements.ts';
import { analyticsRoutes } from './analytics.ts';
import { authRoutes, inviteRoutes } from './auth.ts';
import { operatorApprovalRoutes } from './console/approvals.ts';
import { operatorModerationRoutes } from './console/moderation.ts';
import { operatorPlayerRoutes } from './console/players.ts';
import { operatorSearchRoutes } from './console/search.ts';
import { operatorErrorRoutes } from './console/errors.ts';
import { operatorGameRoutes } from './console/games.ts';
import { operatorProductRoutes } from './console/products.ts';
import { crossPlayRoutes, outboundLinkRoutes, infoRoutes, pushRoutes, supportRoutes } from './community.ts';
import { auditLogRoutes } from './console/audit-log.ts';
import { operatorAdminRoutes } from './console/operators.ts';
import { consoleRoutes } from './console/session.ts';
import { operatorAnalyticsRoutes } from './console/analytics.ts';
import { operatorDocumentRoutes } from './console/documents.ts';
import { draftRoutes } from './console/drafts.ts';
import { operatorNewsRoutes } from './console/news.ts';
import { operatorOverviewRoutes } from './console/overview.ts';
import { operatorPushRoutes } from './console/push.ts';
import { operatorJobRoutes } from './console/jobs.ts';
import { operatorOrderRoutes } from './console/orders.ts';
import { operatorPaymentRoutes } from './console/payments.ts';
import { operatorSettingsRoutes } from './console/settings.ts';
import { operatorGameKeyRoutes, operatorWebhookRoutes } from './console/webhooks.ts';
import { deliveryRoutes } from './deliveries.ts';
import { friendRoutes } from './friends.ts';
import { discoveryRoutes } from './discovery.ts';
import { documentRoutes, gameRoutes, playRoutes } from './games.ts';
import { favoriteRoutes, reviewRoutes, wordFilterRoutes } from './reviews-and-favorites.ts';
import { handoffRoutes } from './handoffs.ts';
import { launcherRoutes } from './launcher.ts';
import { leaderboardRoutes } from './leaderboards.ts';
import { operatorRoutes } from './operator.ts';
import { pagePurchaseRoutes } from './page-purchases.ts';
import { playerReportRoutes } from './player-reports.ts';
import { profileRoutes } from './profile.ts';
import { adapterRoutes } from './registries.ts';
import { saveRoutes } from './saves.ts';
import { storeRoutes } from './store.ts';

export const api = {
  achievements: achievementRoutes,
  analytics: analyticsRoutes,
  auditLog: auditLogRoutes,
  auth: authRoutes,
  console: consoleRoutes,
  crossPlay: crossPlayRoutes,
  deliveries: deliveryRoutes,
  discovery: discoveryRoutes,
  documents: documentRoutes,
  favorites: favoriteRoutes,
  friends: friendRoutes,
  games: gameRoutes,
  go: outboundLinkRoutes,
  handoffs: handoffRoutes,
  info: infoRoutes,
  invite: inviteRoutes,
  launcher: launcherRoutes,
  leaderboards: leaderboardRoutes,
  operator: operatorRoutes,
  operatorAdmin: operatorAdminRoutes,
  operatorAnalytics: operatorAnalyticsRoutes,
  operatorApprovals: operatorApprovalRoutes,
  operatorDocuments: operatorDocumentRoutes,
  operatorDrafts: draftRoutes,
  operatorModeration: operatorModerationRoutes,
  operatorNews: operatorNewsRoutes,
  operatorOverview: operatorOverviewRoutes,
  operatorPlayers: operatorPlayerRoutes,
  operatorPush: operatorPushRoutes,
  operatorSearch: operatorSearchRoutes,
  operatorGameKeys: operatorGameKeyRoutes,
  operatorJobs: operatorJobRoutes,
  operatorOrders: operatorOrderRoutes,
  operatorPayments: operatorPaymentRoutes,
  operatorSettings: operatorSettingsRoutes,
  operatorWebhooks: operatorWebhookRoutes,
  operatorErrors: operatorErrorRoutes,
  operatorGames: operatorGameRoutes,
  operatorProducts: operatorProductRoutes,
  play: playRoutes,
  pagePurchases: pagePurchaseRoutes,
  playerReports: playerReportRoutes,
  profile: profileRoutes,
  push: pushRoutes,
  reviews: reviewRoutes,
  saves: saveRoutes,
  store: storeRoutes,
  support: supportRoutes,
  words: wordFilterRoutes,
  ...adapterRoutes,
};

export type Api = typeof api;
