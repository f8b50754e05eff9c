# language: en
# FR-004 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-004 @must-have
Feature: FR-004 Receive the invoice as a PDF by email
  US-004 Forward a correct invoice to my own accounts department: As a practice manager, I want to forward a correct invoice to my own accounts department, so that it is paid without questions.

  @AC-004-01
  Scenario: AC-004-01 The billing contact receives an email…
    Then The billing contact receives an email with a PDF of at most 1 MB within 5 minutes of the order

  @AC-004-02
  Scenario: AC-004-02 The PDF shows invoice number, issue date
    Then The PDF shows invoice number, issue date, due date 30 days later, both addresses, VAT ID, net, VAT rate, VAT, gross, IBAN and the payment reference
