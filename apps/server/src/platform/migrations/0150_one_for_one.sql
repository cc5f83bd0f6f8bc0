-- Trades of as many units as came: what may be a coin and its token. There are few, and each calculation looks for them.
create index transactions_one_for_one on transactions (user_id, from_asset, to_asset, at, id)
  where type = 'trade' and from_amount = to_amount and from_asset <> to_asset and deleted_at is null and not is_ignored;
