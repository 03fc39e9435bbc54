// A table: seats, the position as the server draws it, offers, the log. It knows no rules.

import { rules } from "/assets/front.js";
import { Line } from "/assets/line.js";
import { ask, button, choice, el, field, language, line, nameForm, random, say, show, swap, tried, whoAmI, words } from "/assets/page.js";
import { fill } from "/assets/words.js";

/** Come in, by the invitation when the address has one, and stay as long as the page is open. */
export async function table(main, name) {
  if (!(await whoAmI())) await new Promise((named) => main.replaceChildren(el("h1", {}, say("who_comes")), nameForm(null, named)));
  const path = `/api/tables/${name}`;
  const invitation = location.hash.slice(1);
  // An invitation that is worth nothing any more does not matter to whoever has come before.
  if (invitation) await ask(`${path}/come`, { invitation }).catch((problem) => problem.kind === "away" && Promise.reject(problem));
  const [view, games] = await Promise.all([ask(path), ask("/api/games")]);
  const game = view.table.game;
  const known = await ask(`/api/games/${game}/words/${language}`);
  const about = games.find((one) => one.game === game) ?? { title: { [language]: game }, bots: [{ name: "fair", manner: {} }] };
  new Table(main, { path, invitation, known, about, game }).sit(view);
}

class Table {
  constructor(main, given) {
    Object.assign(this, given, { lines: new Map(), eyes: undefined, newest: -1, shown: {}, logged: 0 });
    const part = (id, more = {}) => el("section", { id, tabindex: "-1", ...more });
    this.picture = el("img", { alt: "" });
    this.inWords = el("p", { class: "rules" });
    this.log = el("ol", { id: "log", role: "log", tabindex: "0", "aria-label": say("log") });
    const small = matchMedia("(max-width: 40rem)").matches; // too small to read what is written in the drawing
    const position = el("figure", {}, this.picture, el("details", { open: small }, el("summary", {}, say("in_words")), this.inWords));
    const heading = el("h1", {}, this.about.title[language]);
    const talk = line(say("chat"), say("send"), { maxlength: 300 }, (input) => this.talk(input));
    main.replaceChildren(
      el("div", { class: "top" }, heading, part("status", { role: "status" })),
      el(
        "div",
        { class: "board" },
        el("div", {}, part("eyes"), position, part("offers"), part("deeds")),
        el("div", {}, part("seats"), part("gather"), el("section", {}, el("h2", {}, say("log")), this.log, talk)),
      ),
      part("proof"),
      rules(this.game),
    );
    setInterval(() => this.tick(), 250);
  }

  get line() {
    return this.lines.get(this.eyes);
  }

  get seats() {
    return this.line.view.table.seats;
  }

  /** What the seats are called; a number tells those apart who are called the same. */
  get names() {
    const names = this.seats.map((seat, number) => seat.name ?? seat.bot ?? String(number + 1));
    return names.map((name, number) => (names.filter((other) => other === name).length > 1 ? `${name} (${number + 1})` : name));
  }

  /** A line for each of one's seats, so that nobody there is missed while one looks with the eyes of another. */
  sit({ seq, yours }, sure = yours.length > 0 || (this.eyes ?? null) === null) {
    if (seq < this.newest) return;
    this.newest = seq;
    if (!sure) {
      // Who has lost the last seat may have been sent away, and is told so in a moment.
      setTimeout(() => this.newest === seq && this.line.state !== "gone" && this.sit({ seq, yours }, true), 500);
      return;
    }
    const wanted = yours.length ? yours : [null];
    for (const [seat, line] of this.lines) {
      if (wanted.includes(seat)) continue;
      line.close();
      this.lines.delete(seat);
    }
    for (const seat of wanted) if (!this.lines.has(seat)) this.lines.set(seat, new Line(this.path, seat, (line) => this.hear(line)));
    if (!wanted.includes(this.eyes)) this.look(wanted[0]);
  }

