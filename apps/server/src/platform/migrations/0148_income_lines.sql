-- The line of the return that income of one kind from one account goes to in a year. It decides a line and no amount, so no calculation
-- reads it. What nobody answered is kept with a year that is filed, so that later answers leave its papers alone.
create table income_lines (
  user_id uuid not null references customers (user_id),
  tax_year tax_year not null,
  account_id uuid not null,
  category text not null,
  is_cash boolean not null,
  line text not null check (line in ('other', 'business', 'wages', 'interest', 'dividends')),
  chosen text not null check (chosen in ('answered', 'carried', 'usual')),
  -- The year whose answer was carried on.
  carried_from tax_year check ((carried_from is not null) = (chosen = 'carried')),
  set_at timestamptz(3) not null,
  primary key (user_id, tax_year, account_id, category, is_cash),
  foreign key (user_id, account_id) references accounts (user_id, id)
);

select guard_customer_tables();

-- What a person states of a business and of their wages: it decides the tax on the income that goes there, and no row.
alter table tax_years
  add column business_expenses money_value check (business_expenses >= 0),
  add column other_wages money_value check (other_wages >= 0);
