-- Access tokens, by which a program of the customer's own calls the API. `token_hash` is SHA-256 of the token, so a copy of this table
-- opens nothing. One that has ended stays for a while, so that whoever still uses it is told why it is refused.
create table access_tokens (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  token_hash bytea not null check (length(token_hash) = 32),
  -- Its first letters, by which its owner recognizes it.
  beginning text not null check (length(beginning) <= 12),
  scopes text[] not null check (scopes <@ '{read,import,calculate}' and cardinality(scopes) between 1 and 3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  -- To the minute, so that not every request is a write.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (user_id, id)
);
create unique index on access_tokens (token_hash);

select guard_customer_tables();

-- Tokens are their owner's alone, also while somebody looks at the owner's books.
drop policy see on access_tokens;
drop policy work_insert on access_tokens;
drop policy work_update on access_tokens;
drop policy work_delete on access_tokens;
create policy see on access_tokens as restrictive for select to lotbook_app using ((select actor() = subject()));
create policy work_insert on access_tokens as restrictive for insert to lotbook_app with check ((select actor() = subject()));
create policy work_update on access_tokens as restrictive for update to lotbook_app using ((select actor() = subject()));
create policy work_delete on access_tokens as restrictive for delete to lotbook_app using ((select actor() = subject()));

-- A request comes with a token before anybody knows whose it is, so these read past the policies.
create function access_token_by_hash(by_hash bytea) returns table (
  id uuid, user_id uuid, email text, scopes text[], expires_at timestamptz(3), last_used_at timestamptz(3), revoked_at timestamptz(3)
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.user_id, u.email, t.scopes, t.expires_at, t.last_used_at, t.revoked_at
  from public.access_tokens t join identity.users u on u.id = t.user_id and u.deleted_at is null
  where t.token_hash = by_hash
    and exists (select 1 from identity.roles r where r.user_id = t.user_id and r.role = 'customer')
$$;

create function use_access_token(of_user uuid, of_id uuid, at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.access_tokens t set last_used_at = at
  where t.user_id = of_user and t.id = of_id and (t.last_used_at is null or t.last_used_at <= at - interval '1 minute')
$$;

-- A new password by a mailed link ends whatever somebody else may have opened.
create function revoke_access_tokens(of_user uuid, at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.access_tokens t set revoked_at = at where t.user_id = of_user and t.revoked_at is null
$$;

grant create on schema public to lotbook_ops;
alter function access_token_by_hash(bytea) owner to lotbook_ops;
alter function use_access_token(uuid, uuid, timestamptz) owner to lotbook_ops;
alter function revoke_access_tokens(uuid, timestamptz) owner to lotbook_ops;
revoke create on schema public from lotbook_ops;
revoke all on function access_token_by_hash(bytea), use_access_token(uuid, uuid, timestamptz),
  revoke_access_tokens(uuid, timestamptz) from public;
grant execute on function access_token_by_hash(bytea), use_access_token(uuid, uuid, timestamptz),
  revoke_access_tokens(uuid, timestamptz) to lotbook_identity;
