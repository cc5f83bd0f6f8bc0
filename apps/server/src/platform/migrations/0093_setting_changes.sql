-- Settings as they were saved, for ever: each save with the values before and after it. One that is taken back is another line.
-- Choices of treatments keep their own history (0029).
create table setting_changes (
  user_id uuid not null,
  id uuid not null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  recorded_at timestamptz(3) not null,
  recorded_by uuid not null,
  undoes uuid,
  primary key (user_id, id)
);
create index on setting_changes (user_id, recorded_at);
create unique index on setting_changes (user_id, undoes) where undoes is not null;

select guard_customer_tables();
revoke update, delete on setting_changes from lotbook_app;

-- Name and country are kept with the identity, which records their changes and does not see others.
create policy identity_adds on setting_changes for insert to lotbook_identity with check (true);
grant insert on setting_changes to lotbook_identity;

-- A link that confirms a new address carries it until then.
alter table identity.verifications drop constraint verifications_purpose_check;
alter table identity.verifications add column new_email text,
  add constraint verifications_purpose_check check (purpose in ('verify_email', 'reset_password', 'second_step', 'change_email')),
  add constraint verifications_new_email_check check ((purpose = 'change_email') = (new_email is not null));
