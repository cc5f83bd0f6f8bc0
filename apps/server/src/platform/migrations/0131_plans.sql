-- Plans are data: an installation that sells others changes these rows. A year's plan counts its disposals and incomes.
insert into plans (id, name, position, transactions_limit, price_cents) values
  ('free', 'Free', 1, 25, 0),
  ('basic', 'Basic', 2, 500, 4900),
  ('plus', 'Plus', 3, 5000, 12900),
  ('unlimited', 'Unlimited', 4, null, 29900)
on conflict (id) do nothing;
