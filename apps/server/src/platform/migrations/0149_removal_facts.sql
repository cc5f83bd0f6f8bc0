-- A person's statements about a gift, a donation or a loss, for the forms that ask for them; no calculation reads them.
create table removal_facts (
  user_id uuid not null references customers (user_id),
  transaction_id uuid not null,
  donee text check (length(donee) <= 200),
  donee_address text check (length(donee_address) <= 300),
  donee_ein text check (donee_ein ~ '^\d{2}-\d{7}$'),
  donee_is_spouse boolean,
  acknowledged_on date,
  how_acquired text check (how_acquired in ('purchase', 'exchange', 'gift', 'inheritance', 'income', 'other')),
  valued_by text check (valued_by in ('market_price', 'appraisal', 'comparable_sales', 'other')),
  has_appraisal boolean,
  appraiser text check (length(appraiser) <= 200),
  appraised_on date,
  discovered_on date,
  reimbursement money_value check (reimbursement >= 0),
  is_for_profit boolean,
  may_recover boolean,
  evidence text check (length(evidence) <= 2000),
  primary key (user_id, transaction_id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);

select guard_customer_tables();
