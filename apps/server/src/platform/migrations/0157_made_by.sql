-- The professional who asked for an export; null where the customer did. The customer fetches every file, a professional the files that
-- they asked for, as long as they may work for the customer. Nobody asks in another's name.
alter table exports add column made_by uuid;
create policy made_by_insert on exports as restrictive for insert to lotbook_app
  with check (made_by is not distinct from nullif((select actor()), (select subject())));
