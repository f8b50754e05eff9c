# language: en
# FR-001 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-001 @must-have
Feature: FR-001 Choose to pay by invoice on the payment step
  US-001 Order on invoice: As a practice manager, I want to order on invoice, so that I need no company card to get my clinics going.

  @AC-001-01
  Scenario: AC-001-01 the form asks for company name, billing address
    Given a qualifying organisation on the payment step
    When it picks "Pay by invoice"
    Then the form asks for company name, billing address, VAT ID and an optional purchase order number of up to 35 characters

  @AC-001-02
  Scenario: AC-001-02 the order is refused with error INV-101 and nothing is stored
    Given a VAT ID whose format does not fit its country
    When the form is sent
    Then the order is refused with error INV-101 and nothing is stored
