-- Addresses of a customer's own that are told of finished imports and calculations, each with a secret that signs what is sent. The secret
-- is sealed with the customer's data key.
create table webhooks (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  url text not null check (length(url) <= 500),
  events text[] not null check (events <@ '{import.finished,calculation.finished}' and cardinality(events) between 1 and 2),
  sealed bytea not null,
  created_at timestamptz(3) not null,
  -- Since when nothing arrives; null while the last delivery arrived.
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('gone', 'failed')),
  primary key (user_id, id),
  check ((disabled_at is null) = (disabled_reason is null))
);

-- What was sent or is to be sent. Rows are kept for 30 days.
create table webhook_deliveries (
  user_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  -- The same for every attempt and replay, so that a receiver knows what it has seen.
  message_id text not null,
  event text not null,
  body text not null,
  -- What it tells of, once for each webhook; null of tests and replays.
  about text,
  created_at timestamptz(3) not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts smallint not null default 0,
  attempted_at timestamptz(3),
  next_at timestamptz(3),
  last_status smallint,
  last_reason text,
  primary key (user_id, id),
  foreign key (user_id, webhook_id) references webhooks (user_id, id) on delete cascade,
  check ((next_at is null) = (state <> 'waiting'))
);
create index on webhook_deliveries (user_id, webhook_id, id desc);
create unique index on webhook_deliveries (user_id, webhook_id, about) where about is not null;

select guard_customer_tables();

-- Webhooks are their owner's alone, also while somebody looks at the owner's books.
do $$
declare t text;
begin
  foreach t in array array['webhooks', 'webhook_deliveries'] loop
    execute format('drop policy see on %I', t);
    execute format('drop policy work_insert on %I', t);
    execute format('drop policy work_update on %I', t);
    execute format('drop policy work_delete on %I', t);
    execute format('create policy see on %I as restrictive for select to lotbook_app using ((select actor() = subject()))', t);
    execute format('create policy work_insert on %I as restrictive for insert to lotbook_app with check ((select actor() = subject()))', t);
    execute format('create policy work_update on %I as restrictive for update to lotbook_app using ((select actor() = subject()))', t);
    execute format('create policy work_delete on %I as restrictive for delete to lotbook_app using ((select actor() = subject()))', t);
  end loop;
end $$;
