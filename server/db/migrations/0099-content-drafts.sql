-- compatible-with-previous: yes
-- Changes of content that are prepared before they count: documents, articles, and files of the content folder.
create table content_drafts (
  draft_id bigint generated always as identity primary key,
  -- What is changed: `documents/tos`, `news/<id>`, `portal.json`; those of a game begin with `games/<game>/`.
  object text not null,
  type text not null,
  game text,
  -- The object when the draft began; absent: there was none.
  base jsonb,
  -- The object afterwards; absent: it is removed.
  value jsonb,
  state text not null check (state in ('open', 'scheduled', 'applied', 'discarded')),
  note text,
  author text not null,
  -- The draft whose change this one takes back.
  reverts bigint references content_drafts,
  apply_at timestamptz,
  -- Who scheduled it: the audit log names them once it is applied.
  scheduled_by jsonb,
  -- Why it could not be applied at its time.
  failure text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'scheduled') <= (apply_at is not null and scheduled_by is not null))
);
create index content_drafts_by_object on content_drafts (object, draft_id);
create index content_drafts_by_state on content_drafts (state, draft_id);
