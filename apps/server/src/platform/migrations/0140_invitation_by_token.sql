-- The invitation that a mailed link names, for the person it was sent to and while it waits for an answer. The link is proof of the
-- address, so the address need not be confirmed; a link that was passed on says nothing to anybody else.
create function invitation_by_token(by_token bytea, at timestamptz) returns table (
  id uuid, kind text, scope text, days integer, tax_year integer, plan_id text, message text, sent_at timestamptz(3),
  expires_at timestamptz(3), sender_name text, sender_email text, receiver_email text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.kind, i.scope, i.days, i.tax_year::integer, i.plan_id, i.message, i.sent_at, i.expires_at,
    coalesce(nullif(btrim(s.first_name || ' ' || s.last_name), ''), s.email), s.email, me.email
  from identity.users me
  join public.invitations i on i.email = me.email
  join identity.users s on s.id = i.user_id and s.deleted_at is null
  where me.id = public.subject() and public.actor() = public.subject() and i.token_hash = by_token
    and i.user_id <> me.id and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
    and i.expires_at > at
$$;

grant create on schema public to lotbook_ops;
alter function invitation_by_token(bytea, timestamptz) owner to lotbook_ops;
revoke create on schema public from lotbook_ops;
revoke all on function invitation_by_token(bytea, timestamptz) from public;
grant execute on function invitation_by_token(bytea, timestamptz) to lotbook_app;
