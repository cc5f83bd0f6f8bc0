-- The currency that values are shown in and that entries by hand are paid in. `currency` is that of the return, in which every value
-- is kept and figured.
alter table customers add column display_currency text not null default 'USD' check (display_currency ~ '^[A-Z]{3}$');
