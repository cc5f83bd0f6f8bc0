-- A broker's confirmation that an order naming lots reached it, as the person states it. From 2027 on units in a broker's custody are
-- identified to the broker (Treas. Reg. 1.1012-1(j)(3)(ii), Notice 2026-20). It changes no row of a calculation.
create table broker_confirmations (
  user_id uuid not null references customers (user_id),
  record text not null check (record in ('standing_order', 'identification')),
  record_id uuid not null,
  confirmed_on date not null,
  reference text not null check (length(reference) <= 300),
  set_at timestamptz(3) not null,
  set_by uuid not null,
  primary key (user_id, record, record_id)
);

select guard_customer_tables();
