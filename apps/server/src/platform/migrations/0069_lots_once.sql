-- Lots that are left are asked for as the newest calculation left them, and the texts of a calculation have its own. Each calculation wrote
-- all of them nevertheless, of which an edit changes few. Now there is one list of a customer, and a calculation writes what changed.

alter table calculations no force row level security;
delete from lot_rows l where not exists (
  select 1 from calculations c where (c.user_id, c.id) = (l.user_id, l.calculation_id) and c.state = 'done'
    and not exists (select 1 from calculations n where n.user_id = c.user_id and n.state = 'done'
      and (n.finished_at, n.id) > (c.finished_at, c.id)));
alter table calculations force row level security;

-- With it go the orders that it is part of.
alter table lots drop column calculation_id;
alter table lots add primary key (user_id, n);
create index lots_of_asset on lots (user_id, asset_id);
