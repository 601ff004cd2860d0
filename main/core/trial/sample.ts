import type { PayoutRow } from '../../../contract/payments/payment.ts';

/** Amount, currency, method, payee, account, reference. The endings of some accounts make the embedded sandbox refuse or fail them. */
type Sample = readonly [string, string, string, string, string, string];

const suppliers: readonly Sample[] = [
  ['1250.00', 'EUR', 'SEPA', 'Anneliese Brückner', 'DE89370400440532013000', 'Invoice 2026-0417'],
  ['980.40', 'EUR', 'SEPA', 'Élodie Garçon', 'FR1420041010050500013M02606', 'Facture 88213'],
  ['17340.25', 'EUR', 'SEPA', 'Van der Laan, Bakker & Zn.', 'NL91ABNA0417164300', 'Order 5520'],
  ['412.75', 'EUR', 'SEPA', 'Íñigo Ibarra Muñoz', 'ES9121000418450200051332', 'Gastos de viaje'],
  ['2300.00', 'EUR', 'SEPA', 'Officina Fratelli Però', 'IT60X0542811101000000123456', 'Fattura 301/26'],
  ['5600.00', 'EUR', 'SEPA', 'Gästehaus Zum Löwen', 'AT611904300234573201', 'Tagung Wien'],
  ['76.90', 'EUR', 'SEPA', 'Lieselotte Vanderpoorten', 'BE68539007547034', 'Expense claim 19'],
  ['134.05', 'EUR', 'SEPA', 'Dimitris Papathanasiou', 'GR1601101250000000012300695', 'Invoice 1182'],
  ['899.99', 'EUR', 'SEPA', 'Päivi Hämäläinen', 'FI2112345600000785', 'Palkkio lokakuu'],
  ['3120.00', 'EUR', 'SEPA', 'Siobhán Ní Bhriain', 'IE29AIBK93115212345678', 'Consulting, week 41'],
  ['640.10', 'EUR', 'SEPA', 'Rui Gonçalves', 'PT50000201231234567890154', 'Invoice 77'],
  ['2999.00', 'EUR', 'BANK_TRANSFER', 'Marija Kovačič', 'SI56263300012039086', 'Račun 2026-90'],
  ['8450.00', 'USD', 'BANK_TRANSFER', 'Harrison & Cole LLP', '021000021-104552', 'Retainer October'],
  ['1275.30', 'USD', 'BANK_TRANSFER', 'Maria Delgado', '026009593-330187', 'Invoice 4471'],
  ['390.00', 'USD', 'BANK_TRANSFER', 'Northwind Couriers', '111000025-770120', 'Freight 8812'],
  ['15200.00', 'USD', 'BANK_TRANSFER', 'Bluestone Data Inc.', '121000248-610733', 'Licences Q4'],
  ['64.99', 'USD', 'CARD', 'Taylor Brooks', '4000001234567899', 'Refund 20391'],
  ['219.50', 'USD', 'CARD', 'Jordan Whitfield', '4000009876543210', 'Refund 20402'],
  ['2750.00', 'GBP', 'BANK_TRANSFER', 'Ashworth Print Ltd', '200000-55779911', 'Brochures'],
  ['418.20', 'GBP', 'BANK_TRANSFER', 'Rhiannon Pryce', '404784-70872490', 'Expenses September'],
  ['96.00', 'GBP', 'CARD', 'Callum Fraser', '4000005556667778', 'Refund 20417'],
  ['1830.00', 'CHF', 'BANK_TRANSFER', 'Bergbahnen Oberwald AG', 'CH9300762011623852957', 'Rechnung 660'],
  ['745.55', 'CHF', 'BANK_TRANSFER', 'Chiara Bernasconi', 'CH5604835012345678009', 'Honorar'],
  [
    '24500.00',
    'CZK',
    'BANK_TRANSFER',
    'Tiskárna Dvořák s.r.o.',
    'CZ6508000000192000145399',
    'Faktura 20260188',
  ],
  ['6180.50', 'CZK', 'BANK_TRANSFER', 'Zdeňka Říhová', 'CZ9455000000001011038930', 'Cestovní náhrady'],
  ['128000', 'JPY', 'BANK_TRANSFER', 'Kobayashi Design', '0005-123-4567890', 'Invoice 58'],
  ['43200', 'JPY', 'BANK_TRANSFER', 'Aoi Nakamura', '0009-224-1122334', 'Translation'],
  ['9800', 'JPY', 'BANK_TRANSFER', 'Haruto Sato', '0001-051-7654321', 'Refund 20420'],
  ['5400.00', 'KES', 'MOBILE_WALLET', 'Wanjiku Kamau', '254700100201', 'Field allowance'],
  ['3150.00', 'KES', 'MOBILE_WALLET', 'Otieno Ochieng', '254700100202', 'Field allowance'],
  ['7800.00', 'KES', 'MOBILE_WALLET', 'Achieng Akinyi', '254700100203', 'Field allowance'],
  ['0.01250000', 'BTC', 'CRYPTO', 'Satellite Hosting', 'bc1qexamplehostingaddress0001', 'Hosting October'],
  ['0.00480000', 'BTC', 'CRYPTO', 'Lena Fischer', 'bc1qexamplelenaaddress0002', 'Bounty 31'],
  ['1500.000000', 'USDT', 'CRYPTO', 'Orchard Studio', 'Texampleorchardaddress0003', 'Milestone 2'],
  ['260.500000', 'USDT', 'CRYPTO', 'Bao Tran', 'Texamplebaoaddress0004', 'Milestone 1'],
];

