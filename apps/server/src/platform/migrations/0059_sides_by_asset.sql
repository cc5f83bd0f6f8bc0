-- Sides of transfers by asset. Under a policy an order is only asked by what cannot tell of other customers' rows, and of
-- `coalesce` PostgreSQL does not know that, of `case` it does: the order there was none that anybody could use.
drop index transactions_sides;
create index transactions_sides on transactions (user_id, (case when from_asset is null then to_asset else from_asset end), at)
  where deleted_at is null and not is_ignored and sub_type in ('sent', 'received', 'send', 'receive');
