# language: en
# FR-005 of hostile, written by roundtable-tui
@FR-005 @must-have
Feature: FR-005 A word after another word
  Title in full: A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on, A word after another word that says nothing new and goes on,
  In full: begin-CSI end begin-CSI-private end begin-CSI-clear end begin-OSC-title end begin-OSC-link end begin-OSC-clipboard end begin-OSC-notification end begin-DCS end begin-APC end begin-PM end begin-SOS end begin-C1-CSI end begin-C1-OSC end begin-C1-DCS end begin-C1-APC end begin-C1-next-line end begin-controls end begin-reset end begin-charset end begin-bidi EVIL end begin-markup [@click=app.quit]EVIL[/] [bold red]EVIL[/] [link=http://EVIL]x[/link] end begin-overwriting safe EVIL end begin-unterminated-CSI nd begin-unterminated-OSC
  First release: `unclosed

  @AC-005-01
  Scenario: AC-005-01 end --> %%{init: {}}%% ]"]
    Then end --> %%{init: {}}%% ]"]

  @AC-005-02
  Scenario: AC-005-02 SHALL
    Then SHALL

  @AC-005-03
  Scenario: AC-005-03 <script>alert(1)</script>
    Then <script>alert(1)</script>
