// Loaded by Node before the program. TEST_CLOCK lists pairs: so many milliseconds after the start, the clock is so many ahead.
const settings: [afterMs: number, aheadMs: number][] = JSON.parse(process.env['TEST_CLOCK'] ?? '[]');
const TrueDate = Date;

function now(): number {
  const ranMs = process.uptime() * 1000;
  const aheadMs = settings.reduce((last, [afterMs, ms]) => (ranMs >= afterMs ? ms : last), 0);
  return TrueDate.now() + aheadMs;
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
});
