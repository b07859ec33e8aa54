import type { AuditObject } from '#server/features/audit-log/audit-log.ts';

/** A build or draft in the audit log. */
export const buildObject = (game: string, number: number): AuditObject => ({
  kind: 'build',
  id: `${game}/${number}`,
  game,
});

/** A game in the audit log. */
export const gameObject = (game: string): AuditObject => ({ kind: 'game', id: game, game });
