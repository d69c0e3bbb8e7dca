// Keys, drafts and what is said when the connection is lost. Everything else is done by the server.
"use strict";

const $ = (selector) => document.querySelector(selector);
const KEYS_OFF = "desk-keys-off"; // for who uses a program that types keys of its own

// ── points and comments ──

function showSum() {
  const points = $("#points");
  if (!points) return;
  const ticked = [...document.querySelectorAll("[name=item]:checked")];
  const sum = ticked.reduce((total, one) => total + Number(one.dataset.points), 0);
  const bounded = Math.min(Number(points.dataset.possible), Math.max(0, sum));
  points.placeholder = ticked.length ? String(Math.round(bounded * 100) / 100) : "";
}

function setPoints(text) {
  $("#points").value = text;
  keepDraft();
}

// ── drafts: what is ticked and typed outlives a reload ──

const draftName = () => `desk-draft ${$("#work").dataset.place}`;

function keepDraft() {
  if (!$("#give")) return;
  const draft = {
    seen: [...document.querySelectorAll("[name=answer]")].map((one) => one.value).join(),
    items: [...document.querySelectorAll("[name=item]")].map((one) => one.checked),
    points: $("#points").value,
    comment: $("#comment").value,
  };
  sessionStorage.setItem(draftName(), JSON.stringify(draft));
}

function takeDraft() {
  const kept = $("#give") && sessionStorage.getItem(draftName());
  if (!kept) return;
  const draft = JSON.parse(kept);
  const items = [...document.querySelectorAll("[name=item]")];
  const seen = [...document.querySelectorAll("[name=answer]")].map((one) => one.value).join();
  if (draft.seen !== seen || draft.items.length !== items.length) return; // it was for something else
  items.forEach((one, place) => { one.checked = draft.items[place]; });
  $("#points").value = draft.points;
  $("#comment").value = draft.comment;
}

// ── what is said ──

function say(text, alarm) {
  const notice = $("#notice");
  if (!notice) return;
  notice.textContent = text;
  notice.classList.toggle("alarm", alarm);
}

let busy = false; // between a key and what the desk replies to it

document.addEventListener("htmx:before:request", () => {
  busy = true;
  say("", false);
});
document.addEventListener("htmx:finally:request", () => { busy = false; });
document.addEventListener("htmx:error", () => {
  say("No connection to the desk. What you typed is still here; press again when it is back.", true);
});
document.addEventListener("htmx:before:swap", (event) => {
  // A mark that was taken needs its draft no more.
  const { ctx } = event.detail;
  if (ctx.sourceElement.id === "give" && ctx.response.status === 200) {
    sessionStorage.removeItem(draftName());
  }
  document.body.dataset.status = ctx.response.status;
});
document.addEventListener("htmx:after:swap", () => {
  const status = Number(document.body.dataset.status);
  $("#notice")?.classList.toggle("alarm", status >= 400);
  const judged = $("#judged [data-points]");
  if (judged && judged.dataset.points !== "" && !judged.dataset.taken) {
    judged.dataset.taken = "yes";
    setPoints(judged.dataset.points);
  }
  takeDraft();
  showSum();
  if (document.activeElement === document.body) $("#group")?.focus({ preventScroll: true });
});

// ── keys ──

function toggle(box) {
  if (!box) return;
  box.checked = !box.checked;
  setPoints(""); // what was typed before was for other lines
  showSum();
}

const ACTIONS = {
  Enter: () => $("#submit")?.click(),
  n: () => $("#next")?.click(),
  b: () => $("#back")?.click(),
  u: () => $("#undo")?.click(),
  c: () => $("#comment")?.focus(),
  p: () => $("#points")?.focus(),
  r: () => $("#reading")?.focus(),
  f: () => $("#points") && setPoints($("#points").dataset.possible),
  0: () => $("#points") && setPoints("0"),
  o: () => document.querySelectorAll("[name=answer]").forEach((one, place) => { one.checked = !place; }),
  "?": () => $("#keys")?.showModal(),
};

const isField = (element) =>
  element.matches("input:not([type=checkbox]), textarea, select") || element.isContentEditable;

document.addEventListener("keydown", (event) => {
  if (!$("#work") || $("dialog[open]") || event.isComposing) return;
  const comment = event.altKey && /^Digit[1-9]$/.test(event.code)
    && $(`[data-again="${event.code.slice(5)}"]`);
  if (comment) {
    comment.click();
    event.preventDefault();
    return;
  }
  if (event.altKey || event.metaKey) return;
  if (busy && !isField(event.target)) {
    event.preventDefault(); // meant for what is shown, it would act on what comes
    return;
  }
  if (event.ctrlKey) {
    if (event.key !== "Enter" || busy) return;
    (event.target.id === "reading" ? $("#judge") : $("#submit"))?.click();
    if (isField(event.target)) event.target.blur(); // what is typed next are keys for the next answer
    event.preventDefault();
    return;
  }
  if (isField(event.target)) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && event.target.id === "reading") {
      $("#judge").click();
      event.target.blur();
      event.preventDefault();
    }
    return;
  }
  if (localStorage.getItem(KEYS_OFF) && event.key !== "?") return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return; // they know it themselves
  if (/^[1-9]$/.test(event.key)) {
    toggle($(`[data-key="${event.key}"]`));
  } else if (Object.hasOwn(ACTIONS, event.key) && !event.repeat) {
    ACTIONS[event.key]();
  } else {
    return;
  }
  event.preventDefault();
});

// ── the mouse and fields ──

document.addEventListener("click", (event) => {
  const again = event.target.closest("[data-comment]");
  if (again) {
    $("#comment").value = again.dataset.comment;
    keepDraft();
  }
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target.id === "switch-keys") {
    if (localStorage.getItem(KEYS_OFF)) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "yes");
    nameSwitch();
  }
});

function nameSwitch() {
  const button = $("#switch-keys");
  if (button) button.textContent = localStorage.getItem(KEYS_OFF) ? "Turn keys on" : "Turn keys off";
}

document.addEventListener("input", (event) => {
  if (event.target.closest("#give")) {
    showSum();
    keepDraft();
  }
});

takeDraft();
showSum();
nameSwitch();
