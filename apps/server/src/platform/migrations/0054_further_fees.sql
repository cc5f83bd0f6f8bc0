-- A further fee says what it was paid for, so that it counts there: of a trade whose fees are in several coins each but the first is a
-- transaction of its own.

-- The fingerprint of that transaction; null of all but further fees.
alter table transactions add column fee_of bytea check (length(fee_of) = 32);
create index transactions_fee_of on transactions (user_id, at) where fee_of is not null;

-- Those that are here are known by their names: a part of their event that is called a fee. What a sweep of many coins cost is of no one of its
-- trades; its file, read again, says what it was for each. Forced row-level security would hide rows from the owner.
alter table transactions no force row level security;
update transactions f set fee_of = m.fingerprint
from transactions m
where encode(f.fingerprint, 'hex') <> f.event_id and m.user_id = f.user_id and m.event_id = f.event_id
  and encode(m.fingerprint, 'hex') = m.event_id and not 'split_by_value' = any (m.flags)
  and f.fingerprint in (
    select sha256(convert_to('4:part64:' || f.event_id || length(part) || ':' || part, 'UTF8'))
    from unnest(array['fee', 'fee 2', 'fee 3', 'fee 4', 'fee 5', 'fee 6', 'fee 7', 'fee 8', 'fee 9']) as part);
alter table transactions force row level security;
