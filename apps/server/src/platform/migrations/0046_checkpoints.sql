-- A calculation goes on from a checkpoint of an older one, where nothing before it changed. What was packed of the journal has an id
-- that says so: it never changes, and what is packed anew has another.
alter table projections add column id uuid not null default gen_random_uuid();

-- Nothing was ever kept here. Of no year, but of an event: `events` and `chunks` of the packed journal are before it.
drop table lot_checkpoints;
create table lot_checkpoints (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  events integer not null,
  chunks integer not null,
  -- What it hangs on.
  key bytea not null,
  packed bytea not null,
  primary key (user_id, id)
);
alter table lot_checkpoints alter column packed set storage external;
-- Those that hold for a calculation, its own and those that it took over, the earliest first.
alter table calculations add column checkpoints uuid[] not null default '{}';
select guard_customer_tables();
