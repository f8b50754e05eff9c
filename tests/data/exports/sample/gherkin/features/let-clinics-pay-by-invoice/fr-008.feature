# language: en
# FR-008 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-008 @could-have
Feature: FR-008 Download every past invoice as PDF
  US-008 Get every invoice of a year in one place: As a tax adviser, I want to get every invoice of a year in one place, so that I can close the accounts without asking for copies.

  @AC-008-01
  Scenario: AC-008-01 A member with the billing role can list…
    Then A member with the billing role can list the invoices of their organisation for the last 10 years and download each as the PDF that was sent

  @AC-008-02
  Scenario: AC-008-02 A member without that role gets HTTP 403
    Then A member without that role gets HTTP 403
