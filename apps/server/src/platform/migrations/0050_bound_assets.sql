-- A Safe Harbor record binds the assets that it comes in time for, and those alone (Rev. Proc. 2024-28).

-- Null: every asset, of a rule that was in the books in time.
alter table safe_harbor_plans add column bound_assets text[] default '{}';

-- What was recorded before names the assets it came too late for by their symbols. Two assets of one symbol stay bound both.
alter table safe_harbor_plans no force row level security;
update safe_harbor_plans p set bound_assets = case when p.plan ->> 'type' = 'global' then null else (
    select coalesce(array_agg(named.asset order by named.asset), '{}') from (
      select distinct u ->> 'asset' as asset from jsonb_array_elements(p.plan -> 'units') as u
    ) as named
    where not exists (
      select 1 from assets a
      where a.id = named.asset and p.record -> 'standing' -> 'lateAssets' ? a.symbol and not exists (
        select 1 from assets b join jsonb_array_elements(p.plan -> 'units') as u on u ->> 'asset' = b.id
        where b.symbol = a.symbol and b.id <> a.id)
    )
  ) end
where p.frozen_at is not null;
alter table safe_harbor_plans force row level security;
