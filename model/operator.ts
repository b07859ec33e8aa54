// What operators may do. Every operator's call names one permission; roles are sets of permissions.

/** Each permission, with what it allows, as the console and the commands show it. */
export const permissions = {
  'overview.read': 'See the overview of the portal',
  'search.use': 'Search for anything by its id',
  'players.read': 'See players: profiles, sign-in methods, devices, games, saves. They include personal data',
  'players.change': 'Block and rename players, end their sessions, remove sign-in methods',
  'players.merge': 'Merge two accounts, and undo it',
  'players.export': "Export a player's data",
  'players.erase': 'Erase an account for good',
  'orders.read': 'See orders, payments, disputes and reconciliation',
  'orders.redeliver': 'Send deliveries again',
  'orders.refund': 'Refund payments',
  'orders.dispute': 'Collect evidence for disputes',
  'games.read': 'See games, their builds and configuration',
  'games.upload': 'Upload builds and preview them',
  'games.publish': 'Publish builds and roll them back',
  'games.configure': "Change a game's configuration",
  'products.read': 'See products and prices',
  'products.change': 'Change products and prices',
  'documents.read': 'See legal documents and who accepted them',
  'documents.change': 'Write and publish legal documents',
  'news.read': 'See news with drafts',
  'news.change': 'Write and publish news',
  'content.read': 'Read the whole content folder',
  'content.change': 'Apply a content folder',
  'support.read': 'See support tickets',
  'support.answer': 'Answer, assign and close support tickets',
  'moderation.read': 'See reports, reviews and word lists',
  'moderation.change': 'Hide reviews and leaderboard entries, change word lists',
  'push.read': 'See push messages and their results',
  'push.send': 'Send push messages',
  'analytics.read': 'See figures of players, sessions and revenue',
  'errors.read': 'See errors of games',
  'settings.read': 'See settings, without secrets',
  'settings.change': 'Change settings',
  'jobs.read': 'See jobs',
  'jobs.change': 'Run failed jobs again, or discard them',
  'webhooks.read': "See deliveries to games' servers and rejected webhooks",
  'webhooks.send': "Send deliveries to games' servers again, and test events",
  'keys.read': "See keys of games' servers, without secrets",
  'keys.manage': "Create and revoke keys of games' servers",
  'operators.read': 'See operators, their keys, and studios',
  'operators.manage': 'Invite operators, change their roles, remove them; create and revoke their keys',
  'audit.read': 'Read and export the audit log',
} as const satisfies Readonly<Record<string, string>>;

export type Permission = keyof typeof permissions;

/** What a call or page needs. Of a list one is enough. `any`: every operator. */
export type NeededPermission = Permission | 'any' | readonly Permission[];

export function isPermitted(has: readonly Permission[], needed: NeededPermission): boolean {
  if (needed === 'any') return true;
  return typeof needed === 'string' ? has.includes(needed) : needed.some((each) => has.includes(each));
}

export const allPermissions = Object.keys(permissions) as readonly Permission[];

export const operatorRoles = ['owner', 'admin', 'support', 'editor', 'finance', 'analyst', 'studio'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const support: readonly Permission[] = [
  'overview.read',
  'search.use',
  'players.read',
  'players.change',
  'orders.read',
  'orders.redeliver',
  'orders.refund',
  'games.read',
  'products.read',
  'documents.read',
  'news.read',
  'support.read',
  'support.answer',
  'moderation.read',
  'moderation.change',
  'errors.read',
  'webhooks.read',
];

const editor: readonly Permission[] = [
  'overview.read',
  'games.read',
  'games.configure',
  'products.read',
  'documents.read',
  'documents.change',
  'news.read',
  'news.change',
  'content.read',
  'content.change',
  'moderation.read',
  'moderation.change',
  'push.read',
  'push.send',
  'analytics.read',
];

const finance: readonly Permission[] = [
  'overview.read',
  'search.use',
  'orders.read',
  'orders.refund',
  'orders.dispute',
  'games.read',
  'products.read',
  'products.change',
  'documents.read',
  'analytics.read',
  'webhooks.read',
];

const analyst: readonly Permission[] = [
  'overview.read',
  'games.read',
  'products.read',
  'analytics.read',
  'errors.read',
];

/** Only for the studio's own games. Publishing needs an approval unless the studio is trusted. */
const studio: readonly Permission[] = [
  'games.read',
  'games.upload',
  'games.publish',
  'games.configure',
  'products.read',
  'products.change',
  'moderation.read',
  'analytics.read',
  'errors.read',
  'webhooks.read',
  'webhooks.send',
  'keys.read',
  'keys.manage',
];

export const rolePermissions: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  owner: allPermissions,
  admin: allPermissions.filter((permission) => permission !== 'operators.manage'),
  support,
  editor,
  finance,
  analyst,
  studio,
};

/** Words that `npm run operator-key` takes for several permissions. Keys of earlier versions store them. */
export const permissionGroups: Readonly<Record<string, readonly Permission[]>> = {
  content: ['content.read', 'content.change', 'moderation.read', 'moderation.change'],
  support: ['support.read', 'support.answer'],
  push: ['push.read', 'push.send'],
};

/** No key may create operators or keys: a stolen key would outlive its revocation. */
export const permissionsOfKeys: readonly Permission[] = allPermissions.filter(
  (permission) => permission !== 'operators.manage' && permission !== 'keys.manage',
);

/** The permissions that these words name, each a permission or a group. Unknown words are ignored. */
export function expandPermissions(words: readonly string[]): Permission[] {
  const named = new Set(words.flatMap((word): readonly string[] => permissionGroups[word] ?? [word]));
  return permissionsOfKeys.filter((permission) => named.has(permission));
}
