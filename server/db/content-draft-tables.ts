import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface ContentDraftTables {
  document_acceptance_counts: { version_id: string; accepted: number; counted_until: Date };
  content_drafts: {
    draft_id: GeneratedAlways<number>;
    object: string;
    type: string;
    game: string | null;
    base: DraftColumn;
    value: DraftColumn;
    state: 'open' | 'scheduled' | 'applied' | 'discarded';
    note: string | null;
    author: string;
    reverts: number | null;
    apply_at: Date | null;
    scheduled_by: JSONColumnType<
      { kind: 'operator' | 'key'; id: string; name: string } | null,
      string | null | undefined,
      string | null
    >;
    failure: string | null;
    decided_by: string | null;
    decided_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}

type DraftColumn = ColumnType<object | null, string | null, string | null>;
