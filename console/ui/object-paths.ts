// The pages of the objects that the audit log names.
import type { AuditObjectKind } from '#model/audit-object-kinds.ts';

/** Reading many objects at once is recorded with one of these words instead of an id. */
const readsOfMany: ReadonlySet<string> = new Set(['list', 'names', 'reports', 'search']);
export const isOneObject = (id: string): boolean => !readsOfMany.has(id);

const paths: { readonly [Kind in AuditObjectKind]?: (id: string) => string | undefined } = {
  draft: (id) => `/drafts/${id}`,
  'push-message': () => '/push',
  approval: () => '/approvals',
  'audit-log': () => '/audit-log',
  // Changes name the player, reading names the leaderboard.
  'leaderboard-entry': (id) => (/^[\da-f]{8}-[\da-f-]{27}$/.test(id) ? `/players/${id}` : undefined),
  build: (id) => `/games/${id.split('%2F', 1)[0] ?? ''}`,
  game: (id) => `/games/${id}`,
  product: (id) => (id === 'rates' ? undefined : `/games/${id}?tab=store`),
  operator: () => '/operators',
  'operator-key': () => '/operators',
  player: (id) => `/players/${id}`,
  review: () => '/moderation',
  'saved-reply': () => '/support',
  studio: () => '/operators',
  ticket: (id) => `/support?ticket=${id}`,
  'word-list': () => '/moderation?tab=words',
  job: () => '/jobs',
  order: (id) => `/orders/${id}`,
  'payment-event': () => '/reconciliation?tab=unmatched',
  setting: (id) => `/settings/${decodeURIComponent(id)}`,
  webhook: (id) => `/webhooks?Game=${id}`,
};

export const findObjectPath = (kind: string, id: string): string | undefined =>
  Object.hasOwn(paths, kind) && isOneObject(id) ? paths[kind as AuditObjectKind]?.(encodeURIComponent(id)) : undefined;
