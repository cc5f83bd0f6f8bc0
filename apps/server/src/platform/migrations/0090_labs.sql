-- Assets that a customer tracks in Labs; at most six, held by the call that adds one.
create table labs_items (
  user_id uuid not null,
  id uuid not null,
  asset_id text not null,
  added_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, asset_id)
);

-- The list Trending reads the searches of a day.
create index on searches (at) where asset_id is not null;

select guard_customer_tables();
