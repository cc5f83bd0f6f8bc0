-- A coin that goes by the code of a currency is an asset of its own: `coin:ern` is Ethernity Chain, ERN the nakfa. A listed token is tied to
-- the coin. Transactions that name the code keep it until their file is read again or a person changes it.
insert into assets (id, kind, symbol, name)
select 'coin:ern', 'coin', symbol, name from assets where id = 'ERN' and kind = 'coin' on conflict (id) do nothing;
update tokens set asset_id = 'coin:ern' where asset_id = 'ERN' and exists (select 1 from assets where id = 'coin:ern');
update assets set kind = 'fiat', name = 'ERN' where id = 'ERN';
