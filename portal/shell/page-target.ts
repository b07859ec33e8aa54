// Which game and platform adapter the page belongs to: by the runtime configuration, the path or the query, in this
// order.
export const defaultAdapter = 'fxid';

export interface PageTarget {
  readonly game: string | undefined;
  readonly adapter: string;
}

export function resolvePageTarget(
  fixed: { game?: string; adapter?: string },
  path: { game?: string | undefined; adapter?: string | undefined },
  query: { get(name: string): string | null },
): PageTarget {
  return {
    game: fixed.game ?? path.game ?? query.get('game') ?? undefined,
    adapter: (fixed.adapter ?? path.adapter ?? query.get('adapter') ?? defaultAdapter).toLowerCase(),
  };
}
