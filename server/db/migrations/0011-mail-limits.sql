-- What limits on mails are counted from. Who asked and whom it concerns are keyed hashes: they can be compared and not read.

create table mail_limit_events (
  event_id bigint generated always as identity primary key,
  -- `link`, `receipt` and `support` are mails; `wrong digits` is a try with a code that was not the right one.
  kind text not null check (kind in ('link', 'receipt', 'support', 'wrong digits')),
  -- A network, or a game whose server asked with its key.
  source_hash bytea not null,
  -- Absent for mails to our own support.
  mailbox_hash bytea,
  created_at timestamptz not null default now()
);
create index mail_limit_events_by_source on mail_limit_events (source_hash, created_at desc);
create index mail_limit_events_by_mailbox on mail_limit_events (mailbox_hash, created_at desc);
create index mail_limit_events_by_age on mail_limit_events (created_at);

-- Who asked for a link: a newer one of somebody else must not end it. Links from before have no such limit left.
alter table mail_links add column source_hash bytea not null default '';
