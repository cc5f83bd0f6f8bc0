-- Professionals and their clients: invitations, and what a professional's list shows of each client.

create table invitations (
  -- The sender.
  user_id uuid not null,
  id uuid not null,
  -- A professional asks a client for access, a customer offers it to a professional, or a client is asked to pay.
  kind text not null check (kind in ('client', 'professional', 'pay')),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  receiver_id uuid,
  scope text check (scope in ('view', 'work')),
  -- How many days access lasts once it is given; null where it lasts until it is taken back.
  days integer check (days between 1 and 3650),
  tax_year tax_year,
  plan_id text,
  message text check (length(message) <= 2000),
  token_hash bytea not null check (length(token_hash) = 32),
  sent_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  declined_at timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (user_id, id),
  check ((scope is not null) = (kind <> 'pay')),
  check ((tax_year is not null and plan_id is not null) = (kind = 'pay'))
);
create unique index on invitations (token_hash);
create index on invitations (email, sent_at) where accepted_at is null and declined_at is null and withdrawn_at is null;
create unique index on invitations (user_id, kind, email)
  where kind <> 'pay' and accepted_at is null and declined_at is null and withdrawn_at is null;

-- A copy of where each client stands, for the professional's list. The grant decides what opens, never this copy.
create table clients (
  user_id uuid not null,
  client_id uuid not null,
  email text not null,
  name text not null,
  since timestamptz(3) not null,
  -- Of each tax year: imports, review, calculation, filing, effect, plan.
  summary jsonb,
  copied_at timestamptz(3),
  -- Set when something of the client moved; the next look at the list copies anew.
  is_stale boolean not null default true,
  ended_at timestamptz(3),
  primary key (user_id, client_id)
);
create index on clients (client_id);
create index on grants (professional_id);

select guard_customer_tables();

-- Invitations are their sender's alone, also while somebody looks at the sender's books.
drop policy see on invitations;
drop policy work_insert on invitations;
drop policy work_update on invitations;
drop policy work_delete on invitations;
create policy see on invitations as restrictive for select to lotbook_app using ((select actor() = subject()));
create policy work_insert on invitations as restrictive for insert to lotbook_app with check ((select actor() = subject()));
create policy work_update on invitations as restrictive for update to lotbook_app using ((select actor() = subject()));
create policy work_delete on invitations as restrictive for delete to lotbook_app using ((select actor() = subject()));