/** Problems that batches have now and then; see the magic values of the sandbox. */
const troubled: readonly Sample[] = [
  ['310.00', 'EUR', 'SEPA', 'Closed Account GmbH', 'DE12500105170648489001', 'Invoice 9'],
  ['1180.00', 'USD', 'BANK_TRANSFER', 'Returned Transfers Co.', '031000053-119001', 'Invoice 12'],
  ['75.25', 'EUR', 'SEPA', 'Mistyped Account', 'NL02RABO0123459002', 'Expense claim 23'],
  ['5200.00', 'GBP', 'BANK_TRANSFER', 'Not Payable Ltd', '309374-11119002', 'Invoice 881'],
  ['88000.00', 'CHF', 'BANK_TRANSFER', 'Too Large AG', 'CH1000230000000009012', 'Anzahlung'],
  ['640.00', 'EUR', 'SEPA', 'Slow Bank S.A.', 'LU280019400644759006', 'Invoice 40'],
  ['220.00', 'USD', 'BANK_TRANSFER', 'Lost Answer LLC', '061000052-229005', 'Invoice 41'],
  ['450.00', 'EUR', 'SEPA', 'Second Try SARL', 'FR7630006000019004', 'Facture 12'],
  ['990.00', 'CZK', 'BANK_TRANSFER', 'Pozdní odpověď a.s.', 'CZ5508000000001239003', 'Faktura 7'],
];

const salaries = ['EUR', 'USD', 'GBP'] as const;

/** About fifty payouts in nine currencies, most of which are paid: a history to explore. */
export function samplePayouts(): PayoutRow[] {
  const wages = salaries.flatMap((currencyCode, place): Sample[] => [
    [
      `${2100 + place * 35}.00`,
      currencyCode,
      'BANK_TRANSFER',
      `Robin Vale`,
      `PAYROLL-${place}-101`,
      'Salary',
    ],
    [
      `${1980 + place * 40}.00`,
      currencyCode,
      'BANK_TRANSFER',
      `Sam Ortega`,
      `PAYROLL-${place}-102`,
      'Salary',
    ],
  ]);
  return scattered([...suppliers, ...wages], troubled).map(
    ([amount, currencyCode, paymentMethodCode, accountName, accountNumber, reference]) => ({
      amount,
      currencyCode,
      paymentMethodCode,
      accountName,
      accountNumber,
      paymentOperatorCode: '',
      emailAddress: '',
      idPayout: '',
      reference,
    }),
  );
}

/** Spreads the few evenly among the many: several problems in a row would look like an outage. */
function scattered(many: readonly Sample[], few: readonly Sample[]): Sample[] {
  const distance = Math.ceil(many.length / few.length);
  return few.flatMap((one, place) => [...many.slice(place * distance, (place + 1) * distance), one]);
}
