-- compatible-with-previous: yes
-- What proved a purchase that was brought to us, sealed: the platform is asked with it later, about a purchase that was pending, and
-- once it is granted.
alter table payment_attempts add column sealed_receipt bytea;
