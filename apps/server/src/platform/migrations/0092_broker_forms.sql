-- What a broker's Form 1099-DA says of the sales of an account in a year, as the person read it off the form. It decides the box of
-- Form 8949 and no amount, so no calculation reads it.
create table broker_forms (
  user_id uuid not null references customers (user_id),
  account_id uuid not null,
  tax_year tax_year not null check (tax_year >= 2025),
  reported text not null check (reported in ('none', 'proceeds', 'basis')),
  set_at timestamptz(3) not null,
  primary key (user_id, account_id, tax_year),
  foreign key (user_id, account_id) references accounts (user_id, id)
);

select guard_customer_tables();
