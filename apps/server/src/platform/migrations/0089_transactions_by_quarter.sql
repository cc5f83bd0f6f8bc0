-- How many transactions that are not deleted each account has in each quarter of a year, in UTC: a strip of an account's history costs a
-- few rows, however long the history is.
create table transaction_quarters (
  user_id uuid not null,
  account_id uuid not null,
  -- Its first day.
  quarter date not null,
  transactions bigint not null,
  primary key (user_id, account_id, quarter)
);
select guard_customer_tables();

-- Keeps the counts true after every statement that writes transactions, by what it changed.
create function keep_transaction_quarters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transaction_quarters as q
    select t.user_id, t.account_id, date_trunc('quarter', t.at at time zone 'UTC')::date, count(*)
    from new_rows t where t.deleted_at is null group by 1, 2, 3
    on conflict on constraint transaction_quarters_pkey do update set transactions = q.transactions + excluded.transactions;
  elsif tg_op = 'DELETE' then
    insert into transaction_quarters as q
    select t.user_id, t.account_id, date_trunc('quarter', t.at at time zone 'UTC')::date, -count(*)
    from old_rows t where t.deleted_at is null group by 1, 2, 3
    on conflict on constraint transaction_quarters_pkey do update set transactions = q.transactions + excluded.transactions;
  else
    insert into transaction_quarters as q
    select t.user_id, t.account_id, date_trunc('quarter', t.at at time zone 'UTC')::date, sum(t.n)
    from (
      select user_id, account_id, at, 1 as n from new_rows where deleted_at is null
      union all select user_id, account_id, at, -1 from old_rows where deleted_at is null
    ) t group by 1, 2, 3 having sum(t.n) <> 0
    on conflict on constraint transaction_quarters_pkey do update set transactions = q.transactions + excluded.transactions;
  end if;
  return null;
end $$;

-- The rows that were there before: as lotbook_ops, which alone sees those of every customer.
set local role lotbook_ops;
insert into transaction_quarters
select user_id, account_id, date_trunc('quarter', at at time zone 'UTC')::date, count(*) from transactions
where deleted_at is null group by 1, 2, 3;
reset role;

create trigger keep_quarters_insert after insert on transactions referencing new table as new_rows
  for each statement execute function keep_transaction_quarters();
create trigger keep_quarters_update after update on transactions referencing old table as old_rows new table as new_rows
  for each statement execute function keep_transaction_quarters();
create trigger keep_quarters_delete after delete on transactions referencing old table as old_rows
  for each statement execute function keep_transaction_quarters();
