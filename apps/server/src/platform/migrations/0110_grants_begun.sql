-- A sign-in at a provider that a person began, and whose return is waited for: used once, by the session that began it.
create table grants_begun (
  user_id uuid not null,
  state_hash bytea not null check (length(state_hash) = 32),
  session_id uuid not null,
  -- The connection that is to be set right; null where a new account is connected.
  connection_id uuid,
  redirect_uri text not null,
  -- The PKCE verifier, sealed with a key of the server.
  verifier bytea not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, state_hash)
);

select guard_customer_tables();
