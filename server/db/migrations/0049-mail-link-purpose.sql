-- compatible-with-previous: yes
-- What a link by mail is for. A newer link replaces older ones to the same address for the same purpose. The release before writes
-- no purpose: its links count as sign-in links, and those that add an address are told apart by their account.
alter table mail_links add column purpose text not null default 'sign-in'
  check (purpose in ('sign-in', 'add-email', 'game-code'));
