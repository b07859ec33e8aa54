-- A purchase that a platform has proved and that is not what we sell is written down as well: `other price`, `not sold`. Nothing was
-- done about it; `detail` says what it was and what it should have been.
alter table payment_differences add column detail text;
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check check (
  kind in ('heard late', 'no order', 'does not fit', 'other amount', 'not there', 'other price', 'not sold')
);
