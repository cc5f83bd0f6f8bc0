-- What comes by the hundred thousand rows is held to what it refers to once for each statement: a foreign key asks for one row
-- at a time and locks it, which took as long as writing the row. The rows referred to are never deleted, only marked so.

alter table transactions drop constraint transactions_user_id_account_id_fkey;
alter table records drop constraint records_user_id_connection_id_fkey, drop constraint records_user_id_transaction_id_fkey;
alter table valuations drop constraint valuations_user_id_transaction_id_fkey;

-- Refuses a statement whose rows refer by the column `tg_argv[0]` to what is not in the table `tg_argv[1]`.
create function refers_to() returns trigger language plpgsql as $$
declare
  nested text := current_setting('enable_nestloop');
  is_broken boolean;
begin
  -- The planner knows nothing of rows that this very transaction brought in, and would look through all of them for each.
  if (select count(*) > 100 from new_rows) then
    perform set_config('enable_nestloop', 'off', true);
  end if;
  execute format('select exists (
      select from (select distinct user_id, %1$I as id from new_rows where %1$I is not null) n
      where not exists (select from %2$I p where p.user_id = n.user_id and p.id = n.id))', tg_argv[0], tg_argv[1])
    into is_broken;
  perform set_config('enable_nestloop', nested, true);
  if is_broken then
    raise foreign_key_violation using message = format('a row of %s refers to no row of %s', tg_table_name, tg_argv[1]);
  end if;
  return null;
end $$;

create trigger of_account_insert after insert on transactions referencing new table as new_rows
  for each statement execute function refers_to('account_id', 'accounts');
create trigger of_connection_insert after insert on records referencing new table as new_rows
  for each statement execute function refers_to('connection_id', 'connections');
create trigger of_transaction_insert after insert on records referencing new table as new_rows
  for each statement execute function refers_to('transaction_id', 'transactions');
create trigger of_transaction_update after update on records referencing new table as new_rows
  for each statement execute function refers_to('transaction_id', 'transactions');
create trigger of_transaction_insert after insert on valuations referencing new table as new_rows
  for each statement execute function refers_to('transaction_id', 'transactions');

-- What a file says of an event is kept as it was said and only ever read whole.
alter table records alter column reading type json;

-- A record is found by its content within its connection, and by nothing else: one order less to write each row into.
alter table reported_balances drop constraint reported_balances_user_id_record_id_fkey;
alter table records drop constraint records_pkey, drop constraint records_user_id_connection_id_fingerprint_key,
  add primary key (user_id, connection_id, fingerprint);