  /** Look with the eyes of this seat. */
  look(seat) {
    Object.assign(this, { eyes: seat, logged: 0 });
    this.log.replaceChildren();
    this.log.setAttribute("aria-live", "off"); // what is old is not read out
    this.hear(this.line);
  }

  hear(line) {
    if (line.view) this.sit(line.view);
    if (line !== this.line) return;
    show("cut", line.state === "gone" ? `${say("gone")} ${line.gone}` : line.cut ? say("cut_off") : "");
    if (line.view) this.draw(line.view);
  }

  /** Draw a part of the screen, if anything of it has changed. */
  part(id, key, build) {
    const now = JSON.stringify(key);
    if (this.shown[id] === now) return;
    this.shown[id] = now;
    const host = document.getElementById(id);
    swap(host, build());
    host.hidden = !host.childNodes.length;
  }

  draw(view) {
    const { table } = view;
    const able = this.line.state !== "gone" && !this.line.busy;
    const status = this.status(view);
    document.title = `${this.mine(view)?.acting ? "● " : ""}${status} – Gemtable`;
    this.part("status", status, () => [el("p", {}, status)]);
    this.part("eyes", [view.yours, this.seats, this.eyes], () => this.whose(view));
    this.part("seats", [view.yours, table, view.host, able], () => this.chairs(view, able));
    this.part("gather", [table.stage, view.host, view.yours.length, this.invitation], () => this.gather(view));
    this.part("offers", [view.offers, this.eyes, able], () => this.offers(view, able));
    if (view.offers.length && !this.offered) document.getElementById("offers").scrollIntoView({ block: "nearest" });
    this.offered = view.offers.length > 0; // whoever has scrolled away sees that it is their turn
    this.part("deeds", [table, view.take_back, this.eyes, view.host, able], () => this.deeds(view, able));
    this.part("proof", [table.commitment, table.secret, this.eyes], () => this.proof(table));
    this.tell(this.line.heard);
    this.paint();
  }

  mine(view) {
    return view.seat === null ? null : view.table.seats[view.seat];
  }

  status({ table, seat }) {
    const free = this.seats.filter((one) => one.name === null && one.bot === null).length;
    if (table.closed) return say("given_up");
    if (table.stage === "gathering") return free ? say("seats_free", { free }) : say("not_ready");
    if (table.stage === "paused") return words.stages.paused;
    if (table.stage === "over") return table.winners.length ? say("won", { winners: table.winners }, this.names) : words.stages.over;
    if (seat !== null && this.seats[seat].acting) return say("your_turn");
    const acting = this.seats.flatMap((one, number) => (one.acting ? [number] : []));
    return acting.length ? say("waiting", { acting }, this.names) : words.stages.playing;
  }

  // Seats

  whose({ yours }) {
    if (yours.length < 2) return [];
    const eye = (seat) =>
      button(this.names[seat] + (this.seats[seat].acting ? " ●" : ""), () => this.look(seat), {
        "data-key": `eyes ${seat}`,
        "aria-pressed": String(seat === this.eyes),
      });
    return [el("h2", {}, say("whose_eyes")), el("div", { class: "buttons" }, ...yours.map(eye))];
  }

  chairs(view, able) {
    const chair = (seat, number) => {
      const marks = this.marks(view, seat, number).map((mark) => el("small", {}, mark));
      const given = { class: [seat.acting && "acting", view.table.winners.includes(number) && "winner"].filter(Boolean).join(" ") };
      const name = el("b", {}, seat.name === null && seat.bot === null ? say("free") : this.names[number]);
      return el("li", given, el("span", {}, name, ...marks, this.clock(seat)), ...this.chores(view, seat, number, able));
    };
    return [el("h2", {}, say("seats")), el("ol", { class: "seats" }, ...this.seats.map(chair))];
  }

  marks(view, seat, number) {
    const person = seat.name !== null;
    return [
      view.yours.includes(number) && say("you"),
      seat.bot !== null && (person ? say("bot_plays") : say("bot")),
      view.table.stage === "gathering" && person && (seat.ready ? say("is_ready") : say("is_not_ready")),
      seat.away && say("away"),
      seat.resigned && say("gave_up"),
      seat.acting && say("deciding"),
      view.table.winners.includes(number) && say("winner"),
    ].filter(Boolean);
  }

