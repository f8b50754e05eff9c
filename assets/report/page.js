"use strict";
(() => {
  const form = document.querySelector("form[data-item]");
  const questions = [...document.querySelectorAll("[data-question]")];
  const field = (name) => form.elements.namedItem(name);
  const told = form.querySelector("[role=status]");
  const oneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");
  const key = `roundtable-tui/${form.dataset.item}`;

  const answerOf = (question) => {
    const picked = question.querySelector("input:checked");
    const own = oneLine(question.querySelector("textarea").value);
    return [picked ? picked.value : "", own].filter(Boolean).join(" — ");
  };

  const collected = () => {
    const lines = questions.flatMap((question) => {
      const answer = answerOf(question);
      return answer ? ["", `(${question.dataset.text})`, `${question.dataset.question}: ${answer}`] : [];
    });
    const remarks = field("remarks").value.trim();
    if (remarks) lines.push("", "Remarks:", remarks);
    if (!lines.length) return "";
    const who = oneLine(field("who").value);
    const head = `Answers about “${form.dataset.title}” (${form.dataset.item}, as of ${form.dataset.date})`;
    return [head, ...(who ? [`From ${who}`] : []), ...lines, ""].join("\n");
  };

  const inputs = () => [...questions.flatMap((one) => [...one.querySelectorAll("input, textarea")]), field("who"), field("remarks")];
  const keep = () => {
    const values = inputs().map((one) => (one.type === "radio" ? one.checked : one.value));
    const names = inputs().map((one) => one.name + (one.type === "radio" ? `=${one.value}` : ""));
    try {
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at]]))));
    } catch { /* a browser that keeps nothing: the text can still be copied */ }
  };
  const restore = () => {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(key)) || {};
    } catch { /* as above */ }
    for (const one of inputs()) {
      const value = kept[one.name + (one.type === "radio" ? `=${one.value}` : "")];
      if (one.type === "radio") one.checked = value === true;
      else if (typeof value === "string") one.value = value;
    }
  };
  const show = () => {
    field("text").value = collected();
  };
  const say = (words) => {
    told.textContent = words;
  };

  const copy = async () => {
    const text = field("text");
    try {
      await navigator.clipboard.writeText(text.value);
      say("Copied. Paste it into a message.");
    } catch {
      text.focus();
      text.select();
      say("The text is selected: copy it with your keyboard.");
    }
  };
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([field("text").value], { type: "text/plain" }));
    link.download = `answers-${form.dataset.item}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
    say(`Saved as ${link.download}. Send it to whoever gave you this page.`);
  };
  const clear = () => {
    for (const one of inputs()) {
      if (one.type === "radio") one.checked = false;
      else one.value = "";
    }
    keep();
    show();
    say("Your answers are cleared.");
  };
  const actions = { copy, save, clear };

  document.addEventListener("input", (event) => {
    if (event.target === field("text")) return;
    keep();
    show();
    say("");
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const name = event.target.dataset.do;
    if (!name) return;
    if (name !== "clear" && !field("text").value) say("There is nothing to send yet: answer a question or write a remark.");
    else actions[name]();
  });

  const parts = (node) => (node.dataset.of || "").split(" ").filter(Boolean);
  const light = (node) => {
    const drawing = node.closest(".trace");
    const ours = new Set(parts(node));
    drawing.classList.add("follows");
    for (const one of drawing.querySelectorAll("[data-of]")) {
      one.classList.toggle("on", parts(one).some((fr) => ours.has(fr)));
    }
  };
  for (const drawing of document.querySelectorAll(".trace")) {
    const place = drawing.parentElement; // a drawing that listens for the focus would take it
    const over = (event) => {
      const node = event.target.closest(".node");
      if (node) light(node);
    };
    const out = () => drawing.classList.remove("follows");
    place.addEventListener("mouseover", over);
    place.addEventListener("focusin", over);
    place.addEventListener("mouseleave", out);
    place.addEventListener("focusout", out);
  }

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });

  restore();
  show();
})();
