-- Lots that a return used up (us.md 11a): what happened up to the end of a filed year keeps them where its owner asks for it. A job looks
-- them up in the calculation that the year was filed with.
alter table tax_years add column lots_asked_at timestamptz(3), add column lots_kept_at timestamptz(3),
  add check (state = 'filed' or lots_asked_at is null),
  add check (lots_asked_at is not null or lots_kept_at is null);

create table filed_lots (
  user_id uuid not null references customers (user_id),
  tax_year tax_year not null,
  transaction_id uuid not null,
  lot_id uuid not null,
  -- In which order the lots went: rows share out proceeds one after the other.
  n integer not null,
  quantity amount not null check (quantity > 0),
  primary key (user_id, transaction_id, lot_id, tax_year),
  foreign key (user_id, tax_year) references tax_years (user_id, tax_year),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
create index on filed_lots (user_id, tax_year);
create index on filed_lots (user_id, lot_id);
select guard_customer_tables();
