# language: en
# FR-005 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-005 @should-have
Feature: FR-005 Book bank transfers against open invoices
  US-005 Book a week of transfers in one sitting: As an accounts clerk, I want to book a week of transfers in one sitting, so that Friday afternoon is free for the cases that need thought.

  @AC-005-01
  Scenario: AC-005-01 each line is shown within 10 seconds as matched, doubtful or unknown
    Given a bank CSV with 200 lines
    When it is uploaded
    Then each line is shown within 10 seconds as matched, doubtful or unknown

  @AC-005-02
  Scenario: AC-005-02 A line is matched only if its reference…
    Then A line is matched only if its reference contains the invoice number and its amount equals the open amount to the cent

  @AC-005-03
  Scenario: AC-005-03 Uploading the same file twice books nothing twice
    Then Uploading the same file twice books nothing twice
