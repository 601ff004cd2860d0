import type { Fault } from '../faults.ts';

const payees = ['test/core/payees/payees.test.ts'];
const splits = ['test/core/payees/split-payments.test.ts'];
const domestic = ['test/core/payees/domestic-numbers.test.ts'];
const older = ['test/store/payee-accounts.test.ts'];

/** Faults in what counts as one account. */
export const accountFaults: readonly Fault[] = [
  {
    name: 'an account with dots or slashes is another payee',
    caughtBy: payees,
    file: 'contract/payees/payee-key.ts',
    find: "plain.replace(otherThanAccount, '') || plain",
    put: 'plain',
  },
  {
    name: 'the domestic number of a blocked IBAN is paid',
    caughtBy: payees,
    file: 'contract/payees/payee-key.ts',
    find: 'isDomesticOf(one, other) || isDomesticOf(other, one)',
    put: 'one === other',
  },
  {
    name: 'a blocked account is paid without the zeros in front of it',
    caughtBy: ['test/core/payees/domestic-numbers.test.ts'],
    file: 'contract/payees/payee-key.ts',
    find: ' || isInOtherForm(one, other)',
  },
  {
    name: 'a payment split over spellings of its account evades the amounts of the payee policy',
    caughtBy: splits,
    file: 'main/core/payees/counted-amounts.ts',
    find: "import { comparedKeyOf, payeeKeyOf } from '../../../contract/payees/payee-key.ts';",
    put: "import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';\nconst comparedKeyOf = (payee: string): string => payee;",
  },
  {
    name: 'what an account was paid in another spelling evades the amounts of the payee policy',
    caughtBy: splits,
    file: 'main/store/payees/read-payees.ts',
    find: " AND (state <> 'paid' OR paymentKeys.payee <> wanted.value ->> 'payee')",
    put: " AND state <> 'paid'",
  },
  {
    name: 'a blocked Czech account is paid under its IBAN',
    caughtBy: domestic,
    file: 'contract/payees/payee-key.ts',
    find: '[account, compared, ...endsOfIbans(compared)]',
    put: '[account, compared, ...endsOfIbans(compared).slice(0, 0)]',
  },
  {
    name: 'an invoice is no duplicate if it was paid to the IBAN of its domestic number',
    caughtBy: domestic,
    file: 'contract/payees/payee-key.ts',
    find: '  const [domestic = bare] = domesticForms(bare);',
    put: '  const [domestic = bare] = domesticForms(bare).slice(2);',
  },
  {
    name: 'payees that share an account in two forms are not found',
    caughtBy: ['test/core/payees/shared-account.test.ts'],
    file: 'main/core/payees/findings.ts',
    find: 'const compared = comparedAccount(bareAccount(draft.account));',
    put: 'const compared = bareAccount(draft.account);',
  },
  {
    name: 'an invoice is no duplicate if its e-mail address is given as the account',
    caughtBy: ['test/core/payees/addresses.test.ts'],
    file: 'contract/payees/payee-key.ts',
    find: 'const account = email === null ? accountOfKey(payee) : bareAccount(email);',
    put: 'const account = email === null ? accountOfKey(payee) : null;',
  },
  {
    name: 'an address without the hyphen of a known one is the same',
    caughtBy: ['test/core/payees/addresses.test.ts'],
    file: 'contract/payees/payee-key.ts',
    find: "bare.includes('@') ? plainText(account).replaceAll(' ', '').toUpperCase() : bare",
    put: 'bare',
  },
  {
    name: 'a verification of an address counts for one without its hyphen',
    caughtBy: ['test/core/payees/addresses.test.ts'],
    file: 'main/core/payees/known-as.ts',
    find: "recorded === '' || wholeAccount(recorded) === wholeAccount(account)",
    put: 'true || [recorded, account, wholeAccount]',
  },
  {
    name: 'a block recorded by an older Bursar holds only for the account as written',
    caughtBy: older,
    file: 'contract/payees/blocked-payees.ts',
    find: '  const payee = keyInForce(each.payee);',
    put: '  const { payee } = each;',
  },
  {
    name: 'a block does not hold an account with something beside it',
    caughtBy: ['test/core/payees/addresses.test.ts'],
    file: 'contract/payees/blocked-payees.ts',
    find: 'const within = accountsWithin(account).map(',
    put: 'const within = accountsWithin(account).slice(9).map(',
  },
];
