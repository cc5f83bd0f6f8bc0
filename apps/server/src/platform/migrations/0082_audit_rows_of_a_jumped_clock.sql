-- A clock that jumped leaves events in the default partition. The partition of their month cannot be made beside them, so it is made
-- apart, takes them over as they are (hash and chain included: no trigger runs there) and is attached; all in one transaction.
create or replace function create_audit_partitions(from_month date, months integer) returns void language plpgsql as $$
declare
  first date;
  low timestamptz;
  high timestamptz;
  partition text;
begin
  for n in 0..months - 1 loop
    first := (date_trunc('month', from_month) + make_interval(months => n))::date;
    low := first::timestamp at time zone 'UTC';
    high := (first + interval '1 month')::timestamp at time zone 'UTC';
    partition := 'audit_events_' || to_char(first, 'YYYY_MM');
    if to_regclass(format('%I', partition)) is null then
      -- No event may come between those that move and the partition that takes the next.
      lock table audit_events in share row exclusive mode;
      execute format('create table %I (like audit_events including defaults including constraints)', partition);
      execute format('with moved as (delete from audit_events_other where at >= %L and at < %L returning *)
        insert into %I select * from moved', low, high, partition);
      execute format('alter table audit_events attach partition %I for values from (%L) to (%L)', partition, low, high);
    end if;
  end loop;
end $$;
