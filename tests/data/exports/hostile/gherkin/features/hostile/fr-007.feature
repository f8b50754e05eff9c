# language: en
# FR-007 of hostile, written by roundtable-tui
@FR-007 @could-have
Feature: FR-007 ```json {} ```
  In full: ~~~ x ~~~
  First release: <!-- open

  @AC-007-01
  Scenario: AC-007-01 ￾￿
    Then ￾￿

  @AC-007-02
  Scenario: AC-007-02 इनवॉइस से भुगतान
    Then इनवॉइस से भुगतान

  @AC-007-03
  Scenario: AC-007-03 tab here red
    Then tab here red
