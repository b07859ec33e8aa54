// The pages of objects. The kinds are those of the audit log: server/features/audit-log/audit-log.ts.
const paths: Readonly<Record<string, (id: string) => string>> = {
  draft: (id) => `/drafts/${id}`,
  'push-message': () => '/push',
  build: (id) => `/games/${id.split('%2F', 1)[0] ?? ''}`,
  game: (id) => `/games/${id}`,
  product: (id) => `/games/${id}?tab=store`,
  operator: () => '/operators',
  'operator-key': () => '/operators',
  studio: () => '/operators',
};

export const findObjectPath = (kind: string, id: string): string | undefined =>
  Object.hasOwn(paths, kind) ? paths[kind]?.(encodeURIComponent(id)) : undefined;
