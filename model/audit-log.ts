/** The kinds of objects that the audit log knows, one word each. */
export const auditObjectKinds = [
  'achievement',
  'approval',
  'audit-log',
  'build',
  'content',
  'delivery',
  'document',
  'draft',
  'game',
  'game-key',
  'job',
  'leaderboard-entry',
  'news',
  'operator',
  'operator-key',
  'order',
  'payment-event',
  'player',
  'product',
  'push-message',
  'review',
  'saved-reply',
  'setting',
  'studio',
  'ticket',
  'webhook',
  'word-list',
] as const;
export type AuditObjectKind = (typeof auditObjectKinds)[number];

/** What the audit log names when an operator has read many objects at once. The word takes the place of an id. */
export const auditedLists = {
  players: { kind: 'player', id: 'list' },
  playerNames: { kind: 'player', id: 'names' },
  playerReports: { kind: 'player', id: 'reports' },
  playerSearch: { kind: 'player', id: 'search' },
  reviews: { kind: 'review', id: 'list' },
  tickets: { kind: 'ticket', id: 'list' },
} as const satisfies Readonly<Record<string, { readonly kind: AuditObjectKind; readonly id: string }>>;

/** The commands that write to the audit log, each followed by its action: `players block`. */
export const auditedCommands = [
  'content',
  'game-key',
  'games',
  'hooks',
  'jobs',
  'operators',
  'orders',
  'players',
  'products',
  'push',
  'settings',
  'support',
] as const;
export type AuditedCommand = `${(typeof auditedCommands)[number]} ${string}`;
