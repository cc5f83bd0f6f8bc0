-- Who acts and whose data it is: set for one transaction by `withSubject`, read by every policy.

create function actor() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.actor_id', true), '')::uuid $$;

create function subject() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.subject_id', true), '')::uuid $$;

-- Quantities and amounts: exact, bounded, never NaN or infinite. Values in money have 12 decimals at most.
create domain amount as numeric check (abs(value) < 1e30 and scale(value) <= 45);
create domain money_value as numeric check (abs(value) < 1e30 and min_scale(value) <= 12);
create domain tax_year as integer check (value between 2009 and 2100);

grant usage on schema public to lotbook_app, lotbook_identity, lotbook_ops;