-- The invitations that wait for an answer of whoever asks, by the address that they have confirmed.
create function invitations_for_me() returns table (
  id uuid, kind text, scope text, days integer, tax_year integer, plan_id text, message text, sent_at timestamptz(3),
  expires_at timestamptz(3), sender_id uuid, sender_name text, sender_email text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.kind, i.scope, i.days, i.tax_year::integer, i.plan_id, i.message, i.sent_at, i.expires_at, s.id,
    coalesce(nullif(btrim(s.first_name || ' ' || s.last_name), ''), s.email), s.email
  from identity.users me
  join public.invitations i on i.email = me.email
  join identity.users s on s.id = i.user_id and s.deleted_at is null
  where me.id = public.subject() and public.actor() = public.subject() and me.email_verified_at is not null
    and i.user_id <> me.id and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
    and i.expires_at > statement_timestamp()
  order by i.sent_at desc limit 50
$$;

/*
 * Accept or decline an invitation, named by its id or by the token of its mail. Whoever accepts gives or gets the grant; one that there
 * was between the two ends. Answers with what became of it: `done`, or why it cannot be.
 */
create function answer_invitation(by_id uuid, by_token bytea, accepts boolean, at timestamptz,
  out outcome text, out kind text, out client_id uuid, out professional_id uuid, out sender_email text, out me_email text, out invitation_year integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  me identity.users;
  sender identity.users;
  invitation public.invitations;
begin
  outcome := 'not_found';
  if public.actor() is distinct from public.subject() then return; end if;
  select * into me from identity.users u where u.id = public.subject();
  select * into invitation from public.invitations i
    where i.id = by_id or i.token_hash = by_token for update;
  if invitation.id is null then return; end if;
  kind := invitation.kind;
  me_email := me.email;
  invitation_year := invitation.tax_year;
  select * into sender from identity.users u where u.id = invitation.user_id;
  sender_email := sender.email;
  if invitation.email <> me.email then outcome := case when by_token is null then 'not_found' else 'other_address' end; return; end if;
  if invitation.user_id = me.id then outcome := 'own'; return; end if;
  if me.email_verified_at is null and by_token is null then outcome := 'unverified'; return; end if;
  if invitation.accepted_at is not null or invitation.declined_at is not null then outcome := 'answered'; return; end if;
  if invitation.withdrawn_at is not null or sender.deleted_at is not null then outcome := 'withdrawn'; return; end if;
  if invitation.expires_at <= at then outcome := 'expired'; return; end if;
  if not accepts then
    update public.invitations i set declined_at = at, receiver_id = me.id where i.user_id = invitation.user_id and i.id = invitation.id;
    outcome := 'done';
    return;
  end if;
  if kind = 'professional' then
    client_id := sender.id;
    professional_id := me.id;
  else
    client_id := me.id;
    professional_id := sender.id;
  end if;
  if not exists (select 1 from identity.roles r where r.user_id = client_id and r.role = 'customer') then outcome := 'not_a_customer'; return; end if;
  if not exists (select 1 from identity.roles r where r.user_id = professional_id and r.role = 'cpa') then outcome := 'not_a_professional'; return; end if;
  if kind <> 'pay' then
    update public.grants g set revoked_at = at
      where g.user_id = answer_invitation.client_id and g.professional_id = answer_invitation.professional_id and g.revoked_at is null;
    insert into public.grants (user_id, id, professional_id, scope, granted_at, expires_at)
      values (client_id, gen_random_uuid(), professional_id, invitation.scope, at,
        case when invitation.days is null then null else at + make_interval(days => invitation.days) end);
    insert into public.clients (user_id, client_id, email, name, since)
      select answer_invitation.professional_id, u.id, u.email, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email), at
      from identity.users u where u.id = answer_invitation.client_id
      on conflict on constraint clients_pkey do update set email = excluded.email, name = excluded.name, ended_at = null, is_stale = true;
  end if;
  update public.invitations i set accepted_at = at, receiver_id = me.id where i.user_id = invitation.user_id and i.id = invitation.id;
  outcome := 'done';
end $$;

-- Professionals who have access to the customer who asks, or had it.
create function my_professionals() returns table (
  grant_id uuid, professional_id uuid, name text, email text, scope text, granted_at timestamptz(3), expires_at timestamptz(3),
  revoked_at timestamptz(3)
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select g.id, u.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email), u.email, g.scope, g.granted_at,
    g.expires_at, g.revoked_at
  from public.grants g join identity.users u on u.id = g.professional_id
  where g.user_id = public.subject() and public.actor() = public.subject() and g.granted_at is not null
  order by g.granted_at desc limit 200
$$;

-- Clients of the professional who asks with the access that each gives; null scope where it was taken back or has ended.
create function my_grants() returns table (client_id uuid, scope text, granted_at timestamptz(3), expires_at timestamptz(3), ended_at timestamptz(3))
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct on (g.user_id) g.user_id,
    case when g.revoked_at is null and (g.expires_at is null or g.expires_at > statement_timestamp()) then g.scope end,
    g.granted_at, g.expires_at, coalesce(g.revoked_at, case when g.expires_at <= statement_timestamp() then g.expires_at end)
  from public.grants g
  where g.professional_id = public.subject() and public.actor() = public.subject() and g.granted_at is not null
  order by g.user_id, g.granted_at desc, g.id desc
$$;

-- A professional who no longer works for a client ends the access themselves.
create function leave_client(client uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if public.actor() is distinct from public.subject() then return false; end if;
  update public.grants set revoked_at = at
    where user_id = client and professional_id = public.subject() and revoked_at is null;
  return found;
end $$;

-- What a list of clients shows is out of date as soon as something of the client moves.
create function client_moved() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.clients set is_stale = true where client_id = coalesce(new.user_id, old.user_id) and not is_stale;
  return null;
end $$;
create trigger client_moved after update on journals for each row
  when (old.version <> new.version or old.review <> new.review) execute function client_moved();
create trigger client_moved after insert or update of state on imports for each row execute function client_moved();
create trigger client_moved after insert or update of state on calculations for each row execute function client_moved();
create trigger client_moved after insert or update or delete on tax_years for each row execute function client_moved();
create trigger client_moved after insert or update on purchases for each row execute function client_moved();

grant create on schema public to lotbook_ops;
alter function invitations_for_me() owner to lotbook_ops;
alter function answer_invitation(uuid, bytea, boolean, timestamptz) owner to lotbook_ops;
alter function my_professionals() owner to lotbook_ops;
alter function my_grants() owner to lotbook_ops;
alter function leave_client(uuid, timestamptz) owner to lotbook_ops;
alter function client_moved() owner to lotbook_ops;
revoke create on schema public from lotbook_ops;
revoke all on function invitations_for_me(), answer_invitation(uuid, bytea, boolean, timestamptz), my_professionals(), my_grants(),
  leave_client(uuid, timestamptz) from public;
grant execute on function invitations_for_me(), answer_invitation(uuid, bytea, boolean, timestamptz), my_professionals(), my_grants(),
  leave_client(uuid, timestamptz) to lotbook_app;

-- What others did in a customer's books, for the log that the customer reads.
create index on audit_events (user_id, actor_id, id) where actor_id <> user_id;
