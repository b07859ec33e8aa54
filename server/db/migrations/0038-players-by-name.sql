-- compatible-with-previous: yes
-- transaction: none
-- Players who may be found, by the beginning of their names.
drop index concurrently if exists accounts_by_findable_name;
create index concurrently accounts_by_findable_name on accounts (lower(name) text_pattern_ops)
  where findable and merged_into is null;
