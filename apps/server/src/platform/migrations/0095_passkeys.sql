-- Passkeys: a public key per authenticator. Nothing of it is secret, so nothing is sealed.
create table identity.passkeys (
  id uuid primary key,
  user_id uuid not null references identity.users (id),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) between 1 and 4096),
  -- The authenticator's own count of its signatures; 0 for ever where it keeps none.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index on identity.passkeys (user_id);

-- What an authenticator is to sign, once. It belongs to a session, but for one that logs in without a password.
create table identity.passkey_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  purpose text not null check (purpose in ('register', 'second_factor', 'log_in')),
  session_id uuid references identity.sessions (id),
  expires_at timestamptz(3) not null,
  check ((session_id is null) = (purpose = 'log_in'))
);
create index on identity.passkey_challenges (session_id);
create index on identity.passkey_challenges (expires_at);

grant select, insert, update, delete on identity.passkeys, identity.passkey_challenges to lotbook_identity, lotbook_ops;
