// Which screen: the front, or a table.

import { front } from "/assets/front.js";
import { button, el, keep, language, LANGUAGES, learn, say, show, told } from "/assets/page.js";
import { table } from "/assets/table.js";

function switchTo(chosen) {
  keep("language", chosen);
  location.reload();
}

async function begin() {
  await learn();
  const nav = document.getElementById("languages");
  nav.setAttribute("aria-label", say("language"));
  nav.append(
    ...Object.entries(LANGUAGES).map(([tag, name]) =>
      button(tag, () => switchTo(tag), { lang: tag, "aria-label": name, "aria-pressed": String(tag === language) }),
    ),
  );
  const main = document.getElementById("main");
  const name = location.pathname.match(/^\/t\/([^/]+)$/)?.[1];
  try {
    await (name ? table(main, name) : front(main));
  } catch (problem) {
    show("notice", told(problem));
    main.replaceChildren(el("p", {}, el("a", { class: "button", href: "/" }, say("to_front"))));
  }
}

// A link with another invitation to the page that is open already changes the fragment alone.
addEventListener("hashchange", () => location.reload());
begin();
