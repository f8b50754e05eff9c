# language: en
# FR-006 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-006 @should-have
Feature: FR-006 Remind customers before and after the due date
  US-006 Have late customers reminded without me: As an accounts clerk, I want to have late customers reminded without me, so that nobody is forgotten.

  @AC-006-01
  Scenario: AC-006-01 Reminders go out 7 days before, 1 day…
    Then Reminders go out 7 days before, 1 day after and 7 days after the due date, each at most once per invoice

  @AC-006-02
  Scenario: AC-006-02 No reminder is sent for an invoice
    Then No reminder is sent for an invoice that was booked as paid before 06:00 of that day
