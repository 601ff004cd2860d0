const mark = '•••';
const shortestPart = 8;

/**
 * Removes secrets from a text that may be shown or stored (invariant I8): a gateway may echo what it was
 * sent. Searches for each secret literally and in JSON and URL encoding, and at the end also for its beginning, in case
 * the text was truncated in the middle of it.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === '') continue;
    for (const form of formsOf(secret)) clean = dropBeginning(clean.replaceAll(form, mark), form);
  }
  return clean;
}

/** A body that is returned as a string inside JSON is escaped once more, or more often if nested again. */
const deepestEscaping = 3;

function formsOf(secret: string): Set<string> {
  const forms = new Set([secret, encodeURIComponent(secret.toWellFormed())]);
  let form = secret;
  for (let depth = 0; depth < deepestEscaping; depth += 1) {
    form = JSON.stringify(form).slice(1, -1);
    forms.add(form).add(form.replaceAll('/', '\\/'));
  }
  return forms;
}

function dropBeginning(text: string, secret: string): string {
  const beginning = secret.slice(0, shortestPart);
  let start = text.lastIndexOf(beginning);
  while (start >= 0 && text.length - start < secret.length) {
    if (secret.startsWith(text.slice(start))) return text.slice(0, start) + mark;
    start = start === 0 ? -1 : text.lastIndexOf(beginning, start - 1);
  }
  return text;
}
