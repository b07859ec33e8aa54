-- compatible-with-previous: yes
-- Who has asked another player to be friends, or was a friend. An invitation link makes such a player a friend only after its maker
-- has agreed again, so that a player who was blocked gets the same answer as one who was removed, declined or not answered yet.
create table friend_histories (
  account_id uuid not null references accounts on delete cascade,
  other_account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, other_account_id),
  check (account_id <> other_account_id)
);
create index friend_histories_by_other on friend_histories (other_account_id);

insert into friend_histories (account_id, other_account_id)
select account_id, friend_account_id from friend_requests
union select blocked_account_id, account_id from friend_blocks;