  clock(seat) {
    if (seat.deadline !== null) return el("time", { "data-until": seat.deadline });
    return seat.left !== null && el("time", {}, minutes(seat.left));
  }

  /** What can be done with a seat before the match begins. */
  chores(view, seat, number, able) {
    if (view.table.stage !== "gathering") return [];
    const own = view.yours.includes(number);
    const act = (key, label, what) => button(label, what, { "data-key": `${key} ${number}`, disabled: !able });
    if (seat.name === null && seat.bot === null) {
      const more = view.host || !view.table.listed || !view.yours.length;
      const sit = more && act("sit", say("sit"), () => this.sitDown(number));
      return [sit, view.host && act("hire", say("hire"), () => this.do({ act: "hire", seat: number, bot: this.chosenBot.value }))].filter(Boolean);
    }
    const ready = own && !seat.ready && act("ready", say("ready"), () => this.do({ act: "ready", seat: number, salt: random() }, number));
    const rise = (own || view.host) && act("rise", own ? say("rise") : say("send_away"), () => this.do({ act: "rise", seat: number }));
    return [ready, rise].filter(Boolean);
  }

  sitDown(seat) {
    const name = this.otherName?.value.trim() || undefined;
    if (this.otherName) this.otherName.value = "";
    return this.do({ act: "sit", seat, name });
  }

  gather({ table, host, yours }) {
    if (table.stage !== "gathering") return [];
    const bots = this.about.bots.map((bot) => [bot.name, bot.manner[language] ? `${bot.name}: ${bot.manner[language]}` : bot.name]);
    this.chosenBot = choice("bot", bots, "fair");
    this.otherName = yours.length ? el("input", { type: "text", maxlength: 64, autocomplete: "off" }) : null;
    return [
      el("h2", {}, say("with_friends")),
      ...this.link(host),
      this.otherName && (host || !table.listed) && field(say("other_name"), this.otherName),
      host && field(say("bots"), this.chosenBot),
    ];
  }

