// The pages of objects. The kinds are those of the audit log: server/features/audit-log/audit-log.ts.
const paths: Readonly<Record<string, (id: string) => string>> = {
  draft: (id) => `/drafts/${id}`,
  'push-message': () => '/push',
  job: () => '/jobs',
  operator: () => '/operators',
  'operator-key': () => '/operators',
  order: (id) => `/orders/${id}`,
  'payment-event': () => '/reconciliation?tab=unmatched',
  setting: (id) => `/settings/${decodeURIComponent(id)}`,
  studio: () => '/operators',
  webhook: (id) => `/webhooks?Game=${id}`,
};

export const findObjectPath = (kind: string, id: string): string | undefined =>
  Object.hasOwn(paths, kind) ? paths[kind]?.(encodeURIComponent(id)) : undefined;
