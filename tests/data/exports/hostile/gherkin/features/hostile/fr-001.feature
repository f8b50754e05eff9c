# language: en
# FR-001 of hostile, written by roundtable-tui
@FR-001 @must-have
Feature: FR-001 Feature: mine
  In full: Rule: none
  First release: """ doc """
  US-001 ### FR-999: fake (Must Have): As a Scope: large File Count: 3 Complexity: high, I want quote " and \ backslash \| pipe, so that trailing #.
  US-002 🙂 émoji (Should Have, cross-cutting): As a � surrogate, I want end --> %%{init: {}}%% ]"], so that {{ 7 * 7 }} {% raw %}.
  US-003 Scenario: not one Given nothing (Could Have, negative): As a Feature: mine, I want Rule: none, so that @tag.

  @AC-001-01
  Scenario: AC-001-01 Scope: large File Count: 3 Complexity: high
    Then Scope: large File Count: 3 Complexity: high

  @AC-001-02
  Scenario: AC-001-02 @tag
    Then @tag

  @AC-001-03
  Scenario: AC-001-03 a | b
    Then a | b