  link(host) {
    if (!this.invitation) return host ? [button(say("new_link"), () => tried(() => this.invite()))] : [];
    const link = el("input", { type: "text", readonly: true, value: `${location.origin}${location.pathname}#${this.invitation}` });
    const copy = async () => {
      link.select();
      if (navigator.clipboard) await navigator.clipboard.writeText(link.value); // not there on plain http
      else document.execCommand("copy");
      show("notice", say("copied"));
    };
    const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) && el("p", { class: "quiet" }, say("only_here"));
    return [el("div", { class: "line" }, field(say("link"), link), button(say("copy"), copy)), here];
  }

  async invite() {
    this.invitation = (await ask(`${this.path}/invitation`, {})).invitation;
    history.replaceState(null, "", `#${this.invitation}`);
    this.hear(this.line);
  }

  // The match

  /** What may be decided now; all weigh the same. */
  offers(view, able) {
    if (!view.offers.length) return [];
    const offer = (move) => button(this.spoken(move), () => this.do({ act: "move", seat: view.seat, move }), { "data-key": move, disabled: !able });
    return [el("h2", {}, say("your_turn")), el("div", { class: "offers" }, ...view.offers.map(offer))];
  }

  /** A move as people say it, by the whole or else word by word. */
  spoken(move) {
    const { moves } = this.known;
    return moves[move] ?? move.split(" ").map((word) => moves[word] ?? word).join(" ");
  }

  deeds(view, able) {
    const { table, seat } = view;
    const mine = this.mine(view);
    const press = (label, act, sure) => button(label, () => (!sure || confirm(sure)) && this.do(act), { disabled: !able });
    const deed = (label, act, sure) => press(label, { act, seat }, sure);
    if (table.stage === "gathering") return [view.host && press(say("close"), { act: "close" }, say("close_sure"))];
    if (table.stage === "over") return [this.again(table, mine, able)];
    if (!mine) return [];
    return [
      view.take_back && deed(say("take_back"), "takeback"),
      table.stage === "playing" && mine.bot === null && deed(say("pause"), "pause"),
      table.stage === "paused" && deed(say("resume"), "resume"),
      mine.away || (mine.bot !== null && !mine.resigned) ? deed(say("return"), "return") : deed(say("leave"), "leave"),
      !mine.resigned && deed(say("resign"), "resign", say("resign_sure")),
    ];
  }

  again({ rematch, closed }, mine, able) {
    if (rematch) return el("a", { class: "button", href: `/t/${rematch}` }, say("to_rematch"));
    return mine && !closed && button(say("rematch"), () => this.rematch(), { disabled: !able });
  }

  async rematch() {
    const done = await this.do({ act: "rematch", seat: this.eyes });
    if (done) location.assign(`/t/${done.table}`);
  }

  proof({ table, commitment, secret }) {
    const seat = this.eyes === null ? "" : `?seat=${this.eyes}`;
    const number = (label, digits) => digits && el("p", {}, `${label} `, el("code", {}, digits));
    const chance = [el("p", {}, say("fair_why")), number(say("commitment"), commitment), number(say("secret"), secret)];
    return [
      el("details", { open: Boolean(secret) }, el("summary", {}, say("fair")), ...chance),
      el("a", { class: "button", href: `${this.path}/file${seat}`, download: `${this.game}-${table}.jsonl` }, say("file")),
    ];
  }

  /** Have something done, by the line of the seat it is for when it is one's own. */
  do(act) {
    return tried(() => (this.lines.get(act.seat) ?? this.line).do(act)).finally(() => this.hear(this.line));
  }

  async talk(input) {
    const text = input.value;
    input.value = "";
    await this.line.do({ act: "say", text, seat: this.eyes ?? undefined }).catch((problem) => {
      input.value ||= text; // nobody types it twice
      throw problem;
    });
  }

  // What is told

  /** The log is only ever added to, so that a screen reader reads what is new. */
  tell(heard) {
    const below = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.log.append(...heard.slice(this.logged).flatMap((one) => this.lines_of(one)));
    this.logged = heard.length;
    if (below || this.log.getAttribute("aria-live") === "off") this.log.scrollTop = this.log.scrollHeight;
    setTimeout(() => this.log.setAttribute("aria-live", "polite"));
  }

  lines_of(one) {
    if (!one.entry) return one.facts.map((fact) => el("li", {}, fill(this.known.facts[fact.fact], fact, language, this.names)));
    const values = { ...one.entry, place: (one.entry.seat ?? 0) + 1 };
    return [el("li", { class: one.entry.entry }, fill(words.log[one.entry.entry], values, language, this.names))];
  }

  /** The server's drawing, once for everything that has happened meanwhile. */
  async paint() {
    const last = this.line.heard.findLast((one) => one.entry?.entry !== "said")?.seq;
    const key = `${this.eyes} ${last}`;
    if (this.painted === key || this.painting || this.line.state === "gone") return;
    this.painting = true;
    const seat = this.eyes === null ? "" : `&seat=${this.eyes}`;
    const svg = await ask(`${this.path}/drawing?language=${language}${seat}`).catch(() => null);
    this.painting = false;
    if (!svg) return; // cut off: the next news paint it
    this.painted = key;
    const read = new DOMParser().parseFromString(svg, "image/svg+xml");
    this.picture.alt = read.querySelector("title")?.textContent ?? this.about.title[language];
    this.inWords.textContent = read.querySelector("desc")?.textContent ?? "";
    this.picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    this.paint();
  }

  tick() {
    const now = Date.now() + (this.line?.late ?? 0);
    for (const time of document.querySelectorAll("[data-until]")) time.textContent = minutes(time.dataset.until - now);
  }
}

function minutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [hours, rest] = [Math.floor(seconds / 3600), `${Math.floor((seconds / 60) % 60)}:${two(seconds % 60)}`];
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}
