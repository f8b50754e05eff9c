# language: en
# FR-003 of let-clinics-pay-by-invoice, written by roundtable-tui
@FR-003 @must-have
Feature: FR-003 Start the plan as soon as the invoice order is placed
  US-003 Start the plan in the minute I order: As a practice manager, I want to start the plan in the minute I order, so that my receptionists can enter bookings the same day.

  @AC-003-01
  Scenario: AC-003-01 The subscription has status active…
    Then The subscription has status active at most 60 seconds after "Order and pay by invoice" was pressed

  @AC-003-02
  Scenario: AC-003-02 the subscription is not activated and the customer sees error INV-201
    When the invoice cannot be created
    Then the subscription is not activated and the customer sees error INV-201
