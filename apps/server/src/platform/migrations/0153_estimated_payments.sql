-- A person's statements about the estimated tax of a year: what the year before was, what is withheld, and what was paid on which day.
-- They decide no row of a calculation.
alter table tax_years
  add column prior_tax money_value check (prior_tax >= 0),
  add column prior_agi money_value,
  add column withholding money_value check (withholding >= 0);

create table estimated_payments (
  user_id uuid not null references customers (user_id),
  tax_year tax_year not null,
  n smallint not null check (n >= 0),
  paid_on date not null,
  amount money_value not null check (amount > 0),
  primary key (user_id, tax_year, n)
);

select guard_customer_tables();
