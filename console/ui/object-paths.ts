// The pages of the objects that the audit log names.
import type { AuditObjectKind } from '#model/audit-object-kinds.ts';

const paths: { readonly [Kind in AuditObjectKind]?: (id: string) => string } = {
  draft: (id) => `/drafts/${id}`,
  'push-message': () => '/push',
  approval: () => '/approvals',
  'audit-log': () => '/audit-log',
  'leaderboard-entry': (id) => `/players/${id}`,
  build: (id) => `/games/${id.split('%2F', 1)[0] ?? ''}`,
  game: (id) => `/games/${id}`,
  product: (id) => `/games/${id}?tab=store`,
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
  Object.hasOwn(paths, kind) ? paths[kind as AuditObjectKind]?.(encodeURIComponent(id)) : undefined;
