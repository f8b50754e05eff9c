"""Questions to a page in a browser, as scripts: can its words be read, does it fit, where does the keyboard lead?"""

from __future__ import annotations

TOO_FAINT = """
(() => {
  const parsed = (text) => {
    const found = text.match(/[\\d.]+/g);
    return found ? found.slice(0, 4).map(Number) : [0, 0, 0, 0];
  };
  const over = (top, below) => {
    const share = top.length > 3 ? top[3] : 1;
    return [0, 1, 2].map((at) => top[at] * share + below[at] * (1 - share));
  };
  const light = (colour) => {
    const parts = colour.map((one) => {
      const share = one / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const behind = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (one.closest("svg") && one !== one.closest("svg")) {
        for (const shape of one.parentElement.querySelectorAll(":scope > rect, :scope > circle")) {
          if (!one.matches("text") || !shape.closest("g, a")) continue;
          layers.push(parsed(getComputedStyle(shape).fill));
        }
      } else layers.push(parsed(style.backgroundColor));
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, title, noscript")) continue;
    const style = getComputedStyle(element);
    const drawn = Boolean(element.closest("svg"));
    const below = behind(drawn ? element.closest("text") : element);
    const colour = over(parsed(drawn ? style.fill : style.color), below);
    const [one, other] = [light(colour), light(below)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < (large ? 3 : 4.5)) {
      const words = walker.currentNode.data.trim().slice(0, 40);
      faint.push(`${ratio.toFixed(2)} ${element.tagName}.${element.getAttribute("class")} ${words}`);
    }
  }
  return faint;
})()
"""
"""Words with less contrast to what is behind them than WCAG 2.2 asks for at level AA."""

OUT_OF_THE_BOX = """
[...document.querySelectorAll(".trace .node > text, .trace .chip > text")].filter((text) => {
  const box = text.parentElement.querySelector(":scope > rect").getBBox();
  const words = text.getBBox();
  return words.x < box.x - 1 || words.x + words.width > box.x + box.width + 1;
}).map((text) => text.textContent)
"""

SIDEWAYS = """
[...document.querySelectorAll("body *")].filter((one) => {
  if (one.closest(".scroll, svg, .skip") || !one.checkVisibility()) return false;
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1;
}).map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`)
"""

REACHABLE = """
(() => {
  const called = (one) => one.id || one.name || one.getAttribute("href") || one.textContent.trim().slice(0, 40);
  const name = (one) => (one.type === "radio" ? `radio ${one.name}` : `${one.tagName} ${called(one)}`);
  globalThis.nameOf = name;
  const all = document.querySelectorAll("a[href], button, input, textarea, summary, [tabindex='0']");
  return [...new Set([...all].filter((one) => one.checkVisibility()).map(name))];
})()
"""
"""All that can be used, by name; a group of choices is one stop."""

FOCUSED = """
(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return ["", true];
  const shape = one.closest("svg") ? one.querySelector("rect") : null;
  const style = getComputedStyle(one);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  return [nameOf(one), shape ? parseFloat(getComputedStyle(shape).strokeWidth) >= 3 : outlined];
})()
"""
"""What has the focus, by name, and whether that can be seen."""

TAGS = "[...new Set([...document.querySelectorAll('*')].map((one) => one.localName))].sort()"
LINKS_TO_NOWHERE = """
[...document.querySelectorAll("a[href]")].map((one) => one.getAttribute("href"))
  .filter((to) => !to.startsWith("#") || !document.getElementById(to.slice(1)))
"""
TWICE = "[...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, at, all) => all.indexOf(id) !== at)"
