-- Several addresses at once, the wallet finder and the app of a hardware wallet are there for everybody. An operator can switch each of
-- them off (`admin toggle NAME off`).
update toggles set is_on = true where name in ('multiwallet_import', 'wallet_finder', 'hardware_wallet');
