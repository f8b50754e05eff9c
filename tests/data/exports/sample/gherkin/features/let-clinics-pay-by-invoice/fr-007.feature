# language: en
# FR-007 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-007 @should-have
Feature: FR-007 Suspend a plan whose invoice stays unpaid
  US-007 Stop serving customers who do not pay: As a head of finance, I want to stop serving customers who do not pay, so that our losses on invoices stay under 1 % of their sum.

  @AC-007-01
  Scenario: AC-007-01 14 days after the due date the plan…
    Then 14 days after the due date the plan goes to read-only, and the owner is told by email 3 days before

  @AC-007-02
  Scenario: AC-007-02 Booking the full payment makes the plan writable again within 5 minutes
    Then Booking the full payment makes the plan writable again within 5 minutes
