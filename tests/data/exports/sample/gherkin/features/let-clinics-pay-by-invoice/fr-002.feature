# language: en
# FR-002 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-002 @must-have
Feature: FR-002 Check whether an organisation qualifies for invoice terms
  US-002 Offer invoices only to organisations we can expect to pay: As an accounts clerk, I want to offer invoices only to organisations we can expect to pay, so that I do not chase people who were never going to.

  @AC-002-01
  Scenario: AC-002-01 An organisation qualifies if it has 5…
    Then An organisation qualifies if it has 5 or more paid sites in the order, a company address in the EU or Switzerland, and no invoice more than 14 days overdue

  @AC-002-02
  Scenario: AC-002-02 An organisation that does not qualify sees…
    Then An organisation that does not qualify sees only the card form, and one sentence that says which of the three conditions it misses
