// The pages of the objects that the audit log names.
import { auditedLists, type AuditObjectKind } from '#model/audit-log.ts';

export const isAuditedList = (kind: string, id: string): boolean =>
  Object.values(auditedLists).some((list) => list.kind === kind && list.id === id);

const paths: { readonly [Kind in AuditObjectKind]?: (id: string) => string | undefined } = {
  draft: (id) => `/drafts/${id}`,
  'push-message': () => '/push',
  approval: () => '/approvals',
  'audit-log': () => '/audit-log',
  // A changed entry has its player's id; reading a leaderboard has the leaderboard's name.
  'leaderboard-entry': (id) => (/^[\da-f]{8}-[\da-f-]{27}$/.test(id) ? `/players/${id}` : undefined),
  build: (id) => `/games/${id.split('%2F', 1)[0] ?? ''}`,
  game: (id) => `/games/${id}`,
  // Exchange rates belong to no game.
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
  Object.hasOwn(paths, kind) && !isAuditedList(kind, id)
    ? paths[kind as AuditObjectKind]?.(encodeURIComponent(id))
    : undefined;
