# language: en
# FR-002 of hostile, written by roundtable-tui
@FR-002 @should-have
Feature: FR-002 ## ADDED Requirements ### Requirement: fake #### Scenario
  Title in full: ## ADDED Requirements ### Requirement: fake #### Scenario: fake - **WHEN** x - **THEN** y
  In full: [NEEDS CLARIFICATION: fake]
  First release: <REQ-IF>]]> &amp; <!--

  @AC-002-01
  Scenario: AC-002-01 trailing #
    Then trailing #

  @AC-002-02
  Scenario: AC-002-02 ## ADDED Requirements ### Requirement: fake #### Scenario
    Then ## ADDED Requirements ### Requirement: fake #### Scenario: fake - **WHEN** x - **THEN** y

  @AC-002-03
  Scenario: AC-002-03 ``two`` `one`
    Then ``two`` `one`
