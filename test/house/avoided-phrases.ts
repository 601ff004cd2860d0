type Avoided = { readonly not: RegExp; readonly use: string; readonly example: string };

/** Phrases that nobody writes, in strings, comments and documents: what to write instead, and an example that each finds. */
export const avoidedEverywhere: readonly Avoided[] = [
  { not: /\bwhoever\b/i, use: '“anyone who”, “the caller”, or the actor', example: 'Whoever calls it' },
  {
    not: /\b(tells?|told) of\b/i,
    use: '“lists”, “names”, “reports” or “has”',
    example: 'its events tell of another body',
  },
  { not: /\bso many\b/i, use: 'the number, or “this many”', example: 'after so many milliseconds' },
  { not: /\bin the meantime\b/i, use: '“meanwhile”, or nothing', example: 'gone in the meantime' },
  { not: /\bas ever\b/i, use: 'nothing, or “still”', example: 'by asking, as ever' },
  { not: /\bis at hand\b/i, use: '“without …”, “is available”', example: 'where no keychain is at hand' },
];

/** Phrases that the strings of the program avoid, what to write instead, and an example that each finds. */
export const avoidedPhrases: readonly Avoided[] = [
  { not: /\bthere is no such\b/i, use: '“not found”', example: 'There is no such thing' },
  { not: /\bperson paid\b/i, use: '“payee”', example: 'Person paid' },
  {
    not: /\bsend again\b|\btake up again\b/i,
    use: '“retry” or “repeat the request”',
    example: 'Repair and send again',
  },
  { not: /\blog of events\b|\blog is whole\b/i, use: '“audit log”', example: 'The log is whole' },
  {
    not: /\bgateway (says|told)\b|\btold of no\b/i,
    use: '“gateway response”, “listed”',
    example: 'The gateway told of no balance',
  },
  {
    not: /\bpaid before, equals\b|\bequals another\b/i,
    use: '“duplicate”',
    example: 'row equals another one',
  },
  {
    not: /\bpays someone for the first time\b/i,
    use: '“new payee”',
    example: 'pays someone for the first time',
  },
  { not: /\bare lacking\b/i, use: '“short by”', example: '120.00 EUR are lacking' },
  { not: /\btell me (below|of)\b/i, use: '“alert below”', example: 'tell me below' },
  { not: /\blist of keys\b/i, use: '“keyboard shortcuts”', example: 'list of keys' },
  { not: /\blook it over\b|\bstate of Bursar\b/i, use: '“diagnostics”', example: 'look it over' },
  { not: /\bnot asked for\b/i, use: '“not loaded yet”', example: 'Not asked for yet' },
  { not: /\bnothing fits\b/i, use: '“no matches”', example: 'Nothing fits what is typed' },
  { not: /\bwhat there is\b|\bthose that there are\b/i, use: '“available …”', example: 'what there is' },
  { not: /\bright would be\b/i, use: '“expected:”', example: 'Right would be: 12' },
  { not: /\bto look at\b|\bin the way\b/i, use: '“warning”, “blocks release”', example: 'in the way' },
  { not: /\bstands? still\b/i, use: '“paused” or “blocked”', example: 'It stands still' },
  { not: /\bsigns in by\b/i, use: '“authentication”', example: 'Signs in by secret' },
  { not: /\bwhat it lets do\b/i, use: '“permissions”', example: 'What it lets do' },
  { not: /\bgoes its way\b/i, use: '“Decision saved.”', example: 'The payout goes its way' },
  { not: /\btake it as\b/i, use: '“Mark as …”', example: 'Take it as not accepted' },
  {
    not: /\bthat they are meant\b|\bthese are meant\b|\bis meant\b/i,
    use: '“intentional”, “right”',
    example: 'These are meant',
  },
  { not: /\bsays no to\b/i, use: '“rejects”', example: 'The gateway says no to it' },
  {
    not: /\bnot listened for\b/i,
    use: '“Callback listener is off”',
    example: 'Callbacks are not listened for',
  },
  { not: /\bgo on with\b/i, use: '“resume” or “continue”', example: 'Go on with the check' },
  {
    not: /\bnobody can guess\b/i,
    use: '“Leave empty to generate one”',
    example: 'one that nobody can guess',
  },
  { not: /\bgood for exactly\b/i, use: '“Fix the amount”', example: 'Good for exactly this money' },
  {
    not: /\basks about it no more\b|\bworks no more\b/i,
    use: '“has stopped …”, “no longer works”',
    example: 'The one before works no more',
  },
  { not: /\bwants to be\b/i, use: 'the verb itself', example: 'the connection wants to be tested' },
  {
    not: /\bmet a fault\b/i,
    use: '“internal error”, “Something went wrong”',
    example: 'This screen met a fault',
  },
  { not: /\bis in the downloads\b/i, use: '“saved to Downloads”', example: 'a.csv is in the downloads.' },
  {
    not: /\bin the place of everything\b/i,
    use: '“replace all data”',
    example: 'in the place of everything',
  },
  {
    not: /\bdid not let\b|\bwas not let in\b/i,
    use: '“Authentication failed”, “not signed in”',
    example: 'did not let this merchant in',
  },
  { not: /\bSay where to\b|\bSay what stands\b/i, use: 'what is required', example: 'Say where to write' },
  {
    not: /\bother money\b/i,
    use: '“a different amount or currency”',
    example: 'other money under this order ID',
  },
  { not: /\ball the same\b/i, use: '“anyway”', example: 'To send it all the same' },
  { not: /\bis there already\b/i, use: '“already exists”', example: 'a.csv is there already' },
  { not: /\bcannot be that\b/i, use: '“is invalid”', example: '--min cannot be that' },
  { not: /\bthat have left\b/i, use: '“already sent”', example: 'Payouts that have left' },
];
