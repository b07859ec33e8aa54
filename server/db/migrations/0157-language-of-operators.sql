-- compatible-with-previous: yes
-- The language in which an operator uses the console, for mails to them. Null: they haven't signed in since.
alter table operators add column locale text;
