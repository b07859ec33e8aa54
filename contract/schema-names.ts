// The names of schemas. Generated clients use them as type names, so renaming an export renames a type in other
// people's code.
import * as account from '#model/account.ts';
import * as achievement from '#model/achievement.ts';
import * as analytics from '#model/analytics.ts';
import * as bridgeErrorReport from '#model/bridge-error-report.ts';
import * as document from '#model/document.ts';
import * as event from '#model/event.ts';
import * as friend from '#model/friend.ts';
import * as gameErrorReport from '#model/game-error-report.ts';
import * as gameDay from '#model/game-day.ts';
import * as game from '#model/game.ts';
import * as identity from '#model/identity.ts';
import * as installableBuild from '#model/installable-build.ts';
import * as leaderboard from '#model/leaderboard.ts';
import * as locale from '#model/locale-schema.ts';
import * as money from '#model/money.ts';
import * as news from '#model/news.ts';
import * as orderHistory from '#model/order-history.ts';
import * as order from '#model/order.ts';
import * as paymentEvent from '#model/payment-event.ts';
import * as picture from '#model/picture.ts';
import * as playerReport from '#model/player-report.ts';
import * as player from '#model/player.ts';
import * as problem from '#model/problem.ts';
import * as product from '#model/product.ts';
import * as productEntry from '#model/product-entry.ts';
import * as push from '#model/push.ts';
import * as quest from '#model/quest.ts';
import * as refundRule from '#model/refund-rule.ts';
import * as review from '#model/review.ts';
import * as save from '#model/save.ts';
import * as shapes from '#model/schema.ts';
import * as signIn from '#model/sign-in.ts';
import * as support from '#model/support.ts';
import * as consoleAnalytics from './console/analytics.ts';
import * as consoleApprovals from './console/approvals.ts';
import * as consoleAuditLog from './console/audit-log.ts';
import * as consoleDocuments from './console/documents.ts';
import * as consoleDrafts from './console/drafts.ts';
import * as consoleModeration from './console/moderation.ts';
import * as consoleNews from './console/news.ts';
import * as consoleOperators from './console/operators.ts';
import * as consoleOverview from './console/overview.ts';
import * as consolePlayers from './console/players.ts';
import * as consolePush from './console/push.ts';
import * as consoleOrders from './console/orders.ts';
import * as consolePayments from './console/payments.ts';
import * as consoleErrors from './console/errors.ts';
import * as consoleGames from './console/games.ts';
import * as consoleProducts from './console/products.ts';
import * as consoleSession from './console/session.ts';
import * as consoleSettings from './console/settings.ts';
import * as consoleWebhooks from './console/webhooks.ts';
import * as achievements from './achievements.ts';
import * as auth from './auth.ts';
import * as community from './community.ts';
import * as config from './config.ts';
import * as discovery from './discovery.ts';
import * as games from './games.ts';
import * as operator from './operator.ts';
import * as handoffs from './handoffs.ts';
import * as launcher from './launcher.ts';
import * as pagePurchases from './page-purchases.ts';
import * as registries from './registries.ts';
import * as saves from './saves.ts';
import * as store from './store.ts';

const modules: readonly Readonly<Record<string, unknown>>[] = [
  account,
  achievement,
  analytics,
  bridgeErrorReport,
  document,
  event,
  friend,
  gameDay,
  gameErrorReport,
  game,
  identity,
  installableBuild,
  leaderboard,
  locale,
  money,
  news,
  orderHistory,
  order,
  paymentEvent,
  picture,
  playerReport,
  player,
  problem,
  product,
  productEntry,
  push,
  quest,
  refundRule,
  review,
  save,
  shapes,
  signIn,
  support,
  achievements,
  auth,
  community,
  config,
  consoleAnalytics,
  consoleApprovals,
  consoleAuditLog,
  consoleDocuments,
  consoleDrafts,
  consoleModeration,
  consoleNews,
  consoleOperators,
  consoleOverview,
  consolePlayers,
  consolePush,
  consoleOrders,
  consolePayments,
  consoleErrors,
  consoleGames,
  consoleProducts,
  consoleSession,
  consoleSettings,
  consoleWebhooks,
  discovery,
  games,
  operator,
  handoffs,
  launcher,
  pagePurchases,
  registries,
  saves,
  store,
];

/** Schema names by the key of `schemaKey`, which is the same for a schema and its optional copies. */
export function listSchemaNames(): Map<object, string> {
  const names = new Map<object, string>();
  const add = (name: string, value: unknown): void => {
    const key = schemaKey(value);
    if (key) names.set(key, name);
  };
  for (const [name, block] of registries.namedAdapterBlockSchemas) add(name, block);
  for (const module of modules) for (const [name, value] of Object.entries(module)) add(name, value);
  return names;
}

/** The properties of an object, or the values of an enum. Making a schema optional copies the schema but not these. */
export function schemaKey(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, properties, enum: words } = value as { type?: unknown; properties?: unknown; enum?: unknown };
  if (type === 'object' && typeof properties === 'object' && properties !== null) return properties;
  return Array.isArray(words) ? words : undefined;
}
