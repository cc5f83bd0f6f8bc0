-- What a customer is told, what was sent, which request was answered, and the audit trail.

create sequence notification_numbers;
create table notifications (
  user_id uuid not null,
  id uuid not null,
  type text not null,
  subject text not null,
  subject_id text not null,
  status text not null,
  seq bigint not null default nextval('notification_numbers'),
  message jsonb not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, type, subject, subject_id)
);
create index on notifications (user_id, seq);

create table mails (
  user_id uuid not null,
  id uuid not null,
  recipient text not null,
  template text not null,
  sealed bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (user_id, id)
);

create table requests (
  user_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  route text not null,
  body_hash bytea not null check (length(body_hash) = 32),
  status integer,
  answer jsonb,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index on requests (user_id, expires_at);

-- Append-only, chained by customer. `id` is given in the order of the chain.
create sequence audit_event_ids;
create table audit_events (
  user_id uuid not null,
  id bigint not null,
  at timestamptz(3) not null,
  actor_id uuid,
  event text not null,
  route text,
  object text,
  details jsonb,
  ip text,
  request_id text,
  previous_hash bytea,
  hash bytea not null,
  primary key (user_id, at, id)
) partition by range (at);
create index on audit_events (user_id, id);
create table audit_events_other partition of audit_events default;

-- Partitions of the coming months; run at every start, because a server may stay up for a year.
create function create_audit_partitions(from_month date, months integer) returns void language plpgsql as $$
declare
  first date;
begin
  for n in 0..months - 1 loop
    first := (date_trunc('month', from_month) + make_interval(months => n))::date;
    execute format('create table if not exists %I partition of audit_events for values from (%L) to (%L)',
      'audit_events_' || to_char(first, 'YYYY_MM'),
      first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
  end loop;
end $$;

-- What the chain commits to: every column of the event and the hash before it.
create function audit_hash(e audit_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(e.user_id, e.id,
    to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), e.actor_id, e.event, e.route, e.object,
    e.details, e.ip, e.request_id, encode(e.previous_hash, 'hex'))::text, 'UTF8'))
$$;

-- One writer per customer at a time; the lock ends with the transaction.
create function chain_audit_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('audit:' || new.user_id, 0));
  new.id := nextval('public.audit_event_ids');
  new.previous_hash := (select hash from public.audit_events where user_id = new.user_id order by id desc limit 1);
  new.hash := public.audit_hash(new);
  return new;
end $$;

create trigger chain before insert on audit_events for each row execute function chain_audit_event();
