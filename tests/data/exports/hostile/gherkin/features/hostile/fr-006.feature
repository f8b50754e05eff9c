# language: en
# FR-006 of hostile, written by roundtable-tui
@FR-006 @should-have
Feature: FR-006 ``two`` `one`
  In full: # heading
  First release: **Priority**: Must Have

  @AC-006-01
  Scenario: AC-006-01 no
    Then no

  @AC-006-02
  Scenario: AC-006-02 請求書で支払う
    Then 請求書で支払う

  @AC-006-03
  Scenario: AC-006-03 &lt;b&gt; &amp;
    Then &lt;b&gt; &amp;
