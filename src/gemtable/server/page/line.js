// The connection of a seat to its table: it hears everything once and in order, and what it is told to do gets done once.

import { ask, Problem, random, told } from "/assets/page.js";

const FIRST = 300; // milliseconds until it tries again when it is cut off
const LONGEST = 5000;

export class Line {
  /** `hear` is called whenever there is something new: `view`, `heard` (all of it), `state`, `gone`. */
  constructor(path, seat, hear) {
    Object.assign(this, { path, seat, hear, view: null, heard: [], gone: "", state: "coming", wait: FIRST, unanswered: new Map() });
    this.again = () => this.state === "cut" && this.open();
    addEventListener("online", this.again);
    this.open();
  }

  get busy() {
    return this.unanswered.size > 0;
  }

  /** Whether it has been cut off and is not back yet. */
  get cut() {
    return this.state === "cut" || (this.state === "coming" && this.wait > FIRST);
  }

  open() {
    clearTimeout(this.later);
    this.state = "coming";
    const asked = new URLSearchParams(this.seat === null ? {} : { seat: this.seat });
    asked.set("after", this.view?.seq ?? 0);
    this.socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${this.path}/socket?${asked}`);
    this.socket.addEventListener("message", (message) => this.said(JSON.parse(message.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  /** No more, for good. */
  close() {
    this.state = "closed";
    clearTimeout(this.later);
    removeEventListener("online", this.again);
    this.socket.close();
  }

  said(message) {
    if (this.state === "closed") return;
    if (message.say === "gone") [this.state, this.gone] = ["gone", `(${message.reason})`];
    else if (message.say === "done" || message.say === "refused") this.answered(message);
    else this.look(message);
    this.hear(this);
  }

  look({ say, view, heard }) {
    const last = this.heard.at(-1)?.seq ?? 0;
    this.heard.push(...heard.filter((one) => one.seq > last));
    this.view = view;
    this.late = view.now - Date.now(); // what the server's clock is ahead of ours
    if (say !== "welcome") return;
    [this.state, this.wait] = ["on", FIRST];
    for (const { command } of this.unanswered.values()) this.socket.send(JSON.stringify(command));
  }

  async lost() {
    if (this.state === "closed" || this.state === "gone") return;
    const unheard = this.state === "coming";
    this.state = "cut";
    this.later = setTimeout(this.again, this.wait * (0.75 + Math.random() / 2)); // not everybody at once
    this.wait = Math.min(2 * this.wait, LONGEST);
    this.hear(this);
    if (unheard) await this.look_why();
  }

  /** A browser does not say why a socket was not let in; a request is told. */
  async look_why() {
    try {
      await ask(this.path + (this.seat === null ? "" : `?seat=${this.seat}`));
    } catch (problem) {
      if (problem.kind !== "missing" && problem.kind !== "unknown") return;
      clearTimeout(this.later);
      [this.state, this.gone] = ["gone", told(problem)];
      this.hear(this);
    }
  }

  /** Have something done. While cut off it waits, and is sent again with the same id: the server does it once. */
  do(act) {
    const command = { id: random(), seq: this.view?.seq ?? 0, act };
    return new Promise((done, refused) => {
      this.unanswered.set(command.id, { command, done, refused });
      if (this.state === "on") this.socket.send(JSON.stringify(command));
      this.hear(this);
    });
  }

  answered(message) {
    const whose = message.id === null ? [...this.unanswered.keys()] : [message.id]; // without an id it was not even read
    for (const id of whose) {
      const asked = this.unanswered.get(id);
      if (!asked) continue;
      if (message.error === "busy") {
        setTimeout(() => this.state === "on" && this.socket.send(JSON.stringify(asked.command)), 1000);
        continue;
      }
      this.unanswered.delete(id);
      if (message.say === "done") asked.done(message);
      else asked.refused(new Problem(message.error, message.reason));
    }
  }
}
