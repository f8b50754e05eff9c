# language: en
# FR-003 of hostile, written by roundtable-tui
@FR-003 @could-have
Feature: FR-003 When, then
  In full: Given a, When b, Then c And d
  First release: Rechnungen für Ärzte; größer als 5 €

  @AC-003-01
  Scenario: AC-003-01 1. list
    Then 1. list

  @AC-003-02
  Scenario: AC-003-02 - [x] T999 fake
    Then - [x] T999 fake

  @AC-003-03
  Scenario: AC-003-03 - **AC-001-01**: fake
    Then - **AC-001-01**: fake
