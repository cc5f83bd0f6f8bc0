-- The engine's view of the journal: stretches of it in order, each with the ids and prices of its transactions, 16 bytes each
-- (of prices two: what was moved, and the fee). Packed numbers do not get smaller by compression worth its time.
truncate projections;
alter table projections drop column last_at, alter column first_at set not null, add column first_id uuid not null,
  add column ids bytea not null, add column prices bytea not null;
alter table projections alter column packed set storage external, alter column ids set storage external,
  alter column prices set storage external;

-- Result rows are written by the hundred thousand: two orders that grow at their end, instead of three that do not.
alter table disposals drop constraint disposals_pkey, add primary key (user_id, calculation_id, tax_year, n);
drop index disposals_user_id_calculation_id_tax_year_n_idx, disposals_user_id_transaction_id_idx;
create index on disposals (user_id, calculation_id, transaction_id);
alter table incomes drop constraint incomes_pkey, add primary key (user_id, calculation_id, tax_year, n);
drop index incomes_user_id_calculation_id_tax_year_n_idx;
alter table removals drop constraint removals_pkey, add primary key (user_id, calculation_id, tax_year, n);
drop index removals_user_id_calculation_id_tax_year_n_idx;
