-- Payments: what is bought, what came of it, and the events of the payment provider, each once.

alter table purchases drop constraint purchases_state_check;
alter table purchases add constraint purchases_state_check
  check (state in ('open', 'paid', 'refused', 'cancelled', 'refunded'));
-- How it is paid: at no cost where no payment is set up, in the marked test checkout, or by the provider.
alter table purchases add column paid_with text not null default 'none' check (paid_with in ('none', 'test', 'stripe')),
  add column list_cents integer check (list_cents >= 0),
  add column paid_at timestamptz(3),
  add column changed_at timestamptz(3),
  -- Money that came and does not fit what was asked for: another amount, or for a plan that had changed by then.
  add column problem text check (problem in ('other_amount', 'changed_plan')),
  add column received_cents integer;
-- One at a time is being bought for a year.
create unique index on purchases (user_id, tax_year) where state = 'open';

-- Numbers of invoices run through all customers.
create sequence invoice_numbers;
grant usage on sequence invoice_numbers to lotbook_app, lotbook_ops;

create table payment_events (
  id text primary key,
  type text not null,
  received_at timestamptz(3) not null,
  outcome text not null
);
grant select, insert on payment_events to lotbook_app;
grant select, insert, update, delete on payment_events to lotbook_ops;
