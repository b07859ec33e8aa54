// The server's rules for saves, in memory, for tests.
import { SaveConflictError, type SaveBackend, type SavedCopy, type WrittenSave } from '#portal/saves/save-backend.ts';
import { applyChange, hasSameEntries, type SaveEntries } from '#portal/saves/save-changes.ts';

export interface FakeSaveServer {
  /** `down`: requests fail. `reply-lost`: writes take effect, but their replies are lost. */
  fault: 'none' | 'down' | 'reply-lost';
  copy: SavedCopy | undefined;
  readonly entries: () => SaveEntries;
  readonly revision: () => number;
  /** The entries of every revision, oldest first. */
  readonly history: readonly SaveEntries[];
  readonly writes: () => number;
  readonly chosen: readonly string[];
  readonly connect: () => SaveBackend;
}

export function createFakeSaveServer(): FakeSaveServer {
  const revisions = new Map<number, SaveEntries>([[0, new Map()]]);
  const replies = new Map<string, WrittenSave>();
  const history: SaveEntries[] = [];
  const chosen: string[] = [];
  let revision = 0;
  let writes = 0;
  let summary: string | undefined;
  const current = (): SaveEntries => revisions.get(revision) ?? new Map();
  const store = (entries: SaveEntries): WrittenSave => {
    // Not by one, as on the real server.
    revision += 3;
    revisions.set(revision, entries);
    history.push(entries);
    return { revision, updatedAt: '2026-01-01T00:00:00.000Z' };
  };
  const reach = (): void => {
    if (server.fault === 'down') throw new TypeError('Failed to fetch');
  };
  const server: FakeSaveServer = {
    fault: 'none',
    copy: undefined,
    entries: current,
    revision: () => revision,
    history,
    writes: () => writes,
    chosen,
    connect: () => ({
      async read(known) {
        reach();
        return {
          revision,
          maxBytes: 1000,
          updatedAt: '2026-01-01T00:00:00.000Z',
          summary,
          copy: server.copy,
          ...(known !== revision && { entries: current() }),
        };
      },
      async write({ writeId, baseRevision, change }) {
        reach();
        writes += 1;
        const earlier = replies.get(writeId);
        if (earlier) return earlier;
        const base = revisions.get(baseRevision);
        const result = base && applyChange(base, change);
        if (baseRevision !== revision && !(result && hasSameEntries(result, current()))) throw new SaveConflictError();
        const reply = store(applyChange(current(), change));
        summary = change.summary ?? summary;
        replies.set(writeId, reply);
        if (server.fault === 'reply-lost') throw new TypeError('Failed to fetch');
        return reply;
      },
      async restore(wanted, baseRevision) {
        reach();
        if (baseRevision !== revision) throw new SaveConflictError();
        return store(revisions.get(wanted) ?? new Map());
      },
      async chooseCopy(_, keep) {
        reach();
        chosen.push(keep);
        server.copy = undefined;
      },
    }),
  };
  return server;
}
