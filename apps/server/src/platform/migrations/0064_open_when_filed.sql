-- What was open on the transactions behind a year's rows when it was filed: the journal forgets a question as it is answered. Of years
-- filed before, nobody kept it.
create table filed_findings (
  user_id uuid not null references customers (user_id),
  tax_year tax_year not null,
  transaction_id uuid not null,
  code text not null,
  is_info boolean not null,
  unpriced_as text not null,
  effect money_value,
  primary key (user_id, tax_year, transaction_id, code),
  foreign key (user_id, tax_year) references tax_years (user_id, tax_year)
);
alter table tax_years add column keeps_findings boolean not null default false,
  add check (state = 'filed' or not keeps_findings);
select guard_customer_tables();
