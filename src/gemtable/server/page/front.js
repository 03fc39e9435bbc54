// The front: a name, the games, tables to join and to go on with.

import { ask, beCalled, button, choice, el, field, keep, language, line, nameForm, random, say, swap, tried, whoAmI, words } from "/assets/page.js";

const FAIR = "fair"; // the bot that every game has
const AGAIN = 10_000; // milliseconds between two looks at the open tables

/** Everything on the front. */
export async function front(main) {
  const [games, me] = await Promise.all([ask("/api/games"), whoAmI()]);
  const known = await Promise.all(games.map((game) => ask(`/api/games/${game.game}/words/${language}`)));
  const hello = el("section", {});
  const greet = (name) => swap(hello, [nameForm(name, greet), name && el("p", { class: "quiet" }, say("hello", { name }))]);
  greet(me);
  main.replaceChildren(
    el("h1", {}, say("welcome")),
    el("p", { class: "quiet" }, say("no_account")),
    hello,
    el("section", { id: "mine", hidden: true }),
    el("section", { class: "games", "aria-label": say("games") }, ...games.map((game, at) => card(game, known[at], hello))),
    el("section", { id: "open", hidden: true }),
    devices(hello),
  );
  const titles = Object.fromEntries(games.map((game) => [game.game, game.title[language]]));
  const look = () => document.hidden || lists(titles).catch(() => {}); // the next look may do better
  setInterval(look, AGAIN);
  await look();
}

/** Nobody has to say a name to play at once. */
const somebody = async (hello) => (await whoAmI()) ?? (await beCalled(hello.querySelector("input").value.trim() || say("guest")));

// Games

function card(game, known, hello) {
  const [least, most] = game.box;
  const start = (event) => {
    event.preventDefault();
    tried(() => open(game, event.target, event.submitter?.value === "friends", hello));
  };
  return el(
    "form",
    { class: "card", submit: start },
    el("h2", {}, game.title[language]),
    el("p", {}, game.goal[language]),
    el("p", { class: "quiet" }, say("box", { least, most, minutes: game.minutes })),
    el("button", { class: "first", value: "bots" }, say("play_now")),
    el("button", { value: "friends" }, say("with_friends")),
    el("details", {}, el("summary", {}, say("options")), ...settings(game), ...game.options.map((option) => setting(option, known.options))),
    rules(game.game),
  );
}

function settings(game) {
  const [least, most] = game.seats;
  const bots = [["", say("mixed")], ...game.bots.map((bot) => [bot.name, `${bot.name}: ${bot.manner[language]}`])];
  const times = [["0", say("no_limit")], ["30000", say("half_a_minute")], ["120000", say("two_minutes")], ["86400000", say("a_day")]];
  return [
    field(say("seats"), el("input", { type: "number", name: "seats", min: least, max: most, value: game.box[0], required: true })),
    field(say("bots"), choice("bot", bots, "")),
    field(say("time"), choice("move", times, "0")),
    field(say("undo"), el("input", { type: "checkbox", name: "undo" })),
    field(say("listed"), el("input", { type: "checkbox", name: "listed" })),
  ];
}

/** An option of the game as what one fills in. */
function setting(option, known) {
  const name = `option.${option.name}`;
  const label = option.words[language];
  if (option.kind === "choice") return field(label, choice(name, option.choices.map((one) => [one, known[`${option.name}.${one}`] ?? one]), option.default));
  if (option.kind === "yes or no") return field(label, el("input", { type: "checkbox", name, checked: option.default === true }));
  return field(label, el("input", { type: option.kind === "number" ? "number" : "text", name, value: option.default ?? "", required: true }));
}

function chosen(option, input) {
  if (option.kind === "yes or no") return input.checked;
  return option.kind === "number" ? Number(input.value) : input.value;
}

async function open(game, form, friends, hello) {
  await somebody(hello);
  const inputs = form.elements;
  const mixed = [...game.bots.slice(game.bots.findIndex((bot) => bot.name === FAIR)), ...game.bots].map((bot) => bot.name);
  const others = Array.from({ length: Number(inputs.seats.value) - 1 }, (_, at) => (friends ? null : `@${inputs.bot.value || mixed[at % mixed.length]}`));
  const { table, invitation } = await ask("/api/tables", {
    game: game.game,
    seats: ["me", ...others],
    options: Object.fromEntries(game.options.map((option) => [option.name, chosen(option, inputs[`option.${option.name}`])])),
    pace: { move: Number(inputs.move.value) },
    undo: inputs.undo.checked,
    listed: inputs.listed.checked,
    ready: !friends,
    salt: random(),
  });
  location.assign(`/t/${table}#${invitation}`);
}

/** The rules, read when somebody wants to. */
export function rules(game) {
  const text = el("div", { class: "rules" });
  const read = async () => {
    if (text.textContent) return;
    text.textContent = (await ask(`/api/games/${game}/rules/${language}`)).text.replace(/\*\*|^#+ |`/gm, "");
  };
  return el("details", { toggle: () => tried(read) }, el("summary", {}, say("rules")), text);
}

// Tables

async function lists(titles) {
  const mine = (await whoAmI()) ? (await ask("/api/me/tables")).tables : [];
  const open = (await ask("/api/tables")).tables.filter((one) => !mine.some((own) => own.table === one.table));
  list("mine", say("go_on"), mine, titles);
  list("open", say("open_tables"), open, titles);
}

function list(id, title, tables, titles) {
  const host = document.getElementById(id);
  host.hidden = !tables.length;
  const [over, going] = [tables.filter((one) => one.stage === "over"), tables.filter((one) => one.stage !== "over")];
  const items = (some) => el("ul", { class: "tables" }, ...some.map((one) => item(one, titles)));
  const ended = over.length && el("details", { open: host.querySelector("details")?.open ?? false }, el("summary", {}, say("over")), items(over));
  swap(host, [el("h2", {}, title), going.length && items(going), ended]);
}

function item(one, titles) {
  const names = one.seats.map((who) => who?.replace(/^@/, "") ?? say("free")).join(", ");
  const stage = one.turn ? say("your_turn") : words.stages[one.stage];
  const given = { href: `/t/${one.table}`, "data-key": one.table, class: one.turn ? "turn" : "" };
  return el("li", {}, el("a", given, el("b", {}, titles[one.game] ?? one.game), ` ${names} `, el("em", {}, stage)));
}

// Devices

/** Take one's seats along to another device. */
function devices(hello) {
  const code = el("p", { role: "status" });
  const make = async () => {
    await somebody(hello);
    const made = await ask("/api/me/code", {});
    code.textContent = say("code_is", { code: made.code, until: new Date(made.until).toLocaleTimeString(language) });
  };
  return el(
    "details",
    { class: "card" },
    el("summary", {}, say("other_device")),
    button(say("make_code"), () => tried(make)),
    code,
    line(say("code"), say("use_code"), { maxlength: 40 }, (input) => use(input.value)),
  );
}

async function use(code) {
  const become = (anyway) => ask("/api/code", { code, anyway });
  const me = await become(false).catch((problem) => {
    if (problem.kind === "taken" && confirm(say("seats_lost"))) return become(true);
    throw problem;
  });
  keep("name", me.name);
  location.reload();
}
