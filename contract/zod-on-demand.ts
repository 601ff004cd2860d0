import * as zod from 'zod';

// A command or a screen parses few objects of each kind, and generating code for that takes longer than parsing without it. The page may not
// generate code at all: zod would try, and the browser would read the whole script again to say where it refused.
zod.config({ jitless: true });

type Members = Readonly<Record<PropertyKey, unknown>>;
type Input = readonly unknown[];

/** Methods that create a schema from a schema. Any other access creates it. */
const refinements = new Set<PropertyKey>(
  (
    'array brand catch default endsWith exclude extend extract gt gte includes int length lt lte max min nonempty nonnegative nullable nullish omit ' +
    'optional partial pick pipe positive prefault readonly refine regex startsWith strict superRefine transform trim'
  ).split(' '),
);

/** The key under which a placeholder returns its created schema. */
const schema = Symbol('schema');

/** A placeholder for a schema. There are about two thousand, so they share one handler. */
type LazySchema = {
  readonly make: () => object;
  readonly known: Members;
  schema: object | undefined;
  /** Schemas created from it by methods without arguments. */
  refined: Record<PropertyKey, object> | undefined;
};

const nothingKnown: Members = {};

const handler: ProxyHandler<LazySchema> = {
  get: (target, key) => {
    if (key === schema) return schemaOf(target);
    if (Object.hasOwn(target.known, key)) return target.known[key];
    if (!refinements.has(key)) return Reflect.get(schemaOf(target), key);
    return (...given: unknown[]) =>
      given.length === 0
        ? ((target.refined ??= {})[key] ??= lazySchema(() => call(schemaOf(target), key, [])))
        : lazySchema(() => call(schemaOf(target), key, given.map(made)));
  },
  has: (target, key) => key === schema || Reflect.has(schemaOf(target), key),
  getPrototypeOf: (target) => Reflect.getPrototypeOf(schemaOf(target)),
};

/**
 * zod, with each schema created when it is first used. The contract has about two thousand, of which a command or a screen uses a few,
 * and creating one takes far longer than recording how to create it. The bundles of the command line, of the desktop shell and of the page use this instead
 * of zod (`scripts/vite/schemas-on-demand.ts`), for the functions that the contract and the program name; a schema behaves as it does with zod.
 */
export const z = {
  array: onDemand(zod.array),
  boolean: onDemand(zod.boolean),
  custom: onDemand(zod.custom),
  discriminatedUnion: onDemand(zod.discriminatedUnion, ([, options]) => ({ options })),
  enum: onDemand(zod.enum, ([values]) => (Array.isArray(values) ? { options: values } : {})),
  instanceof: onDemand(zod.instanceof),
  ipv4: onDemand(zod.ipv4),
  ipv6: onDemand(zod.ipv6),
  iso: { date: onDemand(zod.iso.date), datetime: onDemand(zod.iso.datetime) },
  literal: onDemand(zod.literal, ([value]) => (Array.isArray(value) ? {} : { value })),
  number: onDemand(zod.number),
  object: onDemand(zod.object, knownOfObject),
  partialRecord: onDemand(zod.partialRecord),
  preprocess: onDemand(zod.preprocess),
  record: onDemand(zod.record),
  strictObject: onDemand(zod.strictObject, knownOfObject),
  string: onDemand(zod.string),
  tuple: onDemand(zod.tuple),
  union: onDemand(zod.union, ([options]) => ({ options })),
  unknown: onDemand(zod.unknown),
  url: onDemand(zod.url),
  NEVER: zod.NEVER,
  ZodError: zod.ZodError,
  ZodObject: zod.ZodObject,
  ZodType: zod.ZodType,
  prettifyError: zod.prettifyError,
};

/** A zod function whose schemas are created on demand. `knownOf`: what a schema can answer from its arguments, without being created. */
function onDemand(
  create: (...given: never[]) => object,
  knownOf?: (given: Input) => Members,
): (...given: unknown[]) => object {
  // Without arguments it creates the same schema each time, and most schemas are texts and numbers.
  const ofNothing = lazySchema(() => create());
  return (...given) =>
    given.length === 0
      ? ofNothing
      : lazySchema(() => create(...(given.map(made) as never[])), knownOf?.(given));
}

function lazySchema(make: () => object, known: Members = nothingKnown): object {
  return new Proxy<LazySchema>({ make, known, schema: undefined, refined: undefined }, handler);
}

function schemaOf(given: LazySchema): object {
  return (given.schema ??= given.make());
}

/** The parts of an object; `keyof` needs only their names. */
function knownOfObject([shape]: Input): Members {
  return { shape, keyof: () => z.enum(Object.keys(Object(shape))) };
}

function call(on: object, method: PropertyKey, given: Input): object {
  return Reflect.apply(Reflect.get(on, method), on, given);
}

/** The arguments of zod: schemas, alone or in lists and objects, are created. */
function made(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map(made);
  // No object of the program has such a key; a placeholder answers it.
  const own: unknown = Reflect.get(given, schema);
  if (own !== undefined) return own;
  if (Object.getPrototypeOf(given) !== Object.prototype) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, made(value)]));
}
