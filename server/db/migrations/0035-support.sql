-- compatible-with-previous: yes
-- How a ticket of support stands, what its sender let us know besides, and what was written after its first message.

alter table support_messages
  add column status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  add column context jsonb not null default '{}',
  add column changed_at timestamptz not null default now();
update support_messages set changed_at = created_at;
create index support_messages_by_change on support_messages (status, changed_at desc);

create table support_replies (
  reply_id bigint generated always as identity primary key,
  ticket_id text not null references support_messages on delete cascade,
  -- Those of the ticket: what was written is exported with it.
  account_id uuid references accounts on delete cascade,
  email text not null,
  by_support boolean not null,
  -- Who of support wrote it.
  author text,
  message text not null,
  created_at timestamptz not null default now()
);
create index support_replies_by_ticket on support_replies (ticket_id, reply_id);
create index support_replies_by_account on support_replies (account_id) where account_id is not null;
create index support_replies_by_email on support_replies (email);
