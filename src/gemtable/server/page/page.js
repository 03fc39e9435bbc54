// What both screens need: elements, the page's own words, requests, and who one is.

import { fill } from "/assets/words.js";

export const LANGUAGES = { en: "English", cs: "Čeština", pl: "Polski" };
export const language = [kept("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag) => tag in LANGUAGES) ?? "en";
export let words = {};

/** What this browser remembers; nothing where it does not want to. */
export function kept(key) {
  try {
    return localStorage.getItem(`gemtable.${key}`);
  } catch {
    return null;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(`gemtable.${key}`, value);
  } catch {
    // it forgets, then
  }
}

/** Learn the page's own words. */
export async function learn() {
  words = await ask(`/assets/${language}.json`);
  document.documentElement.lang = language;
}

/** A sentence of the page. */
export const say = (key, values = {}, names = []) => fill(words.page[key], values, language, names);

/** An element. Functions listen; true and false are attributes that are there or not. */
export function el(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/** A button; its key lets it keep the focus when it is drawn anew. */
export const button = (label, press, given = {}) => el("button", { type: "button", "data-key": label, click: press, ...given }, label);

/** Something to fill in, with what it is called. */
export const field = (label, input) => el("label", {}, el("span", {}, label), input);

export const choice = (name, values, chosen) =>
  el("select", { name }, ...values.map(([value, label]) => el("option", { value, selected: value === chosen }, label)));

/** Put other children in, and leave the focus where it was as far as that is possible. */
export function swap(host, children) {
  const before = host.contains(document.activeElement) ? document.activeElement : null;
  host.replaceChildren(...children.filter(Boolean));
  if (!before) return;
  const same = [...host.querySelectorAll("[data-key]")].find((one) => one.dataset.key === before.dataset.key && !one.disabled);
  (same ?? host).focus();
}

export const show = (id, text) => {
  const notice = document.getElementById(id);
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = !text;
};

const MORE = ["refused", "malformed", "foreign"]; // where the server's own reason, in English, says more

/** A problem, in words. */
export const told = (problem) => {
  if (!problem.kind) throw problem; // a defect of this page
  return [words.errors[problem.kind], MORE.includes(problem.kind) && `(${problem.reason})`].filter(Boolean).join(" ");
};

/** Do something that may be refused, and say so when it is. */
export async function tried(doing) {
  show("notice", "");
  try {
    return await doing();
  } catch (problem) {
    show("notice", told(problem));
    return undefined;
  }
}

export class Problem extends Error {
  constructor(kind, reason = "") {
    super(`${kind}: ${reason}`);
    Object.assign(this, { kind, reason });
  }
}

/** Ask the server; with a body it is a POST. Drawings are text. */
export async function ask(path, body) {
  const given = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(path, given).catch(() => null);
  if (!answer) throw new Problem("away");
  if (answer.status === 204) return null;
  const data = await (answer.headers.get("content-type") === "application/json" ? answer.json() : answer.text());
  if (!answer.ok) throw new Problem(data.error, data.reason);
  return data;
}

/** Letters nobody can guess. randomUUID is not there on plain http, which a table at home is. */
export function random() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One's name here, or null. Only who has said one is asked about it. */
export async function whoAmI() {
  if (!kept("name")) return null;
  try {
    return (await ask("/api/me")).name;
  } catch (problem) {
    if (problem.kind === "unknown") return null;
    throw problem;
  }
}

export async function beCalled(name) {
  const me = await ask("/api/me", { name });
  keep("name", me.name);
  return me.name;
}

/** A form that asks for one line. */
export function line(label, press, given, done) {
  const input = el("input", { type: "text", autocomplete: "off", required: true, ...given });
  const submit = (event) => {
    event.preventDefault();
    tried(() => done(input));
  };
  return el("form", { class: "line", submit }, field(label, input), el("button", {}, press));
}

export const nameForm = (name, done) =>
  line(say("your_name"), say("be_called"), { maxlength: 64, value: name ?? kept("name") ?? "", autocomplete: "nickname" }, async (input) =>
    done(await beCalled(input.value)),
  );
