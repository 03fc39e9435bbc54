// Sentences from templates and facts: the same, letter for letter, as gemtable/games/words.py makes them.

const PART = /\{(@?)(\w+)((?:\|[^{}]*)?)\}/g;
const AND = { en: "and", cs: "a", pl: "i" };
const PYTHON = new Map([[true, "True"], [false, "False"], [null, "None"]]); // as the templates know them

const text = (value) => PYTHON.get(value) ?? String(value);
const modulo = (n, by) => ((n % by) + by) % by;

/** Which form a number takes: 0, 1 or 2. */
export function plural(language, n) {
  if (n === 1) return 0;
  if (language === "en") return 1;
  const [ones, tens] = [modulo(n, 10), modulo(n, 100)];
  const few = language === "cs" ? n >= 2 && n <= 4 : ones >= 2 && ones <= 4 && !(tens >= 12 && tens <= 14);
  return few ? 1 : 2;
}

/** `A, B and C`. */
export function joined(names, language) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${AND[language]} ${names.at(-1)}`;
}

/** A template with its fields filled in; `names` are those of the seats. */
export function fill(template, values, language, names = []) {
  return template.replace(PART, (_, at, field, forms) => {
    const value = values[field];
    if (value === undefined) throw new Error(`nothing for ${field}`);
    if (at) return joined([value].flat().map((seat) => names[seat]), language);
    return forms ? formed(forms.slice(1).split("|"), value, language) : text(value);
  });
}

function formed(forms, value, language) {
  const shown = Array.isArray(value) ? value.length : value;
  const exact = forms.findLast((form) => form.startsWith("=") && form.slice(1).split(" ")[0] === text(shown));
  if (exact !== undefined) return exact.includes(" ") ? exact.slice(exact.indexOf(" ") + 1) : "";
  const rest = forms.filter((form) => !form.startsWith("="));
  if (!rest.length) throw new Error(`no form for ${text(shown)}`);
  const counts = Number.isInteger(shown) || typeof shown === "boolean";
  const at = counts ? plural(language, Number(shown)) : rest.length - 1;
  return rest[Math.min(at, rest.length - 1)].replaceAll("#", () => text(shown));
}
