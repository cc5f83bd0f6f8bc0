-- A sign-in at a provider that mailed a code, and waits for it: one of each source, for fifteen minutes at most.
create table codes_mailed (
  user_id uuid not null,
  source_slug text not null,
  -- The provider's name for the sign-in, sealed with a key of the server; null before it is known and once the code was used.
  login bytea,
  -- When the provider was last asked for a mail; it is asked again a minute later at the earliest.
  mailed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Codes that were tried.
  tries smallint not null default 0,
  primary key (user_id, source_slug)
);

select guard_customer_tables();
