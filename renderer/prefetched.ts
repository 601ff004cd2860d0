/** Prefetched answers, by operation: see `prefetch.ts`. */
const asked = new Map<string, { readonly key: string; readonly answer: Promise<unknown> }[]>();

export function keepPrefetched(name: string, input: object, answer: Promise<unknown>): void {
  asked.set(name, [...(asked.get(name) ?? []), { key: JSON.stringify(input), answer }]);
}

/** They are requested again. */
export function forgetPrefetched(): void {
  asked.clear();
}

/**
 * The prefetched answer, once; null if there is none. The input of any other operation may be a file of many megabytes, so
 * it is not compared.
 */
export function takePrefetched(name: string, input: unknown): Promise<unknown> | null {
  const ofName = asked.get(name);
  if (ofName === undefined) return null;
  const key = JSON.stringify(input);
  const taken = ofName.find((each) => each.key === key);
  asked.set(
    name,
    ofName.filter((each) => each !== taken),
  );
  return taken?.answer ?? null;
}
