-- An invitation that its friend has taken or put away is kept: who invited whom lately still counts.

alter table friend_invites add column answered_at timestamptz;
