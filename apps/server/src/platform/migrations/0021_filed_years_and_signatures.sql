-- A year that was filed, and the key that signs manifests.

-- The day on the return, as the person says it; filed_at is when the year was frozen here.
alter table tax_years add column filed_on date;

-- Of an amendment: what it is made of.
alter table exports add column comparison_id uuid;
alter table exports add foreign key (user_id, comparison_id) references comparisons (user_id, id);

-- The installation's own key pair (Ed25519), made once: the public key in SPKI, the private one sealed for the server.
create table identity.signing_keys (
  id smallint primary key check (id = 1),
  public_key bytea not null,
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
grant select, insert, update on identity.signing_keys to lotbook_identity;
grant select, update on identity.signing_keys to lotbook_ops;
