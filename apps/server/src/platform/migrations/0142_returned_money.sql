-- Money that went back: part of a payment, or all of it while a bank looks into a dispute.

alter table purchases drop constraint purchases_state_check;
alter table purchases add constraint purchases_state_check
  check (state in ('open', 'paid', 'refused', 'cancelled', 'refunded', 'disputed'));
alter table purchases
  add column refunded_cents integer not null default 0 check (refunded_cents >= 0),
  -- The plan that the money left of its year pays for, and that money; null while it pays for the plan that was bought.
  add column kept_plan_id text references plans (id),
  add column kept_cents integer check (kept_cents >= 0),
  -- The instant of the newest event of a dispute: events come in any order.
  add column dispute_told_at timestamptz(3);
